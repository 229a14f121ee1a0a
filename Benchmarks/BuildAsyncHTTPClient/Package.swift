// swift-tools-version: 6.2

import PackageDescription

// What Repartee adds to an executable over AsyncHTTPClient: one call with it, and the same call by hand.
let package = Package(
  name: "build-async-http-client",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "repartee", path: "../..", traits: ["AsyncHTTPClient"]),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.86.0"),
  ],
  targets: [
    .executableTarget(
      name: "ByHand",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "OneCall",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeAsyncHTTPClient", package: "repartee"),
      ]),
  ]
)
