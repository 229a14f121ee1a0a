import Foundation
import ReparteeJSON

extension OpenAPIReader {
  /// Follows references to the value they lead to.
  func resolved(_ place: Place) throws -> Place {
    var place = place
    var seen: Set<Schema.Name> = []
    while let reference = place.reference {
      guard seen.insert(place.name).inserted else { throw place.error("the reference leads back to itself") }
      place = try target(of: reference, from: place)
    }
    return place
  }

  func target(of reference: String, from place: Place) throws -> Place {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts.first ?? "")
    let fragment = parts.count == 2 ? String(parts[1]) : ""
    if let resources = place.file.resources,
      let pointer = resources.target(path, fragment: fragment, from: place.pointer, in: place.file.root),
      let value = pointer.value(in: place.file.root)
    {
      return Place(file: place.file, pointer: pointer, value: value)
    }
    let file = path.isEmpty ? place.file : try self.file(path, from: place)
    guard
      let pointer = Pointer(fragment: fragment)
        ?? file.resources?.target("", fragment: fragment, from: Pointer(), in: file.root)
    else {
      throw place.error("the reference \"\(reference)\" is neither a JSON Pointer nor an anchor of the file")
    }
    guard let value = pointer.value(in: file.root) else {
      throw place.error("the reference \"\(reference)\" leads nowhere")
    }
    return Place(file: file, pointer: pointer, value: value)
  }

  private func file(_ path: String, from place: Place) throws -> SourceFile {
    guard !path.contains("://") else {
      throw place.error("\"\(path)\" is not read: save it beside the document, and refer to the file")
    }
    let relative = path.removingPercentEncoding ?? path
    let folder = place.file.name.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let name =
      relative.hasPrefix("/")
      ? relative : Self.standardized((folder.map(String.init) + [relative]).joined(separator: "/"))
    if let file = files[name] { return file }
    do {
      let file = try load(name)
      files[name] = file
      return file
    } catch let error as InputError {
      // What is wrong in the file has its place there; that there is none has the reference's.
      throw error.line == nil ? place.error("\(error.file): \(error.message)") : error
    } catch {
      throw place.error("the file \"\(name)\" can't be read: \(error.localizedDescription)")
    }
  }

  /// A file that was read before.
  func loaded(_ name: String) throws -> SourceFile {
    if let file = files[name] { return file }
    let file = try load(name)
    files[name] = file
    return file
  }

  private static func standardized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      if part == "." { continue }
      if part == "..", let last = parts.last, last != "..", !last.isEmpty { parts.removeLast(); continue }
      parts.append(part)
    }
    return parts.joined(separator: "/")
  }
}
