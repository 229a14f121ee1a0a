// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets: Scripts/fuzz builds them with the sanitizers and runs them. Never a dependency of anything.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "repartee", path: "../../..", traits: ["Gzip"])],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
        .product(name: "ReparteeJSON", package: "repartee"),
        .product(name: "ReparteeDrift", package: "repartee"),
        .product(name: "ReparteeOAuth", package: "repartee"),
        .product(name: "ReparteeTesting", package: "repartee"),
      ],
      // ContentDecoder.swift is a link to the one of ReparteeAsyncHTTPClient, which takes minutes to build.
      swiftSettings: [.define("AsyncHTTPClient"), .enableUpcomingFeature("ExistentialAny")],
      // `main` is this package's own; it calls libFuzzer's driver. gold can't link what the sanitizers make.
      linkerSettings: [.unsafeFlags(["-use-ld=lld", "-sanitize=fuzzer,address"])])
  ]
)

// The readers of scaffold are apart, because Yams and swift-argument-parser come with them. `Main.swift` and
// `Input.swift` are links.
if Context.environment["REPARTEE_FUZZ"] == "scaffold" {
  package.dependencies = [.package(name: "Scaffold", path: "../../../Tools/Scaffold")]
  package.targets = [
    .executableTarget(
      name: "FuzzScaffold",
      dependencies: [.product(name: "Scaffolding", package: "Scaffold")],
      linkerSettings: [.unsafeFlags(["-use-ld=lld", "-sanitize=fuzzer,address"])])
  ]
}
