import Foundation
import PackagePlugin

/// Runs the package Tools/Scaffold, which has a build folder of its own: what it needs is resolved there, and by no
/// package that uses this command.
@main struct ScaffoldPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    guard let folder = Self.repartee(in: context.package) else {
      Diagnostics.error("this package does not depend on repartee")
      return
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = context.package.directoryURL
    // SwiftPM's sandbox of the plugin holds this process as well, and allows none within it.
    process.arguments =
      [
        "swift", "run", "--quiet", "--disable-sandbox", "--scratch-path", context.pluginWorkDirectoryURL.path,
        "--package-path", folder.appendingPathComponent("Tools/Scaffold").path, "scaffold",
      ] + arguments
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  private static func repartee(in root: Package) -> URL? {
    var seen: Set<Package.ID> = []
    var queue = [root]
    while let package = queue.popLast() {
      if package.displayName == "repartee" { return package.directoryURL }
      if seen.insert(package.id).inserted { queue += package.dependencies.map(\.package) }
    }
    return nil
  }
}
