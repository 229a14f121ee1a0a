"""Since which systems the declarations of Foundation and Dispatch are available on Apple's platforms.

Those of the Linux toolchain do not all say so. `Foundation.versions` lists what the package uses, with the versions of
Apple's documentation. All other declarations are marked as unavailable, so that a new use must be listed.
"""
import re
import sys

from printed import attributes, declarations

UNLISTED = "@available(macOS {0}, iOS {0}, tvOS {0}, watchOS {0}, visionOS {0}, *)"
# They are available where their type is, as a protocol requires them.
WITNESSES = {
    "==(_:_:)", "<(_:_:)", "hash(into:)", "hashValue", "encode(to:)", "init(from:)", "description", "debugDescription",
    "customMirror", "rawValue", "RawValue", "init(rawValue:)",
}  # fmt: skip


def read(file):
    """The attribute with the version of each declaration in the file, by its path."""
    releases, versions = {}, {}
    for line in file.read_text().split("\n"):
        words = line.split("#")[0].split()
        if words[1:2] == ["="]:
            releases[words[0]] = f"@available(macOS {words[0]}, {' '.join(words[2:])}, *)"
        elif words and line[0] == " ":
            of_line = words.pop(0)[:-1] if words[0].endswith(":") and words[0][0].isdigit() else version
            versions |= {path + name: releases[of_line] for name in words}
        elif words:
            path, version = words[0].replace("*", "") + "." * (words[0] != "*"), words[1]
            versions[words[0]] = releases[version]
    return versions


def macos(attribute):
    """The version of macOS as a list of numbers."""
    match = re.search(r"macOS,? (?:introduced: )?([\d.]+)", attribute)
    return [int(each) for each in match[1].split(".")] if match else []


def with_versions(text, versions, number, listing):
    """What is printed of a module, with the versions of these declarations in place of its own.

    Another declaration is available in version 99.NUMBER.N, where N is its line in the file `listing`."""
    lines, before, unlisted = text.split("\n"), {}, []
    found = list(declarations(lines))
    # They are available where their protocol is.
    required = {each.path for each in found if each.context == "protocol"}
    for each in found:
        # An extension with a conformance keeps the version of the conformance.
        if each.path in required or each.kind == "extension" and " : " in lines[each.line]:
            continue
        version = versions.get(each.path)
        for line in attributes(lines, each.line):
            if lines[line].lstrip().startswith("@available("):
                if version and each.kind != "extension" and macos(lines[line]) > macos(version):
                    sys.exit(f"Foundation.versions: {each.path} is newer, as the toolchain's Foundation says")
                lines[line] = ""
        if each.kind == "extension":
            continue
        if not version and each.name not in WITNESSES:
            version = UNLISTED.format(f"99.{number}.{len(unlisted)}")
            unlisted.append(each.path)
        if version:
            before[each.line] = " " * each.indent + version
    listing.write_text("\n".join(unlisted))
    return "\n".join(part for number, line in enumerate(lines) for part in (before.get(number), line) if part)
