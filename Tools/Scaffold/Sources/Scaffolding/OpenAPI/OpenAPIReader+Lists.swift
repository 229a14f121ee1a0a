import ReparteeJSON

extension OpenAPIReader {
  /// A list. One whose first elements have schemas of their own (`prefixItems`, or `items` of drafts before 2020-12) is a
  /// list of any of these.
  func list(_ place: Place, depth: Int) throws -> Schema {
    guard let prefix = prefix(of: place), let first = prefix.children.first?.place else {
      guard let items = place["items"], items.value.object != nil else { return Schema(.array(.any)) }
      return Schema(.array(try schema(items, depth: depth + 1)))
    }
    let rest = (place["prefixItems"] == nil ? place["additionalItems"] : place["items"])
      .flatMap { $0.value.object == nil ? nil : $0 }
    let elements = prefix.children.map(\.place) + [rest].compactMap { $0 }
    guard elements.allSatisfy({ hasShape($0) && $0.value.object?.isEmpty == false }) else {
      return Schema(.array(.any))
    }
    if elements.count == 1 { return Schema(.array(try schema(first, depth: depth + 1))) }
    return Schema(.array(try union(prefix, variants: elements, depth: depth)))
  }

  private func prefix(of place: Place) -> Place? {
    let prefix = place["prefixItems"] ?? place["items"]
    return prefix?.value.array?.isEmpty == false ? prefix : nil
  }

  /// What the elements of a list are, if they differ.
  func orderNote(_ place: Place, _ schema: Schema) -> String? {
    guard case .array(let element) = schema.shape else { return nil }
    guard let prefix = prefix(of: place), prefix.children.count > 1 else {
      // The elements have no place for a comment.
      let note = place["items"].flatMap { orderNote($0, element) }
      return note.map { "Each element has, \($0.prefix(1).lowercased() + $0.dropFirst())" }
    }
    switch element.shape {
    case .union, .any: break
    default: return nil
    }
    let names = prefix.children.map { _, place in
      text(place["title"]) ?? place["$ref"]?.value.string?.split(separator: "/").last.map { "`\($0)`" }
        ?? place["type"]?.value.string ?? "any value"
    }
    return "In this order: \(names.joined(separator: ", "))."
  }

  /// What the values of the keys are that an object does not name; nil if the document does not say.
  func additional(_ place: Place, depth: Int) throws -> Schema? {
    let patterns = place["patternProperties"]?.children.map(\.place) ?? []
    let others = place["additionalProperties"]
    // Whatever the patterns say, any other key may have any value.
    if others?.value.bool == true || others?.value.object?.isEmpty == true {
      return others?.value.bool == true && patterns.isEmpty ? nil : .any
    }
    let places = patterns + [others].compactMap { $0 }.filter { $0.value.object != nil }
    guard let first = places.first else { return nil }
    guard places.count > 1 else {
      return first.value.bool == nil ? try schema(first, depth: depth + 1) : .any
    }
    guard places.allSatisfy({ hasShape($0) && $0.value.object?.isEmpty == false }) else { return .any }
    return try union(place["patternProperties"] ?? place, variants: places, depth: depth)
  }
}
