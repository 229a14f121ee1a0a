import Foundation
import PackagePlugin

/// Builds Tools/Scaffold in the plugin's work folder, and runs it in the package's folder. A package that uses this
/// command resolves nothing of what the tool needs.
///
/// On macOS the package manager's sandbox holds both, and no sandbox can start within it. They can write to the work
/// folder, the package and temporary folders only, so the user's caches are not used, and the tool is built for a package
/// in the work folder that depends on it: resolving writes beside the manifest.
@main struct ScaffoldPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    // The tool is in the package of this file, whatever the name and the identity of that are.
    let tool = URL(fileURLWithPath: #filePath).appending(path: "../../../Tools/Scaffold").standardizedFileURL
    let work = context.pluginWorkDirectoryURL
    let package = work.appending(path: "package")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    // These two read Swift, and only for them the parser is built.
    let traits = ["update", "adopt"].contains(arguments.first) ? ["Update"] : []
    try Data(Self.manifest(of: tool, traits: traits).utf8).write(to: package.appending(path: "Package.swift"))
    let swift = Swift(executable: try context.tool(named: "swift").url, package: package, work: work)
    if !FileManager.default.fileExists(atPath: work.appending(path: "scratch").path) {
      Diagnostics.progress("Building scaffold, which takes some minutes the first time")
    }
    guard try swift.run("build", ["--product", "scaffold"], in: work) == 0 else {
      Diagnostics.error(
        "scaffold was not built. Without the plugin: swift run --package-path '\(tool.path)' scaffold …")
      return
    }
    let status = try swift.run(
      "run", ["--skip-build", "scaffold"] + arguments, in: context.package.directoryURL)
    if status != 0 { exit(status) }
  }

  private static func manifest(of tool: URL, traits: [String]) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "run-scaffold", platforms: [.macOS(.v13)], dependencies: [.package(path: #"\(tool.path)"#, traits: \(traits))])

    """
  }
}

/// The package manager, which builds and runs `package`, and writes to the folder `work` only.
private struct Swift {
  var executable: URL
  var package: URL
  var work: URL

  /// Runs a command, and returns the exit status.
  func run(_ command: String, _ arguments: [String], in folder: URL) throws -> Int32 {
    var options = ["--package-path", package.path, "--quiet", "--disable-sandbox"]
    for name in ["scratch", "cache", "security"] {
      options += ["--\(name)-path", work.appending(path: name).path]
    }
    #if os(macOS)
    // A debugger would need this entitlement, whose signature needs services that the sandbox hides.
    options.append("--disable-get-task-allow-entitlement")
    #endif

    let modules = work.appending(path: "modules").path
    let process = Process()
    process.executableURL = executable
    process.arguments = [command] + options + arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["CLANG_MODULE_CACHE_PATH": modules, "SWIFTPM_MODULECACHE_OVERRIDE": modules]) { $1 }
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
