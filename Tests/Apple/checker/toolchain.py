"""The Linux toolchain: its commands, and the interfaces of Swift's own modules, for an Apple platform."""
import json
import re
import subprocess
from functools import cache
from pathlib import Path


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


# `swiftc` can be a link or a proxy.
INFORMATION = json.loads(run("swiftc", "-print-target-info").stdout)
LIBRARY = Path(INFORMATION["paths"]["runtimeResourcePath"])
LINUX = INFORMATION["target"]["triple"]


@cache
def version():
    return run("swiftc", "--version").stdout.split("\n")[0]


def interface(module, target):
    """It says since which system each declaration is available. Without the bodies of functions it compiles fast."""
    text = next((LIBRARY / f"linux/{module}.swiftmodule").glob("*-linux-gnu.swiftinterface")).read_text()
    text = re.sub(r"-target \S+", f"-target {target}", text, count=1)
    linux = r"-target-min-inlining-version min|-static |@backDeployed\([^)]*\)|^import (?:Swift)?Glibc$"
    return without_bodies(re.sub(linux, "", text, flags=re.M))


TOKEN = re.compile(r'"""(?:[^\\]|\\.)*?"""|"(?:[^"\\\n]|\\.)*"|[{}]', re.S)
ACCESSOR = re.compile(
    r"\s*(?:@[\w.]+(?:\([^)]*\))? |\w+ )*?"
    r"(?:get|set|_read|_modify|read|modify|unsafeAddress|unsafeMutableAddress|borrow|mutate)\b"
    r"(?:\([^)]*\))?(?: async)?(?: throws(?:\(.*\))?)? ?\{$"
)
FUNCTION = re.compile(r"(?:^| )(?:func |init[?!]?[<(]|deinit\b)")
TYPE = re.compile(r"\b(?:struct|class|enum|protocol|extension|actor|macro|var|let) [\w.]")
INTEGER = r"^@frozen public struct %s : .*\{$"
# The compiler evaluates constants by the bodies of these functions of Int, and finds what is too large.
EVALUATED = re.compile(r"_builtinIntegerLiteral|static func (?:[-+*]=?|&[-+*]|<<|&<<) ")


def without_bodies(text):
    integers = [(each.start(), end(text, each.end() - 1)) for each in re.finditer(INTEGER % "U?Int", text, re.M)]
    parts, at = [], 0
    for line in re.finditer(r"^.*\{$", text, re.M):
        start, brace = line.start(), line.end() - 1
        if start < at or EVALUATED.search(line[0]) and any(first <= start < last for first, last in integers):
            continue
        if ACCESSOR.match(line[0]) or FUNCTION.search(line[0]) and not TYPE.search(re.split("func |init", line[0])[0]):
            parts.append(text[at:brace].rstrip())
            at = end(text, brace)
    return "".join(parts) + text[at:]


def end(text, brace):
    """Behind the brace that closes this one."""
    depth = 0
    for token in TOKEN.finditer(text, brace):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    raise ValueError("a brace is not closed")


def with_32_bits(text):
    """The interface of Swift with an Int and a UInt of 32 bits."""
    for name in ("Int", "UInt"):
        start = re.search(INTEGER % name, text, re.M)
        last = end(text, start.end() - 1)
        changed = text[start.start() : last].replace("Int64", "Int32")
        # Their conversions from and to Int64 and UInt64 stay.
        changed = changed.replace("Swift.Int32", "Swift.Int64").replace("Swift.UInt32", "Swift.UInt64")
        text = text[: start.start()] + changed + text[last:]
    return text
