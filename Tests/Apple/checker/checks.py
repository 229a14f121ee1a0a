"""The check of a target of the package for a platform."""
import math
import re
from dataclasses import dataclass
from pathlib import Path

import modules
from platforms import PLATFORMS, STAND_INS, UNCHECKED, WATCHOS

WITHOUT_BODIES = "-experimental-skip-all-function-bodies"
ERROR = re.compile(r"^(?:\S.*:\d+:\d+|<unknown>:0): error: .*", re.M)
UNLISTED = re.compile(r"'[^']*' is only available in \w+ 99\.(\d+)\.(\d+) or newer")


@dataclass
class Checker:
    own: dict  # the targets of the package by their names
    versions: dict  # the deployment targets by the names of platforms
    work: Path

    def folder(self, platform):
        """It has the modules of the targets that were checked."""
        folder = self.work / platform
        folder.mkdir(exist_ok=True)
        return folder

    def errors(self, target, platform):
        """What the compiler reports; the targets that this one imports come before it."""
        folder = self.folder(platform)
        for name in target.imports:
            if name in self.own and not (folder / f"{name}.swiftmodule").exists():
                return [f"{target.name}: error: it is not checked, as {name} does not compile"]
        result = self.compile(target, platform)
        reported = result.stderr
        # After an error of the type checker there are no later passes, and no module for the targets that import it.
        for flags in (UNCHECKED,), (UNCHECKED, WITHOUT_BODIES):
            if result.returncode and target.is_imported:
                result = self.compile(target, platform, *flags)
                reported += result.stderr
        found = [each.removeprefix(f"{folder}/") for each in dict.fromkeys(ERROR.findall(reported))]
        if result.returncode and not found:
            found = [f"{target.name}: error: the compiler failed: {reported[-500:]}"]
        return [UNLISTED.sub(unlisted, each) for each in found]

    def compile(self, target, platform, *flags):
        folder = self.folder(platform)
        sources = [adapted(source, target, PLATFORMS[platform], folder) for source in target.sources]
        flags = ["-module-name", target.module, "-I", folder, *target.flags, *flags]
        if target.is_imported:
            flags += ["-emit-module", "-o", folder / f"{target.name}.swiftmodule", "-enable-testing"]
        else:
            flags += ["-typecheck"]
        if target.kind == "test":
            sources.append(STAND_INS / "Expectations.swift")
        else:
            flags.append("-warnings-as-errors")
        return PLATFORMS[platform].compile(*flags, *sources, version=self.versions[platform])


def unlisted(match):
    path = modules.unlisted(match[1]).read_text().split("\n")[int(match[2])]
    return f"{path} is not in Tests/Apple/stand-ins/Foundation.versions; add it, with the version that Apple states"


# MARK: - Sources that are compiled from a copy

LITERAL = r"(?:0x[0-9A-Fa-f_]+|[0-9][0-9_]*)"
CONSTANT = re.compile(rf"(?<![\w.])({LITERAL})(?: << ({LITERAL})|(?: \* {LITERAL})+)(?![\w.])")


def adapted(source, target, platform, folder):
    text = source.read_text()
    changed = CONSTANT.sub(evaluated, text) if platform is WATCHOS else text
    if target.kind == "test":
        # The expansion of Swift Testing's macros is not ours, and takes most of the time.
        changed = re.sub(r"#(expect|require)\((?!\s*(?:throws|performing|processExitsWith):)", r"_\1(", changed)
        changed = re.sub(r"^( *)@Test(?= *\n| func)", r"\1     ", changed, flags=re.M)
    if changed == text:
        return source
    copy = folder / source
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(changed)
    return copy


def evaluated(match):
    """`1099511627776 << 0` for `1 << 40`: the compiler finds that the literal overflows an Int of 32 bits, but not that
    the shift does."""
    first, *factors = (int(each.replace("_", ""), 0) for each in re.findall(LITERAL, match[0]))
    value = first << factors[0] if match[2] else first * math.prod(factors)
    if value <= 0x7FFF_FFFF:
        return match[0]
    return f"{value} << 0" if match[2] else f"{value} * 1"
