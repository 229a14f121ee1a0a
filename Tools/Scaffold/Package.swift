// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Scaffold",
  platforms: [.macOS(.v13)],
  products: [
    // For the command plugin, and for Tests/Packages/Fuzz.
    .executable(name: "scaffold", targets: ["scaffold"]),
    .library(name: "Scaffolding", targets: ["Scaffolding"]),
  ],
  traits: [
    // `scaffold update`, which reads Swift: SwiftParser takes two minutes to build.
    .trait(name: "Update")
  ],
  dependencies: [
    .package(name: "repartee", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    .package(url: "https://github.com/jpsim/Yams.git", from: "6.0.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"605.0.0"),
  ],
  targets: [
    .target(
      name: "Scaffolding",
      dependencies: [
        .product(name: "ReparteeJSON", package: "repartee"),
        .product(name: "Yams", package: "Yams"),
      ]),
    // Merges what a new version of a document changes into code that was edited.
    .target(
      name: "Following",
      dependencies: [
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]),
    .executableTarget(
      name: "scaffold",
      dependencies: [
        "Scaffolding",
        .target(name: "Following", condition: .when(traits: ["Update"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "FollowingTests", dependencies: ["Following", "Scaffolding"]),
    // The tests run the command, and send what it has written.
    .testTarget(
      name: "ScaffoldingTests",
      dependencies: ["Scaffolding", "scaffold", .product(name: "Repartee", package: "repartee")],
      exclude: [
        "Written/commands.sh", "Written/lists.yaml", "Written/pay.yaml", "Written/places.yaml",
        "Written/series.yaml", "Written/streams.yaml",
      ]),
  ])
