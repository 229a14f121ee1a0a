// swift-tools-version: 6.2
import PackageDescription

// A command-line client for container registries, written with the guides: `swift run --package-path Examples/Shelf`.
let package = Package(
  name: "Shelf",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "repartee", path: "../..", traits: ["AsyncHTTPClient", "SQLite"]),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.6.0"),
    // For the program by hand, which does not use Repartee.
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.86.0"),
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
    // The same program without Repartee, to compare the lines.
    .executableTarget(
      name: "shelf-by-hand",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "ByHand",
      exclude: ["README.md"]),
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
