"""What is checked: the modules of the package in the plan of a debug build with all traits, and files beside them."""
import json
import re
from dataclasses import dataclass
from pathlib import Path

PLATFORMS_OF = {
    "library": ("macos", "ios", "tvos", "watchos", "visionos"),
    "plain": ("macos", "ios", "tvos", "watchos", "visionos"),
    "macro": ("macos",),
    "test": ("macos", "ios"),
    "snippet": ("macos", "ios"),
}
# The flags of the plan that matter to the type checker: those alone, and those with a value.
FLAGS = ("-parse-as-library", "-strict-memory-safety")
PAIRS = ("-package-name", "-swift-version", "-enable-upcoming-feature", "-load-plugin-executable")


@dataclass
class Target:
    name: str
    kind: str
    sources: list
    flags: list
    imports: list  # the modules that are compiled before it

    @property
    def module(self):
        return self.name.split()[0]

    @property
    def is_imported(self):
        return self.kind in ("library", "macro")

    @property
    def platforms(self):
        return PLATFORMS_OF[self.kind]


def deployment_targets():
    """The oldest version of each platform."""
    platforms = re.search(r"platforms: \[(.*?)\]", Path("Package.swift").read_text(), re.S)[1]
    versions = re.findall(r"\.(\w+)\(\.v(\w+)\)", platforms)
    return {name.lower(): version.replace("_", ".") if "_" in version else f"{version}.0" for name, version in versions}


def read(build):
    """The targets of the package, and the flags to print the modules of other packages, by their names."""
    own, folders, maps = {}, {}, []
    with build.with_suffix(".yaml").open() as plan:
        for line in plan:
            key, _, value = line.strip().partition(": ")
            if key == "inputs":
                inputs = value
            elif key == "args" and '"-emit-module"' in value:
                arguments = json.loads(value)
                maps += [each for each in arguments if each.startswith("-fmodule-map-file=")]
                name = arguments[arguments.index("-module-name") + 1]
                module = Path(arguments[arguments.index("-emit-module-path") + 1])
                source = Path(next(path for path in json.loads(inputs) if path.endswith(".swift")))
                if not any(part.startswith(".build") for part in source.parts):
                    own[name] = planned(name, source.relative_to(Path.cwd()), arguments, inputs)
                elif module.exists():  # Those of macros are planned twice, and built for the host only.
                    folders[name] = module.parent
    macros = [each.name for each in own.values() if each.kind == "macro"]
    for each in own.values():
        each.imports = [name for name in each.imports if name not in macros]
    own |= {each.name: each for each in [*without_traits(own), *accepted(own)]}
    printing = [each for map in dict.fromkeys(maps) for each in ("-Xcc", map)]
    return own, {name: ["-I", folder, *printing] for name, folder in folders.items()}


def planned(name, source, arguments, inputs):
    root = Path(*source.parts[:2])  # Sources/Repartee, Tests/TestSupport, Snippets/Errors.swift
    # The plan does not know files that came after it.
    sources = [path for path in sorted(root.rglob("*.swift")) if ".docc/" not in str(path)] or [root]
    imports = re.findall(r"/(\w+)\.swiftmodule\"", inputs)
    if "SwiftCompilerPlugin" in imports:
        kind = "macro"
    elif root.suffix:
        kind = "snippet"
    else:
        kind = "test" if name.endswith("Tests") else "library"
    return Target(name, kind, sources, list(flags(arguments)), imports)


def flags(arguments):
    arguments = iter(each for each in arguments if each != "-Xfrontend")
    for each in arguments:
        if each in FLAGS or each.startswith("-D"):
            yield each
        elif each in PAIRS:
            yield from (each, next(arguments))
        elif each.startswith("-fmodule-map-file=") and "CReparteeZlib" in each:
            yield from ("-Xcc", each)


def without_traits(own):
    """Of each library, the files that have code for the absence of a trait, without any trait."""
    traits = re.findall(r'\.trait\(\s*name: "(\w+)"', Path("Package.swift").read_text())
    condition = re.compile(rf"^ *#if .*\b(?:{'|'.join(traits)})\b", re.M)
    for target in own.values():
        texts = {source: source.read_text() for source in target.sources}
        files = [source for source, text in texts.items() if condition.search(text) and re.search("#else|#if !", text)]
        if files and target.kind == "library":
            flags = [each for each in target.flags if each.removeprefix("-D") not in traits]
            flags += [each for file in files for each in ("-primary-file", file)]
            sources = [source for source in target.sources if source not in files]
            yield Target(f"{target.name} without traits", "plain", sources, flags, target.imports)


def accepted(own):
    """What Scripts/compiles refusals compiles, and what scaffold writes in its tests."""
    snippet = next(each for each in own.values() if each.kind == "snippet")
    paths = [*Path("Tests/Compiles/accepted").iterdir(), *Path("Tests/Compiles/accepted/Modules").iterdir()]
    paths += Path("Tools/Scaffold/Tests").rglob("Written")
    for path in sorted(path for path in paths if path.name != "Modules"):
        sources = sorted(path.rglob("*.swift")) if path.is_dir() else [path]
        asked = dict(re.findall(r"^// (flags|modules): (.*)", sources[0].read_text(), re.M))
        kind = "library" if path.parent.name == "Modules" else "snippet"
        flags = [*snippet.flags, "-parse-as-library", *asked.get("flags", "").replace("-Xfrontend ", "").split()]
        yield Target(path.stem, kind, sources, flags, snippet.imports + asked.get("modules", "").split())
