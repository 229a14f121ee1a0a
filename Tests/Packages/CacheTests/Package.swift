// swift-tools-version: 6.2
import PackageDescription

// Runs the public tests of HTTP caches: Scripts/integration cache-tests. Never a dependency of anything.
let package = Package(
  name: "cache-suite",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "repartee", path: "../../..", traits: ["SQLite", "URLSession"])],
  targets: [
    .executableTarget(
      name: "CacheSuite",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
        .product(name: "ReparteeSQLite", package: "repartee"),
      ],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
    .executableTarget(
      name: "CacheCosts",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
        .product(name: "ReparteeSQLite", package: "repartee"),
      ],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
  ]
)
