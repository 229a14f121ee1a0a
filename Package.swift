// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// A consumer who uses only `Repartee` resolves swift-http-types and nothing else. Everything heavier stands
// behind a trait, none of which is on by default (Tests/Packages/Consumer/ holds this to be true).
let asyncHTTPClient = TargetDependencyCondition.when(traits: ["AsyncHTTPClient"])
let serviceLifecycle = TargetDependencyCondition.when(traits: ["ServiceLifecycle"])
let gzip = TargetDependencyCondition.when(traits: ["Gzip"])
let observability = TargetDependencyCondition.when(traits: ["Observability"])
let sqlite = TargetDependencyCondition.when(traits: ["SQLite"])
let macros = TargetDependencyCondition.when(traits: ["Macros"])

let package = Package(
  name: "repartee",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Repartee", targets: ["Repartee"]),
    .library(name: "ReparteeCaching", targets: ["ReparteeCaching"]),
    .library(name: "ReparteeJSON", targets: ["ReparteeJSON"]),
    .library(name: "ReparteeOAuth", targets: ["ReparteeOAuth"]),
    .library(name: "ReparteeDrift", targets: ["ReparteeDrift"]),
    .library(name: "ReparteeDownloads", targets: ["ReparteeDownloads"]),
    .library(name: "ReparteeOperations", targets: ["ReparteeOperations"]),
    .library(name: "ReparteeAsyncHTTPClient", targets: ["ReparteeAsyncHTTPClient"]),
    .library(name: "ReparteeObservability", targets: ["ReparteeObservability"]),
    .library(name: "ReparteeSQLite", targets: ["ReparteeSQLite"]),
    .library(name: "ReparteeTesting", targets: ["ReparteeTesting"]),
    .library(name: "ReparteeSwiftTesting", targets: ["ReparteeSwiftTesting"]),
    .plugin(name: "ScaffoldPlugin", targets: ["ScaffoldPlugin"]),
  ],
  traits: [
    .trait(
      name: "AsyncHTTPClient",
      description: "AsyncHTTPClientTransport, in the product ReparteeAsyncHTTPClient.",
      enabledTraits: ["Gzip"]),
    .trait(
      name: "ServiceLifecycle",
      description: "AsyncHTTPClientTransport is a Service of swift-service-lifecycle.",
      enabledTraits: ["AsyncHTTPClient"]),
    .trait(
      name: "Observability",
      description: "Logs, metrics and traces of calls, in the product ReparteeObservability."),
    .trait(
      name: "SQLite",
      description: "SQLiteCacheStore, in the product ReparteeSQLite; needs libsqlite3."),
    .trait(name: "Macros", description: "@JSONModel, which writes JSONDecodable and JSONEncodable."),
    .trait(name: "Gzip", description: "Request.Body.gzipped(); needs zlib."),
    .trait(
      name: "URLSession",
      description: "URLSessionTransport on Linux (on Apple platforms it is always there)."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.4.0"),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.86.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.30.0"),
    .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.36.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.3.0"),
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"605.0.0"),
  ],
  targets: [
    // Under all others: a lock, a counter, SHA-256. No module exports it.
    .target(name: "ReparteeBase"),
    // Under ReparteeJSON and Repartee, which export it: `Redaction` is a type of both.
    .target(name: "ReparteeRedaction"),
    .target(
      name: "ReparteeJSON",
      dependencies: ["ReparteeBase", "ReparteeRedaction", .target(name: "ReparteeMacros", condition: macros)]),
    .macro(
      name: "ReparteeMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: macros),
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: macros),
        .product(name: "SwiftParser", package: "swift-syntax", condition: macros),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: macros),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: macros),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: macros),
      ]),
    .target(
      name: "Repartee",
      dependencies: [
        "ReparteeBase", "ReparteeJSON", "ReparteeRedaction",
        .target(name: "CReparteeZlib", condition: gzip),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .target(name: "ReparteeOAuth", dependencies: ["Repartee", "ReparteeBase"]),
    .target(
      name: "ReparteeDrift",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeJSON", "ReparteeRedaction",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .target(
      name: "ReparteeDownloads",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeJSON",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .target(
      name: "ReparteeOperations",
      dependencies: [
        "Repartee", "ReparteeBase",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .target(
      name: "ReparteeCaching",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeJSON", "ReparteeRedaction",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .target(
      name: "ReparteeAsyncHTTPClient",
      dependencies: [
        "Repartee", "ReparteeBase",
        .target(name: "CReparteeZlib", condition: asyncHTTPClient),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: asyncHTTPClient),
        .product(name: "NIOCore", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOPosix", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOHPACK", package: "swift-nio-http2", condition: asyncHTTPClient),
        .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: asyncHTTPClient),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: asyncHTTPClient),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: serviceLifecycle),
      ]),
    .target(
      name: "ReparteeObservability",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeJSON", "ReparteeRedaction",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log", condition: observability),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: observability),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: observability),
      ]),
    .target(
      name: "ReparteeSQLite",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeCaching", "ReparteeRedaction",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqlite),
      ]),
    // `swift package scaffold`: it builds Tools/Scaffold, and needs nothing of this package.
    .plugin(
      name: "ScaffoldPlugin",
      capability: .command(
        intent: .custom(verb: "scaffold", description: "Writes endpoints and models from a description."),
        permissions: [
          .writeToPackageDirectory(reason: "It writes Swift into the folder of --into."),
          .allowNetworkConnections(
            scope: .all(), reason: "Before the first run it is built, with Yams and swift-argument-parser."),
        ])),
    .target(name: "CReparteeZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(
      name: "ReparteeTesting",
      dependencies: ["Repartee", "ReparteeBase", "ReparteeCaching", "ReparteeJSON", "ReparteeRedaction"]),
    .target(name: "ReparteeSwiftTesting", dependencies: ["Repartee", "ReparteeTesting"]),
    .target(
      name: "TestSupport", dependencies: ["Repartee", "ReparteeBase", "ReparteeCaching", "ReparteeTesting"],
      path: "Tests/TestSupport"),
    .testTarget(name: "ReparteeBaseTests", dependencies: ["ReparteeBase"]),
    .testTarget(
      name: "ReparteeCachingTests",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeCaching", "ReparteeTesting", "TestSupport",
      ]),
    .testTarget(
      name: "ReparteeDownloadsTests",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeCaching", "ReparteeDownloads", "ReparteeTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "ReparteeDriftTests",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeDrift", "ReparteeTesting", "TestSupport",
      ]),
    .testTarget(name: "ReparteeJSONTests", dependencies: ["ReparteeJSON"]),
    .testTarget(
      name: "ReparteeOAuthTests",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeOAuth", "ReparteeTesting", "TestSupport",
      ]),
    .testTarget(
      name: "ReparteeOperationsTests",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeCaching", "ReparteeOperations", "ReparteeTesting", "TestSupport",
      ]),
    .testTarget(
      name: "ReparteeRedactionTests",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeJSON", "ReparteeOAuth", "ReparteeRedaction", "ReparteeTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "ReparteeTestingTests",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeCaching", "ReparteeJSON", "ReparteeOperations",
        "ReparteeTesting", "ReparteeSwiftTesting", "TestSupport",
      ],
      exclude: ["Guides/Recordings", "Recording/Recordings"]),
    .testTarget(
      name: "ReparteeTests",
      dependencies: [
        "Repartee", "ReparteeBase", "ReparteeCaching", "ReparteeDrift", "ReparteeJSON", "ReparteeOAuth",
        "ReparteeTesting", "TestSupport",
        .target(name: "CReparteeZlib", condition: gzip),
      ]),
    .testTarget(
      name: "ReparteeAsyncHTTPClientTests",
      dependencies: [
        "ReparteeAsyncHTTPClient", "ReparteeBase", "ReparteeTesting", "TestSupport",
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: asyncHTTPClient),
        .product(name: "NIOCore", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOHPACK", package: "swift-nio-http2", condition: asyncHTTPClient),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: asyncHTTPClient),
        .product(name: "NIOPosix", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: asyncHTTPClient),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: serviceLifecycle),
        .product(name: "Logging", package: "swift-log", condition: serviceLifecycle),
      ]),
    .testTarget(
      name: "ReparteeObservabilityTests",
      dependencies: [
        "ReparteeObservability", "ReparteeBase", "ReparteeCaching", "ReparteeDrift",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log", condition: observability),
        .product(name: "InMemoryLogging", package: "swift-log", condition: observability),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: observability),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: observability),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: observability),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: observability),
      ]),
    .testTarget(
      name: "ReparteeSQLiteTests",
      dependencies: [
        "ReparteeSQLite", "ReparteeBase", "ReparteeCaching", "ReparteeTesting", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqlite),
      ]),
  ]
)

