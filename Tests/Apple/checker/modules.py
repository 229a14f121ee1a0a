"""The modules that the sources import, for Apple's platforms, in a cache.

Each is compiled once, for macOS. For another platform the name of the target is replaced in the file, as nothing else
differs. Only Swift is compiled again for watchOS, where Int has 32 bits.
"""
import hashlib
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path

import printed
import toolchain
import versions
from jobs import in_order
from platforms import CACHE, MACOS, OTHERS, PLATFORMS, STAND_INS, UNCHECKED, WATCHOS, write_sdk

SWIFT = ["Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "Synchronization"]
# What the toolchain prints of its Foundation, which Apple's is made of. The compiler knows NSObject by its module.
FOUNDATION = {
    "Dispatch": "Dispatch",
    "FoundationCore": "FoundationEssentials",
    "FoundationIntl": "FoundationInternationalization",
    "ObjectiveC": "Foundation",
    "FoundationNet": "FoundationNetworking",
}
APPLE = ["Darwin", *FOUNDATION, "Security", "Foundation", "os", "AuthenticationServices", "Network"]


@dataclass
class Module:
    name: str
    text: str
    imports: list
    make: callable
    key: str = ""


def prepare(wanted, others):
    """Fills the cache with the modules of the toolchain and of Apple, and with the wanted ones of other packages, which
    come with the flags to print them."""
    for platform in PLATFORMS.values():
        platform.modules.mkdir(parents=True, exist_ok=True)
    write_sdk()
    modules = {each.name: each for each in [*of_toolchain(), *of_apple(), *of_packages(wanted, others)]}
    base = toolchain.version() + Path(__file__).read_text()

    def make(name):
        module = modules[name]
        parts = [base, module.text, *(modules[each].key for each in module.imports)]
        module.key = hashlib.sha256("".join(parts).encode()).hexdigest()
        key = CACHE / f"{name}.key"
        if not key.exists() or key.read_text() != module.key:
            module.make(module)
            key.write_text(module.key)

    for _ in in_order({each.name: each.imports for each in modules.values()}, make):
        pass


# MARK: - What is made


def of_toolchain():
    text = toolchain.interface("Swift", WATCHOS.target)
    yield Module("Swift of 32 bits", toolchain.with_32_bits(text), [], from_interface)
    for number, name in enumerate([*SWIFT, "Observation", "Testing"]):
        yield Module(name, toolchain.interface(name, MACOS.target), SWIFT[:number], from_interface)


def of_apple():
    table = versions.read(STAND_INS / "Foundation.versions")
    for number, name in enumerate(APPLE):
        imports = SWIFT + APPLE[:number]
        if name in FOUNDATION:
            text, _ = printed.interface(FOUNDATION[name])
            text = versions.with_versions(text, table, number, unlisted(number)) + addition(name)
            yield Module(name, text, imports, from_printed)
        else:
            yield Module(name, (STAND_INS / f"{name}.swift").read_text(), imports, from_source)


def addition(name):
    file = STAND_INS / f"{name}.swiftinterface"
    return "\n" + file.read_text() if file.exists() else ""


def unlisted(number):
    return CACHE / f"unlisted-{number}"


def of_packages(wanted, others):
    """The wanted modules, and those that they mention."""
    found = set()
    with ThreadPoolExecutor(cpu_count()) as pool:
        while wanted := {*wanted} - found:
            found |= wanted
            names, wanted = wanted, set()
            interfaces = pool.map(lambda name: printed.interface(name, *others[name]), names)
            for name, (text, imports) in zip(names, interfaces):
                mentioned = [each for each in imports if each in others and re.search(rf"\b{each}\.", text)]
                wanted.update(mentioned)
                system = {"Foundation", "FoundationEssentials", "Dispatch", "Glibc"} & {*imports}
                imports = SWIFT + ["Foundation"] * bool(system) + mentioned
                yield Module(name, text + addition(name), imports, from_printed)


# MARK: - How it is made


def from_interface(module):
    name, _, bits = module.name.partition(" of ")
    compile(name, module.text, WATCHOS if bits else MACOS).check_returncode()
    if not bits:
        share(name, OTHERS if name == "Swift" else [WATCHOS, *OTHERS])


def from_source(module):
    source = CACHE / f"{module.name}.swift"
    source.write_text(module.text)
    flags = ["-parse-as-library", "-swift-version", "6", UNCHECKED, "-module-name", module.name]
    result = MACOS.compile("-emit-module", source, "-o", MACOS.modules / f"{module.name}.swiftmodule", *flags)
    result.check_returncode()
    share(module.name)


def from_printed(module):
    """Leaves out the declarations that the compiler refuses: those of Linux, or printed in a way that it can't read."""
    flags = f"-target {MACOS.target} -module-name {module.name} -swift-version 5 {UNCHECKED}"
    if module.name in FOUNDATION:  # The enumerations of packages are exhaustive.
        flags += " -enable-library-evolution"
    # A package may export what it mentions.
    head = [
        "// swift-interface-format-version: 1.0",
        f"// swift-compiler-version: {toolchain.version()}",
        f"// swift-module-flags: {flags} -enable-experimental-feature Lifetimes",
        *(f"import {each}" if each in SWIFT + APPLE else f"@_exported import {each}" for each in module.imports),
    ]
    lines = module.text.split("\n")
    while True:
        result = compile(module.name, "\n".join(head + lines))
        wrong = re.findall(r"\.swiftinterface:(\d+):\d+: error: (?!failed to build)", result.stderr)
        wrong = {int(number) - 1 - len(head) for number in wrong}
        if result.returncode == 0 or not wrong or min(wrong) < 0:
            break
        lines = printed.without(lines, wrong)
    result.check_returncode()
    share(module.name)


def compile(name, text, platform=MACOS):
    file, module = CACHE / f"{platform.name}-{name}.swiftinterface", platform.modules / f"{name}.swiftmodule"
    file.write_text(text)
    flags = ["-module-name", name, UNCHECKED, *["-parse-stdlib"] * (name == "Swift")]
    return platform.compile("-compile-module-from-interface", file, "-o", module, *flags)


def share(name, platforms=(WATCHOS, *OTHERS)):
    module = (MACOS.modules / f"{name}.swiftmodule").read_bytes()
    for each in platforms:
        changed = module.replace(MACOS.target.encode(), each.target.encode())
        (each.modules / f"{name}.swiftmodule").write_bytes(changed)
