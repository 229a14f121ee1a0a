// swift-tools-version: 6.2
import PackageDescription

// The first program to run for newcomers: `swift run --package-path Examples/Tour`.
let package = Package(
  name: "Tour",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "repartee", path: "../..", traits: ["AsyncHTTPClient"]),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.81.0"),
  ],
  targets: [
    .executableTarget(
      name: "Tour",
      dependencies: [
        "TourServer",
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeOAuth", package: "repartee"),
        .product(name: "ReparteeDrift", package: "repartee"),
        .product(name: "ReparteeAsyncHTTPClient", package: "repartee"),
        .product(name: "ReparteeTesting", package: "repartee"),
      ]),
    .target(
      name: "TourServer",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
  ]
)

for target in package.targets {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  // Only in this project's checks: a new warning of a newer compiler must not fail a newcomer's build.
  if Context.environment["REPARTEE_STRICT"] != nil { settings.append(.treatAllWarnings(as: .error)) }
  target.swiftSettings = settings
}
