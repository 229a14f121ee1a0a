// swift-tools-version: 6.2
import PackageDescription

// Requests with AWS Signature Version 4, checked against botocore: `swift test --package-path Examples/Signing`.
let package = Package(
  name: "Signing",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Signing", targets: ["Signing"])],
  dependencies: [
    .package(name: "repartee", path: "../.."),
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.0.0"),
  ],
  targets: [
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
