// swift-tools-version: 6.2
import PackageDescription

// Calls to servers that nobody here wrote (Scripts/integration starts them and runs the tests), and `probe`, which
// makes one call and prints what came of it (Scripts/integration faults runs it against servers that do everything
// wrong).
let package = Package(
  name: "IntegrationTests",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "repartee", path: "../../..", traits: ["AsyncHTTPClient", "URLSession"]),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.4.0"),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.30.0"),
  ],
  targets: [
    .executableTarget(
      name: "probe",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeJSON", package: "repartee"),
        .product(name: "ReparteeAsyncHTTPClient", package: "repartee"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      path: "Sources/Probe"),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "probe",
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
        .product(name: "ReparteeJSON", package: "repartee"),
        .product(name: "ReparteeOAuth", package: "repartee"),
        .product(name: "ReparteeDrift", package: "repartee"),
        .product(name: "ReparteeDownloads", package: "repartee"),
        .product(name: "ReparteeAsyncHTTPClient", package: "repartee"),
        .product(name: "ReparteeTesting", package: "repartee"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
  ]
)

for target in package.targets {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  if Context.environment["REPARTEE_STRICT"] != nil { settings.append(.treatAllWarnings(as: .error)) }
  target.swiftSettings = settings
}
