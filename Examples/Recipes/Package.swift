// swift-tools-version: 6.2
import PackageDescription

// Files to copy: other formats than JSON, for the guide "Other formats"; a command line whose user signs in with
// a browser; requests with AWS Signature Version 4, checked against botocore.
let package = Package(
  name: "Recipes",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "repartee", path: "../..", traits: ["URLSession"]),
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
    .executableTarget(
      name: "SignIn",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        .product(name: "ReparteeOAuth", package: "repartee"),
      ]),
  ]
)

// swift-crypto takes minutes to compile on Linux, so Scripts/check leaves it out.
if Context.environment["REPARTEE_WITHOUT_CRYPTO"] == nil {
  package.dependencies += [.package(url: "https://github.com/apple/swift-crypto.git", from: "4.0.0")]
  package.targets += [
    .target(
      name: "Signing",
      dependencies: [
        .product(name: "Repartee", package: "repartee"),
        // Apple platforms have CryptoKit.
        .product(
          name: "Crypto", package: "swift-crypto",
          condition: .when(platforms: [.linux, .android, .windows])),
      ]),
    .testTarget(
      name: "SigningTests",
      dependencies: ["Signing", .product(name: "Repartee", package: "repartee")],
      exclude: ["sign.py"]),
  ]
}

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
