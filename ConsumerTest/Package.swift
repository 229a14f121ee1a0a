// swift-tools-version: 6.2
import PackageDescription

// A package that uses Repartee as any other package does: by URL and version. Scripts/consumer sets the URL and the
// traits.
let traits = Context.environment["REPARTEE_TRAITS"]?.split(separator: " ").map(String.init) ?? []

let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(
      url: Context.environment["REPARTEE_URL"] ?? "", exact: "0.0.1",
      traits: Set(traits.map { .init(name: $0) }))
  ],
  targets: [
    .executableTarget(
      name: "Consumer", dependencies: [.product(name: "Repartee", package: "repartee")])
  ]
)
