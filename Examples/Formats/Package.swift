// swift-tools-version: 6.2
import PackageDescription

// Responses and requests in other formats than JSON, for the guide "Other formats":
// `swift test --package-path Examples/Formats`.
let package = Package(
  name: "Formats",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "repartee", path: "../.."),
    .package(url: "https://github.com/CoreOffice/XMLCoder", from: "0.18.2"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
  ],
  targets: [
    .target(
      name: "Formats",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        .product(name: "XMLCoder", package: "XMLCoder"),
        .product(name: "SwiftCSV", package: "SwiftCSV"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ],
      exclude: ["atlas.proto"]),
    .testTarget(
      name: "FormatsTests",
      dependencies: [
        "Formats",
        .product(name: "Repartee", package: "repartee"),
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
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
