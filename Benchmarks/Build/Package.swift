// swift-tools-version: 6.2

import PackageDescription

// What building the core costs, and what it adds to an executable: one that makes a call, and one that does not.
let package = Package(
  name: "build",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "repartee", path: "../..")],
  targets: [
    .executableTarget(name: "NoCall"),
    .executableTarget(name: "OneCall", dependencies: [.product(name: "Repartee", package: "repartee")]),
  ]
)
