// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "integration-tests",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "repartee", path: "..", traits: ["AsyncHTTPClient", "URLSession"])
  ],
  targets: [
    .executableTarget(
      name: "Faults",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeAsyncHTTPClient", package: "repartee"),
      ])
  ]
)
