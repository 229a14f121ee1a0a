import ReparteeJSON

@testable import Scaffolding

/// A change of the shop's description, and what is to be said of it.
struct PlantedChange {
  struct Expected {
    var mark: Change.Mark
    var unit: Change.Unit
    var kind: Change.Kind
    /// The beginning of the Swift, or a word of the sentence.
    var names: String
  }

  var name: String
  /// Nil if it can't be made at the place that was chosen.
  var plant: (inout JSONValue, inout SeededGenerator) -> [Expected]?

  init(_ name: String, _ plant: @escaping (inout JSONValue, inout SeededGenerator) -> [Expected]?) {
    self.name = name
    self.plant = plant
  }

  static var all: [PlantedChange] {
    ofProperties + ofValues + ofUnions + ofResponses + ofOperations + ofRequests + ofWords
  }
}

/// Which way the schemas of the shop's description go.
enum Way: CaseIterable {
  case read, sent, both

  static let schemas: [(name: String, way: Way)] = [
    ("Order", .read), ("Line", .read), ("Customer", .read), ("Card", .read), ("Transfer", .read),
    ("Cash", .read),
    ("CustomerEvent", .read), ("Fault", .read), ("OrderInput", .sent), ("LineInput", .sent),
    ("CardInput", .sent),
    ("TransferInput", .sent), ("CashInput", .sent), ("Note", .sent), ("Address", .both),
  ]

  var isSent: Bool { self != .read }
  var isRead: Bool { self != .sent }
}

/// A property of one of the schemas.
struct PlantedProperty {
  var schema: String
  var way: Way
  var key: String
  var isRequired: Bool

  /// `Order.total`
  var swift: String { "\(schema).\(KeyStyle.snakeCase.property(key))" }
  var path: ArraySlice<String> { ["components", "schemas", schema, "properties", key] }
  var requiredPath: ArraySlice<String> { ["components", "schemas", schema, "required"] }

  /// A random one, of which this is true.
  static func random(
    in document: JSONValue, using generator: inout SeededGenerator,
    where isFit: (PlantedProperty, JSONValue) -> Bool = { _, _ in true }
  ) -> PlantedProperty? {
    var found: [PlantedProperty] = []
    for (name, way) in Way.schemas {
      guard let schema = document["components"]?["schemas"]?[name] else { continue }
      let required = schema["required"]?.array?.compactMap(\.string) ?? []
      for (key, property) in schema["properties"]?.object ?? JSONObject() where key != "kind" {
        let candidate = PlantedProperty(
          schema: name, way: way, key: key, isRequired: required.contains(key))
        if isFit(candidate, property) { found.append(candidate) }
      }
    }
    return found.randomElement(using: &generator)
  }
}

extension JSONValue {
  mutating func require(_ property: PlantedProperty) {
    edit(property.requiredPath) { $0.append(.string(property.key)) }
  }

  mutating func unrequire(_ property: PlantedProperty) {
    edit(property.requiredPath) { value in
      value = .array((value?.array ?? []).filter { $0.string != property.key })
    }
  }
}

// MARK: Properties

extension PlantedChange {
  private static func property(
    _ name: String, where isFit: @escaping (PlantedProperty, JSONValue) -> Bool = { _, _ in true },
    _ plant: @escaping (inout JSONValue, PlantedProperty) -> (Change.Mark, Change.Kind)?
  ) -> PlantedChange {
    PlantedChange(name) { document, generator in
      guard let property = PlantedProperty.random(in: document, using: &generator, where: isFit) else {
        return nil
      }
      guard let (mark, kind) = plant(&document, property) else { return [] }
      return [Expected(mark: mark, unit: .property, kind: kind, names: property.swift)]
    }
  }

  private static func isPlain(_ type: String) -> (PlantedProperty, JSONValue) -> Bool {
    { $1["type"]?.string == type && $1["enum"] == nil && $1["format"] == nil }
  }

  private static func isScalar(_ property: PlantedProperty, _ schema: JSONValue) -> Bool {
    ["string", "integer", "number", "boolean"].contains(schema["type"]?.string)
  }

