// swift-tools-version: 6.2
import PackageDescription

// A package that uses Repartee as any other package does. Scripts/consumer gives it a URL and the traits. Without a URL
// it has the programs that Benchmarks/build-costs builds: one that makes no call, others that make one.
let url = Context.environment["REPARTEE_URL"] ?? ""
let names = Context.environment["REPARTEE_TRAITS"]?.split(separator: " ").map(String.init) ?? []
let traits = Set(names.map { Package.Dependency.Trait(name: $0) })
let repartee = Target.Dependency.product(name: "Repartee", package: "repartee")

let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v13)],
  dependencies: [
    url.isEmpty
      ? .package(name: "repartee", path: "../../..", traits: traits)
      : .package(url: url, exact: "0.0.1", traits: traits)
  ],
  targets: [.executableTarget(name: "Consumer", dependencies: [repartee])]
)

if url.isEmpty {
  package.targets += [
    .executableTarget(name: "NoCall"), .executableTarget(name: "OneCall", dependencies: [repartee]),
  ]
}
if url.isEmpty && names.contains("AsyncHTTPClient") {
  package.dependencies += [
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.86.0"),
  ]
  package.targets += [
    .executableTarget(
      name: "ByHand",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "OneCallOverAsyncHTTPClient",
      dependencies: [repartee, .product(name: "ReparteeAsyncHTTPClient", package: "repartee")]),
  ]
}
