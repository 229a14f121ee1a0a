// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Books",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(
      url: "https://github.com/repartee/repartee.git",
      .upToNextMinor(from: "0.1.0"))
  ],
  targets: [
    .executableTarget(
      name: "Books",
      dependencies: [
        .product(name: "Repartee", package: "repartee")
      ])
  ]
)
