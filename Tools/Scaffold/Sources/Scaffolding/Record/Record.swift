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
  public var names: RecordedNames

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

  public init(document: String, date: String, options: ScaffoldOptions, names: RecordedNames) {
    self.document = Self.withoutCredentials(document)
    self.date = date
    self.names = names
    self.options = Options(
      only: options.selection.patterns, name: options.name, access: options.style.access.rawValue,
      isMainActor: options.style.isMainActor)
  }

  /// The options of the run, with the names that it gave.
  public var scaffoldOptions: ScaffoldOptions {
    var options = ScaffoldOptions()
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
