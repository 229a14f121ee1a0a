import Foundation
import ReparteeJSON

/// What is kept of a run, so that the code can follow later versions of the document: `.scaffold/NAME/record.json`.
public struct Record: Codable, Equatable, Sendable {
  /// The format of the record.
  public var format = 1
  /// Where the document was, without credentials.
  public var document: String
  /// The day, `2026-11-28`.
  public var date: String
  public var options: Options
  public var names: Names

  /// The options that shape the code.
  public struct Options: Codable, Equatable, Sendable {
    public var only: [String] = []
    public var name: String?
    public var access = "internal"
    public var isMainActor = false
    /// The folder of the tests, relative to that of the code, and the module that they import.
    public var tests: String?
    public var module: String?
  }

  /// The names that were given, which stay while they are possible.
  public struct Names: Codable, Equatable, Sendable {
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

  public init(document: String, date: String, options: Scaffold.Options, names: Names) {
    self.document = Self.withoutCredentials(document)
    self.date = date
    self.names = names
    self.options = Options(
      only: options.selection.patterns, name: options.name, access: options.style.access.rawValue,
      isMainActor: options.style.isMainActor)
  }

  /// The options of the run, with the names that it gave.
  public var scaffoldOptions: Scaffold.Options {
    var options = Scaffold.Options()
    options.selection = Selection(only: self.options.only)
    options.name = names.api
    options.style = Style(
      access: Style.Access(rawValue: self.options.access) ?? .internal, isMainActor: self.options.isMainActor)
    options.previous = names
    return options
  }

  /// A URL without its user and its query; a path as it is.
  static func withoutCredentials(_ document: String) -> String {
    guard document.contains("://"), var parts = URLComponents(string: document) else { return document }
    parts.user = nil
    parts.password = nil
    parts.query = nil
    parts.fragment = nil
    return parts.string ?? document
  }
}

extension Record.Names {
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
