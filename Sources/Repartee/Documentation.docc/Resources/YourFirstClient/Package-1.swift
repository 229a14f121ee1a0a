// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Books",
  platforms: [.macOS(.v13)],
  targets: [
    .executableTarget(name: "Books")
  ]
)
