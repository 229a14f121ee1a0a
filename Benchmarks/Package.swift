// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "repartee", path: "..")],
  targets: [
    .target(name: "CAllocations"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["CAllocations", .product(name: "ReparteeJSON", package: "repartee")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
