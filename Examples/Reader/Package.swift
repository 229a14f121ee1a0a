// swift-tools-version: 6.2
import PackageDescription

// The model layer of an app, as in a new Xcode project: all is isolated to the main actor.
// `swift test --package-path Examples/Reader` needs no server.
let package = Package(
  name: "Reader",
  platforms: [.macOS(.v14), .iOS(.v17)],  // for Observation
  products: [.library(name: "ReaderKit", targets: ["ReaderKit"])],
  dependencies: [.package(name: "repartee", path: "../..")],
  targets: [
    .target(
      name: "ReaderKit",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
      ]),
    .testTarget(
      name: "ReaderKitTests",
      dependencies: [
        "ReaderKit",
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeCaching", package: "repartee"),
        .product(name: "ReparteeTesting", package: "repartee"),
        .product(name: "ReparteeSwiftTesting", package: "repartee"),
      ]),
  ]
)

// The settings of a new project in Xcode.
for target in package.targets {
  target.swiftSettings = [
    .defaultIsolation(MainActor.self),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}

// Only in this project's checks: a new warning of a newer compiler must not fail a user's build.
if Context.environment["REPARTEE_STRICT"] != nil {
  for target in package.targets { target.swiftSettings? += [.treatAllWarnings(as: .error)] }
}
