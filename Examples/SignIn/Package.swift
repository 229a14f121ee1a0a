// swift-tools-version: 6.2
import PackageDescription

// Signs a user in from a command line: `swift run --package-path Examples/SignIn SignIn ISSUER CLIENT`.
let package = Package(
  name: "SignIn",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "repartee", path: "../..", traits: ["URLSession"])],
  targets: [
    .executableTarget(
      name: "SignIn",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeOAuth", package: "repartee"),
      ])
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
