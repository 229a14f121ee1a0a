// swift-tools-version: 6.2
import PackageDescription

// The client of Examples/Shelf without Repartee, to compare the numbers of lines:
// `swift run --package-path Examples/ShelfByHand`.
let package = Package(
  name: "ShelfByHand",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
    // The types in AsyncHTTPClient's API.
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.86.0"),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "shelf",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
      ])
  ]
)

// Only in this project's checks: a new warning of a newer compiler must not fail a user's build.
if Context.environment["REPARTEE_STRICT"] != nil {
  for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }
}
