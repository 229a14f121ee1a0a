// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that the gate that each commit has to pass builds the core and nothing else. What it shares
// with the benchmarks are links to their sources.
let package = Package(
  name: "gate",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "repartee", path: "../..")],
  targets: [
    .target(name: "CAllocations"),
    .target(name: "Support", dependencies: ["CAllocations"]),
    .target(name: "SampleAPI", dependencies: [.product(name: "Repartee", package: "repartee")]),
    .executableTarget(
      name: "CallGate",
      dependencies: [
        "SampleAPI", "Support", .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
        .product(name: "ReparteeDrift", package: "repartee"),
      ]),
  ]
)
