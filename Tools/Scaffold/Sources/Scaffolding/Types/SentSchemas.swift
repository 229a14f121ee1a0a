/// Makes two schemas of each that is read and sent, and requires a member that only one of the two has: the identifier
/// that a server gives is there in every response, and in no request.
struct SentSchemas {
  private let api: API
  private var split: Set<Schema.Name> = []

  init(_ api: API) {
    self.api = api
    let both = Set(SchemaUses(api).uses.filter { $0.value.isSuperset(of: .both) }.keys)
    var users: [Schema.Name: [Schema.Name]] = [:]
    var work: [Schema.Name] = []
    for name in both {
      guard let schema = api.schemas[name] else { continue }
      var isOneWay = false
      Self.visit(schema) { part in
        switch part.shape {
        case .reference(let target): users[target, default: []].append(name)
        case .object(let object) where object.properties.contains(where: \.isRequiredOneWay): isOneWay = true
        default: break
        }
      }
      if isOneWay { work.append(name) }
    }
    // What refers to one of two refers to the other where it is sent.
    while let name = work.popLast() {
      if split.insert(name).inserted { work += users[name] ?? [] }
    }
  }

  /// The API, in which what is sent has schemas of its own.
  func applied() -> API {
    guard !split.isEmpty else { return api }
    var result = api
    for name in split {
      guard var schema = api.schemas[name].map(sent) else { continue }
      schema.documentation = ["As it is sent.", schema.documentation].compactMap { $0 }.joined(separator: " ")
      result.schemas[Self.sentName(name)] = schema
      var placed = api.placedNames[name] ?? PlacedName(text: name.text)
      placed.text += " body"
      result.placedNames[Self.sentName(name)] = placed
      if api.roots[name] != nil {
        result.roots[name] = .decoded
        result.roots[Self.sentName(name)] = .encoded
      }
    }
    for index in result.operations.indices {
      for number in result.operations[index].parameters.indices {
        let schema = result.operations[index].parameters[number].schema
        result.operations[index].parameters[number].schema = sent(schema)
      }
      if let schema = result.operations[index].body?.schema {
        result.operations[index].body?.schema = sent(schema)
      }
    }
    return result
  }

  private static let mark = "(sent)"

  /// Whether a schema is one that was made here: names of the document come first.
  static func isSent(_ name: Schema.Name) -> Bool { name.pointer.tokens.last == mark }

  private static func sentName(_ name: Schema.Name) -> Schema.Name {
    Schema.Name(file: name.file, pointer: name.pointer.appending(mark))
  }

  private static func visit(_ schema: Schema, _ body: (Schema) -> Void) {
    body(schema)
    switch schema.shape {
    case .array(let element), .map(let element): visit(element, body)
    case .object(let object): for property in object.properties { visit(property.schema, body) }
    case .union(let union): for variant in union.variants { visit(variant, body) }
    default: break
    }
  }

  private func sent(_ schema: Schema) -> Schema {
    var result = schema
    switch schema.shape {
    case .reference(let name) where split.contains(name): result.shape = .reference(Self.sentName(name))
    case .array(let element): result.shape = .array(sent(element))
    case .map(let element): result.shape = .map(sent(element))
    case .object(var object):
      for index in object.properties.indices {
        object.properties[index].schema = sent(object.properties[index].schema)
      }
      result.shape = .object(object)
    case .union(var union):
      union.variants = union.variants.map(sent)
      result.shape = .union(union)
    default: break
    }
    return result
  }
}

extension Schema.Property {
  /// Whether it is always there in what is read, and never in what is sent, or the other way round.
  fileprivate var isRequiredOneWay: Bool { isRequired && isReadOnly != isWriteOnly }
}
