// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets of scaffold's readers, which Scripts/fuzz builds and runs. They are apart from those of the library
// because Yams and swift-argument-parser come with them.
let package = Package(
  name: "FuzzScaffold",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Scaffold", path: "..")],
  targets: [
    .executableTarget(
      name: "FuzzScaffold",
      dependencies: [.product(name: "Scaffolding", package: "Scaffold")],
      // As in Fuzz/Package.swift; `Main.swift` and `Input.swift` are links to the ones there.
      linkerSettings: [.unsafeFlags(["-use-ld=lld", "-sanitize=fuzzer,address"])])
  ]
)
