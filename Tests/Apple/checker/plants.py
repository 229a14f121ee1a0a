"""Violations that the check has to find, and code in their place that it has to accept."""
import re
from dataclasses import replace

from jobs import in_order
from package import Target
from platforms import PLATFORMS

# Code, and a part of what is said of it; it is accepted where the version is checked.
NEWER = {
    "_ = Mutex(0)": "'Mutex' is only available",
    "let x = Atomic<Int>(0); x.store(1, ordering: .relaxed)": "'Atomic' is only available",
    "let x: Int128 = 1; _ = x": "'Int128' is only available",
    "let x: [UInt8] = []; _ = x.span.count": "'span' is only available",
    "let x: InlineArray<2, Int> = [1, 2]; _ = x.count": "'InlineArray' is only available",
    "_ = String(validating: [UInt8](), as: UTF8.self)": "'init(validating:as:)' is only available",
    "var x = AsyncStream { 0 }.makeAsyncIterator(); _ = await x.next(isolation: nil)": "'next(isolation:)' is only",
    "let x: any AsyncSequence<Int, Never> = AsyncStream<Int> { _ in }; _ = x": "is only available",
    "let x: () throws(CancellationError) -> Void = {}; let y: Any = x; _ = y": "runtime support for typed throws",
    '_ = strchrnul("a", 0)': "'strchrnul' is only available",
}
# Accepted on visionOS, whose first version is as new.
NEWER_THAN_2022 = {
    '_ = URL(string: "", encodingInvalidCharacters: false)': "'init(string:encodingInvalidCharacters:)' is only",
    "let x: URLSession? = nil; _ = x?.uploadTask(withResumeData: Data())": "'uploadTask(withResumeData:)' is only",
}
# Code, a part of what is said of it, and code that is accepted.
UNLISTED = {"_ = NSCache<NSObject, NSObject>()": ("NSCache is not in", "_ = Data()")}
# On tvOS and watchOS.
CHECKED_ON_OTHERS = {
    "if #available(macOS 15, iOS 18, *) { let x: Int128 = 1; _ = x }": (
        "'Int128' is only available",
        "if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) { let x: Int128 = 1; _ = x }",
    )
}
OF_MORE_THAN_32_BITS = {
    "let x = 1 << 40; _ = x": ("overflows", "let x: Int64 = 1 << 40; _ = x"),
    "let x: Int = 4_294_967_296; _ = x": ("overflows", "let x: UInt64 = 4_294_967_296; _ = x"),
    "let x = 65_536 * 65_536; _ = x": ("overflows", "let x: Int64 = 65_536 * 65_536; _ = x"),
}
# What is compiled with a trait, without one, and for Apple's platforms only, each on one platform.
CONDITIONS = [
    ("ios", "AsyncHTTPClient", "ReparteeAsyncHTTPClient"),
    ("macos", "ServiceLifecycle", "ReparteeAsyncHTTPClient"),
    ("watchos", "Observability", "ReparteeObservability"),
    ("visionos", "SQLite", "ReparteeSQLite"),
    ("macos", "Macros", "ReparteeMacros"),
    ("tvos", "Macros", "ReparteeJSON"),
    ("watchos", "Gzip", "Repartee"),
    ("visionos", "!AsyncHTTPClient", "ReparteeAsyncHTTPClient without traits"),
    ("tvos", "canImport(Darwin)", "Repartee"),
]


def planted(checker):
    """Yields the name of each plant, with its problems. All modules of the package were made."""
    plants = {}
    for platform in PLATFORMS:
        plants[f"newer declarations, {platform}"] = (of_lines, platform)
        plants[f"without @available, {platform}"] = (without, platform, r"@available\(macOS.*", "")
    plants["without #available, ios"] = (without, "ios", r"#available\(macOS[^)]*\)", "true")
    for platform, condition, name in CONDITIONS:
        plants[f"#if {condition} in {name}, {platform}"] = (of_condition, platform, condition, name)

    def problems(name):
        plant, platform, *more = plants[name]
        return list(plant(checker, platform, *more))

    return in_order(dict.fromkeys(plants, ()), problems)


def of_lines(checker, platform):
    guard = "if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)"
    newer = NEWER | (NEWER_THAN_2022 if platform != "visionos" else {})
    plants = {code: (message, f"{guard} {{ {code} }}") for code, message in newer.items()} | UNLISTED
    plants |= CHECKED_ON_OTHERS if platform in ("tvos", "watchos") else {}
    plants |= OF_MORE_THAN_32_BITS if platform == "watchos" else {}
    for (code, (message, _)), errors in zip(plants.items(), errors_of_lines(checker, platform, "Refused", plants)):
        if not any(message in each for each in errors):
            yield f"`{code}` is accepted"
    accepted = [instead for _, instead in plants.values()]
    accepted += NEWER_THAN_2022 if platform == "visionos" else {}
    for errors in errors_of_lines(checker, platform, "Accepted", accepted):
        yield from errors


def errors_of_lines(checker, platform, name, lines):
    file = checker.folder(platform) / f"{name}.swift"
    functions = [f"func f{number}() async throws {{ {line} }}" for number, line in enumerate(lines)]
    file.write_text("\n".join(["import Darwin; import Foundation; import Synchronization", *functions]))
    target = Target(name, "library", [file], ["-parse-as-library", "-swift-version", "6"], [])
    errors = checker.errors(target, platform)
    return [[each for each in errors if f"{file.name}:{number}:" in each] for number in range(2, len(lines) + 2)]


def without(checker, platform, pattern, replacement):
    """A file of the libraries, another one on each platform, in which the pattern is replaced."""
    files = [
        (target, source)
        for target in checker.own.values()
        if target.kind == "library"
        for source in target.sources
        if re.search(pattern, source.read_text())
    ]
    target, source = files[len(files) * list(PLATFORMS).index(platform) // len(PLATFORMS)]
    text = re.sub(pattern, replacement, source.read_text())
    sources = [each for each in target.sources if each != source]
    errors = errors_of_file(checker, platform, replace(target, sources=sources), source.name, text)
    if not any("is only available" in each for each in errors):
        yield f"{source} is accepted"


def of_condition(checker, platform, condition, name):
    text = f"#if {condition}\nfunc planted(_ x: [Int]) {{ _ = x.span }}\n#endif"
    errors = errors_of_file(checker, platform, checker.own[name], "Planted.swift", text)
    if not any("'span' is only available" in each for each in errors):
        yield "it is accepted"


def errors_of_file(checker, platform, target, name, text):
    """The errors of a file beside the sources of the target."""
    file = checker.folder(platform) / name
    file.write_text(text)
    flags = [*(each for each in target.flags if each != "-primary-file"), "-primary-file", file]
    return checker.errors(replace(target, kind="snippet", flags=flags), platform)
