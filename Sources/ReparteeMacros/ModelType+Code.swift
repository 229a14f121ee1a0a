#if Macros
import SwiftSyntax

extension ModelType {
  /// Qualifies generated names: the model's module can't hide them.
  private static let library = "ReparteeJSON"

  func extensions(of type: String) -> [String] {
    [(reading, initializer), (writing, method)].compactMap { conformance, function in
      // The inherited protocol, too: the compiler assumes that the type conforms to every protocol that the macro may
      // add.
      let protocols =
        (conformance.isBaseDeclared ? [] : ["Swift.\(conformance.base)"])
        + (conformance.isDeclared ? [] : ["\(Self.library).\(conformance.name)"])
      let function = isClass ? nil : function
      guard function != nil || !protocols.isEmpty else { return nil }
      let colon = protocols.isEmpty ? "" : ": "
      let head =
        "\(isNonisolated ? "nonisolated " : "")extension \(type)\(colon)\(protocols.joined(separator: ", "))"
        + "\(requirements(of: conformance)) {"
      let body = function?.split(separator: "\n").map { "  \($0)\n" }.joined()
      return availability.map { $0 + "\n" }.joined() + head + (body.map { "\n" + $0 } ?? "") + "}"
    }
  }

  /// Nil if the type declares it. It assigns the properties: not every struct has a memberwise initializer.
  var initializer: String? {
    guard reading.needsFunction else { return nil }
    let required = isClass && !isFinal ? "required " : ""
    func lines(_ isIncluded: (StoredProperty) -> Bool = { _ in true }) -> [String] {
      Member.lines(of: members) { property in
        guard let key = keys[property]?.swiftLiteral, property.canBeRead, isIncluded(property) else {
          return nil
        }
        let name = "self.\(property.spelling)"
        return property.hasDefault
          ? "\(name) = try json._value(under: \(key), default: \(name))" : "\(name) = try json[\(key)]"
      }
    }
    // A default of an observable class can be read only when all properties have a value.
    let lines = isClass ? lines { !$0.hasDefault } + lines(\.hasDefault) : lines()
    return function(
      "\(access)\(required)init(json: \(Self.library).JSONReader) throws", reading, lines,
      isDeprecated: read.contains(where: \.isDeprecated))
  }

  var method: String? {
    guard writing.needsFunction else { return nil }
    let lines = Member.lines(of: members) { property in
      guard let key = keys[property]?.swiftLiteral else { return nil }
      let write = property.hasDefault && !property.isConstant ? "_writeOrNull" : "write"
      return "try json.\(write)(self.\(property.spelling), forKey: \(key))"
    }
    return function(
      "\(isOpen ? "open " : access)func write(to json: inout \(Self.library).JSONWriter) throws", writing,
      lines,
      isDeprecated: written.contains(where: \.isDeprecated))
  }

  private var written: [StoredProperty] { members.flatMap(\.properties).filter { keys[$0] != nil } }

  private var read: [StoredProperty] { written.filter(\.canBeRead) }

  private func function(
    _ head: String, _ conformance: Conformance, _ lines: [String], isDeprecated: Bool
  ) -> String {
    // Deprecated code can use deprecated properties without a warning.
    let attribute = isDeprecated ? "@available(*, deprecated)\n" : ""
    let condition = isClass ? requirements(of: conformance) : ""
    return attribute + head + condition + " {\n" + lines.map { "  \($0)\n" }.joined() + "}"
  }

  private func requirements(of conformance: Conformance) -> String {
    guard !conformance.parameters.isEmpty else { return "" }
    let list = conformance.parameters.map { "\($0): \(Self.library).\(conformance.name)" }
    return " where " + list.joined(separator: ", ")
  }
}
#endif
