"""The compiler for Apple's platforms."""
import json
from pathlib import Path

from toolchain import LIBRARY, run

STAND_INS = Path("Tests/Apple/stand-ins")
CACHE = Path(".build-apple")
UNCHECKED = "-disable-availability-checking"


class Platform:
    def __init__(self, name, triple, oldest):
        self.name, self.triple = name, triple
        # Of the modules in the cache: older than every deployment target, and as long as that of the other platforms.
        self.target = f"{triple}{oldest}.".ljust(27, "0")
        self.modules = CACHE / name

    def compile(self, *arguments, version=None):
        target = f"{self.triple}{version}" if version else self.target
        flags = ["-target", target, "-disable-objc-interop", "-diagnostic-style", "llvm"]
        if self.name == "visionos":
            flags += ["-sdk", CACHE / "sdk", "-I", LIBRARY / "shims"]
        flags += ["-I", self.modules, "-I", STAND_INS / "C", "-Xcc", "-nostdlibinc", "-Xcc", f"-I{STAND_INS / 'C'}"]
        flags += ["-module-cache-path", CACHE / "clang", "-plugin-path", LIBRARY / "host/plugins"]
        return run("swiftc", "-frontend", *arguments, *flags)


MACOS = Platform("macos", "arm64-apple-macosx", "11")
WATCHOS = Platform("watchos", "arm64_32-apple-watchos", "7")
OTHERS = [
    Platform("ios", "arm64-apple-ios", "14"),
    Platform("tvos", "arm64-apple-tvos", "14"),
    Platform("visionos", "arm64-apple-xros", "1"),
]
PLATFORMS = {each.name: each for each in [MACOS, WATCHOS, *OTHERS]}


def write_sdk():
    """A list of which visionOS an iOS is, where the compiler looks for it."""
    versions = {f"{major}.{minor}": "1.0" for major in range(2, 18) for minor in range(10)}
    versions |= {"17.4": "1.1", "17.5": "1.2", "17.6": "1.3"}
    versions |= {f"18.{minor}": f"2.{minor}" for minor in range(7)}
    versions |= {f"26.{minor}": f"26.{minor}" for minor in range(7)}
    settings = {
        "CanonicalName": "xros26.0", "DisplayName": "visionOS", "Version": "26.0", "MaximumDeploymentTarget": "26.99",
        "VersionMap": {"iOS_visionOS": versions, "visionOS_iOS": {new: old for old, new in versions.items()}},
    }  # fmt: skip
    (CACHE / "sdk").mkdir(exist_ok=True)
    (CACHE / "sdk/SDKSettings.json").write_text(json.dumps(settings))
