/// Compares the header fields that responses declare.
extension Comparer {
  /// Compares the properties that read them, which all responses have.
  func compareHeaderFields() {
    let properties = fieldProperties
    for (key, before) in properties.old {
      let after = properties.new[key]
      let spot = fieldSpot(before, after)
      guard let after else {
        report(gone: spot, .swift, "the header field \(before.field.name) is gone")
        continue
      }
      if before.field.value != after.field.value {
        _ = retype(spot, .breaks)
      } else if old.assembly.keys == new.assembly.keys {
        reportRenamed(spot)
      }
      reportWords(spot, before.field.documentation, after.field.documentation)
    }
    for (key, after) in properties.new where properties.old[key] == nil {
      report(new: fieldSpot(nil, after), .neither, "the header field \(after.field.name) is new")
    }
  }

  private func fieldSpot(_ before: ResponseFields.Property?, _ after: ResponseFields.Property?) -> Spot {
    let name = (before ?? after)?.field.name ?? ""
    func named(_ property: ResponseFields.Property?) -> Named {
      Named(path: "ResponseHead.\(property?.name ?? name)")
    }
    return Spot(
      origin: .api, direction: .read, unit: .field, label: "the header field \(name)",
      key: "field \(name.lowercased())", before: named(before), after: named(after))
  }

  /// Those that are read by a property of their own, by their names in lower case.
  static func fieldProperties(of side: Side) -> [String: ResponseFields.Property] {
    let fields = ResponseFields(side.assembly.api, keys: side.assembly.keys)
    return Dictionary(
      fields.properties.map { ($0.field.name.lowercased(), $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// Compares the fields that an operation declares, but for those that are new or gone in all operations, and Link,
  /// of which paging speaks.
  func compareFields(_ one: Operation, _ other: Operation, at spot: Spot) {
    func declared(_ operation: Operation) -> [String: String] {
      let fields = operation.responses.flatMap(\.fields).filter { field in
        !field.isOfMessage && field.standardProperty != "links"
      }
      return Dictionary(fields.map { ($0.name.lowercased(), $0.name) }, uniquingKeysWith: { one, _ in one })
    }
    let names = (old: declared(one), new: declared(other))
    var spot = spot
    spot.unit = .field
    for (key, name) in names.old.merging(names.new, uniquingKeysWith: { one, _ in one }) {
      let isThere = (old: names.old[key] != nil, new: names.new[key] != nil)
      let isRead = (old: fieldProperties.old[key] != nil, new: fieldProperties.new[key] != nil)
      guard isThere.old != isThere.new, isRead.old == isRead.new else { continue }
      spot.key = "field \(key)"
      report(
        spot, isThere.old ? .removed : .added, isThere.old ? .swift : .neither,
        "the header field \(name) is \(isThere.old ? "gone" : "new")", before: nil, after: nil,
        part: "presence")
    }
  }
}
