// swift-tools-version: 6.2
import PackageDescription

// A command-line client for container registries, written with the guides: `swift run --package-path Examples/Shelf`.
let package = Package(
  name: "Shelf",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "repartee", path: "../..", traits: ["AsyncHTTPClient", "SQLite"]),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.0.0"),
  ],
  targets: [
    .target(
      name: "ShelfKit",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
      ]),
    .executableTarget(
      name: "shelf",
      dependencies: [
        "ShelfKit",
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
        .product(name: "ReparteeAsyncHTTPClient", package: "repartee"),
        .product(name: "ReparteeSQLite", package: "repartee"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .testTarget(
      name: "ShelfKitTests",
      dependencies: [
        "ShelfKit",
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
        .product(name: "ReparteeTesting", package: "repartee"),
        .product(name: "ReparteeSwiftTesting", package: "repartee"),
      ]),
  ]
)

// Only in this project's checks: a new warning of a newer compiler must not fail a user's build.
if Context.environment["REPARTEE_STRICT"] != nil {
  for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }
}
