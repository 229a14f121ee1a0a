/// The names that were given, which stay while they are possible.
public struct RecordedNames: Codable, Equatable, Sendable {
  /// Of the API.
  public var api = ""
  /// Of each operation, by method and path, with the names of parameters left out: `GET /users/{}`.
  public var operations: [String: String] = [:]
  /// Of each schema with a name, by its file and place.
  public var types: [String: String] = [:]
  /// Whether keys are read by the strategy for snake case.
  public var readsSnakeCase = false

  public init() {}
}

extension RecordedNames {
  /// An operation without the names of its path parameters.
  static func key(method: String, path: String) -> String {
    var key = method + " "
    var isParameter = false
    for character in path {
      if character == "{" {
        isParameter = true
        key += "{}"
      } else if character == "}" {
        isParameter = false
      } else if !isParameter {
        key.append(character)
      }
    }
    return key
  }

  static func key(_ name: Schema.Name) -> String { "\(name.pointer)" }
}
