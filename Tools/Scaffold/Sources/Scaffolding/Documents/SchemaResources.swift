import Foundation
import ReparteeJSON

/// The schemas of a file that have an identifier of their own, and the anchors in them (JSON Schema 2020-12, sections
/// 8.2.1 and 8.2.2).
struct SchemaResources {
  private struct Anchor: Hashable {
    var resource: Pointer
    var name: String
  }

  private var resources: [String: Pointer] = [:]
  private var identifiers: [Pointer: String] = [:]
  private var anchors: [Anchor: Pointer] = [:]

  /// Keys whose values are no schemas.
  private static let data: Set = ["const", "default", "enum", "example", "examples"]
  /// Keys whose members have names, whatever these are.
  private static let groups: Set = ["$defs", "definitions", "patternProperties", "properties", "schemas"]

  /// - Parameter name: What the file is called, to which its identifiers are relative.
  init(of root: JSONValue, named name: String) {
    let base = root["$self"]?.string ?? name
    identifiers[Pointer()] = base
    resources[base] = Pointer()
    resources[name] = Pointer()
    var work: [(value: JSONValue, pointer: Pointer, resource: Pointer, isGroup: Bool)] = [
      (root, Pointer(), Pointer(), false)
    ]
    while let (value, pointer, resource, isGroup) = work.popLast() {
      if let elements = value.array {
        for (index, element) in elements.enumerated() {
          work.append((element, pointer.appending(String(index)), resource, false))
        }
      }
      guard let object = value.object else { continue }
      let inner = isGroup ? resource : add(object, at: pointer, in: resource)
      for (key, member) in object where isGroup || !(Self.data.contains(key) || key.hasPrefix("x-")) {
        work.append((member, pointer.appending(key), inner, !isGroup && Self.groups.contains(key)))
      }
    }
  }

  /// Adds what an object says of itself; returns the schema with an identifier that it is in.
  private mutating func add(_ object: JSONObject, at pointer: Pointer, in resource: Pointer) -> Pointer {
    var resource = resource
    if let identifier = object["$id"]?.string, !identifier.isEmpty {
      if identifier.hasPrefix("#") {
        // As drafts before 2019-09 write an anchor.
        anchors[Anchor(resource: resource, name: String(identifier.dropFirst()))] = pointer
      } else {
        let absolute = Self.absolute(identifier, in: identifiers[resource] ?? "")
        resources[absolute] = resources[absolute] ?? pointer
        identifiers[pointer] = absolute
        resource = pointer
      }
    }
    for key in ["$anchor", "$dynamicAnchor"] {
      if let name = object[key]?.string { anchors[Anchor(resource: resource, name: name)] = pointer }
    }
    return resource
  }

  private static func absolute(_ reference: String, in base: String) -> String {
    let absolute = URL(string: reference, relativeTo: URL(string: base))?.absoluteString ?? reference
    return absolute.hasSuffix("#") ? String(absolute.dropLast()) : absolute
  }

  /// Where a reference leads within the file; nil if it leads to another one, or nowhere.
  ///
  /// - Parameters:
  ///   - path: What stands before the number sign.
  ///   - place: Where the reference stands.
  func target(_ path: String, fragment: String, from place: Pointer, in root: JSONValue) -> Pointer? {
    let own = enclosing(place)
    guard
      let resource = path.isEmpty ? own : resources[Self.absolute(path, in: identifiers[own] ?? "")]
    else { return nil }
    guard let inner = Pointer(fragment: fragment) else {
      return anchor(fragment, in: resource, isOwn: path.isEmpty)
    }
    let pointer = Pointer(resource.tokens + inner.tokens)
    return pointer.value(in: root) == nil ? nil : pointer
  }

  /// The place of an anchor in a schema with an identifier, or else in the file if it is called by its name alone.
  private func anchor(_ fragment: String, in resource: Pointer, isOwn: Bool) -> Pointer? {
    let name = fragment.removingPercentEncoding ?? fragment
    if let pointer = anchors[Anchor(resource: resource, name: name)] { return pointer }
    guard isOwn else { return nil }
    let others = anchors.filter { $0.key.name == name }
    return others.count == 1 ? others.first?.value : nil
  }

  /// The schema with an identifier that a place is in; the whole if it is in none.
  private func enclosing(_ place: Pointer) -> Pointer {
    guard identifiers.count > 1 else { return Pointer() }
    for count in stride(from: place.tokens.count, to: 0, by: -1) {
      let pointer = Pointer(Array(place.tokens.prefix(count)))
      if identifiers[pointer] != nil { return pointer }
    }
    return Pointer()
  }
}
