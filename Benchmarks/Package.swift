// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "repartee", path: "..", traits: ["AsyncHTTPClient", "SQLite", "URLSession"]),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.86.0"),
  ],
  targets: [
    .target(name: "CAllocations"),
    .target(name: "CHeap"),
    .target(name: "CSymbols"),
    // What the programs share: other processes, measures of this one; an API to call.
    .target(name: "Support", dependencies: ["CAllocations"]),
    .target(name: "SampleAPI", dependencies: [.product(name: "Repartee", package: "repartee")]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["CAllocations", .product(name: "ReparteeJSON", package: "repartee")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(name: "Charts"),
    .executableTarget(
      name: "StreamBenchmarks",
      dependencies: [
        "CHeap",
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeAsyncHTTPClient", package: "repartee"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "BenchmarkServer",
      dependencies: [
        "SampleAPI",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "ClientBenchmarks",
      dependencies: [
        "CAllocations", "CSymbols", "SampleAPI", "Support",
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
        .product(name: "ReparteeAsyncHTTPClient", package: "repartee"),
        .product(name: "ReparteeSQLite", package: "repartee"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "ComplexityBenchmarks",
      dependencies: [
        "Support",
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeJSON", package: "repartee"),
      ]),
  ]
)
