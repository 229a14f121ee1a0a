#if Update
import Following
import Foundation
import Scaffolding

/// The Swift files of a package: those of the modules that the code and its tests are in, and those of others, to which
/// types may have been moved.
struct CodeFolder {
  private let code: URL
  private let tests: URL?

  init(_ code: URL, tests: URL?) {
    self.code = code.standardizedFileURL
    self.tests = tests?.standardizedFileURL
  }

  /// What the tool writes, with the paths that it has.
  func files(of written: [WrittenFile]) -> [Update.File] {
    written.map { file in
      let folder = (file.isTest ? tests : nil) ?? code
      return Update.File(
        path: folder.appendingPathComponent(file.name).standardizedFileURL.path, text: file.text)
    }
  }

  func isOwn(_ path: String) -> Bool {
    [code, tests].compactMap { $0 }.contains { path.hasPrefix($0.path + "/") }
  }

  /// All Swift files of the package; of the folders alone, where there is no package.
  func read() throws -> (own: [Update.File], others: [Update.File]) {
    let (own, others) = try find()
    return (try own.map(read), try others.map(read))
  }

  private func read(_ path: String) throws -> Update.File {
    do {
      return Update.File(
        path: path, text: try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8))
    } catch {
      throw InputError("the file can't be read: \(error.localizedDescription)", file: Paths.shown(path))
    }
  }

  private func find() throws -> (own: [String], others: [String]) {
    let modules = [code, tests].compactMap { $0 }.map(module)
    var paths: Set<String> = []
    // Folders of code that follows another document.
    var followers: Set<String> = []
    for root in [package].compactMap({ $0 }) + modules {
      guard
        let found = FileManager.default.enumerator(
          at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
      else { continue }
      for case let url as URL in found {
        if url.pathExtension == "swift" {
          paths.insert(url.standardizedFileURL.path)
        } else if FileManager.default.fileExists(atPath: url.appendingPathComponent(".scaffold").path) {
          followers.insert(url.standardizedFileURL.path)
        }
      }
    }
    func isIn(_ path: String, _ folder: String) -> Bool { path.hasPrefix(folder + "/") }
    let own = paths.filter { path in modules.contains { isIn(path, $0.path) } }
    let others = paths.subtracting(own).filter { path in !followers.contains { isIn(path, $0) } }
    return (own.sorted(), others.sorted())
  }

  /// The folder of the module that a folder is in: `Sources/Shop` of the package, or `Sources` if it has files itself.
  private func module(_ folder: URL) -> URL {
    guard let package, folder.path.hasPrefix(package.path + "/") else { return folder }
    let below = folder.path.dropFirst(package.path.count + 1).split(separator: "/").prefix(2)
    let folders = below.indices.map { end in
      below[...end].reduce(package) { $0.appendingPathComponent(String($1), isDirectory: true) }
        .standardizedFileURL
    }
    return folders.first(where: hasSwiftFiles) ?? folders.last ?? folder
  }

  private func hasSwiftFiles(_ folder: URL) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.contains { $0.hasSuffix(".swift") }
  }

  private var package: URL? {
    var folder = code
    while folder.path != "/" {
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
        return folder
      }
      folder = folder.deletingLastPathComponent()
    }
    return nil
  }
}
#endif
