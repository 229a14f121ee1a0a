// swift-tools-version: 6.2
import PackageDescription

// The first program to run for newcomers: `swift run --package-path Examples/Tour`. It calls over URLSession, which
// comes with Swift, so that only Repartee has to be built; with `--traits AsyncHTTPClient` over AsyncHTTPClient.
let package = Package(
  name: "Tour",
  platforms: [.macOS(.v15)],
  traits: [.trait(name: "AsyncHTTPClient", description: "The calls go over AsyncHTTPClient.")],
  dependencies: [
    .package(
      name: "repartee", path: "../..",
      traits: ["URLSession", .trait(name: "AsyncHTTPClient", condition: .when(traits: ["AsyncHTTPClient"]))])
  ],
  targets: [
    .executableTarget(
      name: "Tour",
      dependencies: [
        "TourServer",
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
        .product(name: "ReparteeOAuth", package: "repartee"),
        .product(name: "ReparteeDrift", package: "repartee"),
        .product(name: "ReparteeTesting", package: "repartee"),
        .product(
          name: "ReparteeAsyncHTTPClient", package: "repartee",
          condition: .when(traits: ["AsyncHTTPClient"])),
      ]),
    .target(name: "TourServer"),
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