// The Swift Package Index has no setting for traits. It sets this variable when it builds the documentation.
if Context.environment["SPI_GENERATE_DOCS"] != nil {
  package.traits.insert(.default(enabledTraits: Set(package.traits.map(\.name))))
}

for target in package.targets where target.type != .plugin {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  // Unsafe code is marked, and says why it is right: see Design/MemorySafety.md.
  if !target.isTest { settings.append(.strictMemorySafety()) }
  // Only where we check: a consumer with a newer compiler must not fail on a new warning.
  if Context.environment["REPARTEE_STRICT"] != nil { settings.append(.treatAllWarnings(as: .error)) }
  if target.name == "ReparteeJSON" {
    // Checks what a release does not (Design/MemorySafety.md): in debug builds, and in a release for fuzzers.
    settings.append(.define("REPARTEE_CHECKED", .when(configuration: .debug)))
    if Context.environment["REPARTEE_CHECKED"] != nil { settings.append(.define("REPARTEE_CHECKED")) }
  }
  target.swiftSettings = settings + flags(of: target.name)
}

/// Flags that make a consumer's builds shorter and programs smaller, on Linux, where they are measured
/// (Design/Packaging.md).
func flags(of target: String) -> [SwiftSetting] {
  guard ["ReparteeRedaction", "ReparteeJSON", "Repartee"].contains(target) else { return [] }
  // The linker leaves out an unused function only if it has a section of its own.
  // Crash reports name lines; there are no variables to look at in optimized code.
  var release = ["-Xfrontend", "-function-sections", "-gline-tables-only"]
  // Masking is not on the way of a call that succeeds.
  if target == "ReparteeRedaction" { release.append("-Osize") }
  var flags = [SwiftSetting.unsafeFlags(release, .when(platforms: [.linux], configuration: .release))]
  // A consumer compiles these modules once. Whoever has them in a folder of his own may change them, and wants
  // incremental builds; one folder of builds must not have both, since the objects of one do not fit the other's.
  if Context.packageDirectory.contains("/checkouts/") {
    let whole = ["-whole-module-optimization", "-num-threads", "2"]
    flags.append(.unsafeFlags(whole, .when(platforms: [.linux], configuration: .debug)))
  }
  return flags
}