  static var ofProperties: [PlantedChange] {
    [
      property("a new optional property") { document, place in
        var new = place
        new.key = "added_\(place.key)"
        document.edit(new.path) { $0 = ["type": "string"] }
        return (.neither, .added)
      }.named { "\($0).added" },
      property("a new required property") { document, place in
        var new = place
        new.key = "added_\(place.key)"
        document.edit(new.path) { $0 = ["type": "integer"] }
        document.require(new)
        return (place.way.isSent ? .breaks : .neither, .added)
      }.named { "\($0).added" },
      property("optional becomes required", where: { property, _ in !property.isRequired }) {
        document, place in
        document.require(place)
        return (place.way.isSent ? .breaks : .swift, .required)
      },
      property("required becomes optional", where: { property, _ in property.isRequired }) {
        document, place in
        document.unrequire(place)
        return (place.way.isRead ? .breaks : .swift, .optional)
      },
      property("required becomes nullable", where: { $0.isRequired && isScalar($0, $1) && $1["enum"] == nil })
      {
        document, place in
        document.edit(place.path + ["type"]) { $0 = [$0 ?? "string", "null"] }
        return (place.way.isRead ? .breaks : .swift, .nullable)
      },
      property("a property is gone") { document, place in
        document.edit(place.path) { $0 = nil }
        document.unrequire(place)
        return (place.way.isSent || place.isRequired ? .breaks : .swift, .removed)
      },
      property("another type", where: isScalar) { document, place in
        document.edit(place.path) { schema in
          schema = ["type": schema?["type"]?.string == "boolean" ? "integer" : "boolean"]
        }
        return (.breaks, .type)
      },
      property("an object in place of a value", where: isScalar) { document, place in
        document.edit(place.path) { $0 = ["$ref": "#/components/schemas/Fault"] }
        return (.breaks, .type)
      },
      property("another format", where: isPlain("string")) { document, place in
        document.edit(place.path) { $0?["format"] = "date-time" }
        return (.breaks, .type)
      },
      property("a list in place of a value", where: isPlain("string")) { document, place in
        document.edit(place.path) { $0 = ["type": "array", "items": ["type": "string"]] }
        return (.breaks, .type)
      },
      property("elements of another type", where: { $0.key == "labels" && $1["type"] != nil }) {
        document, place in
        document.edit(place.path) { $0?["additionalProperties"] = ["type": "integer"] }
        return (.breaks, .type)
      },
      property("elements may be null", where: { property, _ in property.key == "labels" }) {
        document, place in
        document.edit(place.path) { $0?["additionalProperties"] = ["type": ["string", "null"]] }
        return (.breaks, .nullable)
      },
      property("a property is deprecated", where: isScalar) { document, place in
        document.edit(place.path) { $0?["deprecated"] = true }
        return (.neither, .deprecated)
      },
      property("only read", where: isScalar) { document, place in
        document.edit(place.path) { $0?["readOnly"] = true }
        return place.way.isSent ? (.breaks, .removed) : nil
      },
      property("only sent", where: isScalar) { document, place in
        document.edit(place.path) { $0?["writeOnly"] = true }
        return place.way.isRead ? (place.isRequired ? .breaks : .swift, .removed) : nil
      },
      PlantedChange("properties in another order") { document, generator in
        let (name, _) = Way.schemas.randomElement(using: &generator) ?? ("Order", .read)
        document.edit("components", "schemas", name, "properties") { $0?.reverse() }
        return [Expected(mark: .swift, unit: .type, kind: .reordered, names: "\(name).init")]
      },
      property("what is not shown", where: isPlain("string")) { document, place in
        document.edit(place.path) { schema in
          schema?["minLength"] = 1
          schema?["pattern"] = "^[a-z]+$"
          schema?["examples"] = ["a"]
        }
        return nil
      },
    ]
  }

  /// The same with other names in what is expected.
  private func named(_ rename: @escaping (String) -> String) -> PlantedChange {
    PlantedChange(name) { document, generator in
      plant(&document, &generator).map { expected in
        expected.map { item in
          var item = item
          item.names = rename(String(item.names.prefix { $0 != "." }))
          return item
        }
      }
    }
  }
}

// MARK: Values

extension PlantedChange {
  /// Enumerations, where they are listed, which way they go, and their paths in Swift.
  private static let enumerations: [(path: [String], way: Way, swift: String)] = [
    (["components", "schemas", "Order", "properties", "state"], .read, "Order.State"),
    (["components", "schemas", "OrderInput", "properties", "speed"], .sent, "OrderInput.Speed"),
    (["components", "schemas", "Address", "properties", "country"], .both, "Address.Country"),
  ]

  private static func value(
    _ name: String, _ plant: @escaping (inout JSONValue, Way, String) -> Expected
  ) -> PlantedChange {
    PlantedChange(name) { document, generator in
      guard let (path, way, swift) = enumerations.randomElement(using: &generator) else { return nil }
      var expected: Expected?
      document.edit(path[...]) { schema in
        var value = schema ?? [:]
        expected = plant(&value, way, swift)
        schema = value
      }
      return expected.map { [$0] }
    }
  }

  static var ofValues: [PlantedChange] {
    [
      value("a new value") { schema, _, swift in
        schema.edit("enum") { $0.append("more") }
        return Expected(mark: .neither, unit: .value, kind: .added, names: "\(swift).more")
      },
      value("a value is gone") { schema, way, swift in
        let gone = schema["enum"]?.array?.last?.string ?? ""
        schema.edit("enum") { $0 = .array(Array(($0?.array ?? []).dropLast())) }
        return Expected(
          mark: way.isSent ? .breaks : .swift, unit: .value, kind: .removed, names: "\(swift).\(gone)")
      },
      value("an enumeration becomes open") { schema, _, swift in
        schema["enum"] = nil
        return Expected(mark: .swift, unit: .property, kind: .opened, names: swift.lowercasedFirstOfLast)
      },
      PlantedChange("an enumeration becomes closed") { document, generator in
        let place = PlantedProperty.random(in: document, using: &generator) { isPlain("string")($0, $1) }
        guard let place else { return nil }
        document.edit(place.path) { $0?["enum"] = ["this", "that"] }
        return [
          Expected(
            mark: place.way.isSent ? .breaks : .swift, unit: .property, kind: .closed, names: place.swift)
        ]
      },
      PlantedChange("a value of a type with a name") { document, generator in
        document.edit("components", "schemas", "Level", "enum") { $0.append("bronze") }
        return [Expected(mark: .neither, unit: .value, kind: .added, names: "Level.bronze")]
      },
      PlantedChange("a value of a parameter is gone") { document, generator in
        document.edit("paths", "/orders", "get", "parameters", "3", "schema", "enum") { value in
          value = ["newest", "largest"]
        }
        return [
          Expected(mark: .breaks, unit: .value, kind: .removed, names: "ListOrders.Sort.oldest"),
          Expected(mark: .neither, unit: .value, kind: .added, names: "ListOrders.Sort.largest"),
        ]
      },
    ]
  }
}

extension String {
  /// `Order.state` of `Order.State`
  fileprivate var lowercasedFirstOfLast: String {
    let parts = split(separator: ".")
    return parts.dropLast().joined(separator: ".") + "." + (parts.last?.lowercased() ?? "")
  }
}
