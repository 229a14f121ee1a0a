import Foundation
import ReparteeJSON

/// A document with the files that it refers to, in one JSON text.
public struct DocumentBundle: Sendable {
  /// The name of the document itself.
  public private(set) var main: String
  private var files: [String: JSONValue] = [:]

  /// The key of a text that has several files.
  private static let key = "scaffold-files"

  /// - Parameter contents: The files that were read, the document first.
  public init(_ contents: [(name: String, data: Data)]) throws {
    main = contents.first?.name ?? ""
    for (name, data) in contents { files[name] = try SourceFile(name: name, bytes: data).root }
  }

  /// Reads what ``data`` is.
  init(_ data: Data) throws {
    let root = try SourceFile.json(data, file: "document.json")
    guard let object = root.object, let entries = object[Self.key]?.object, let main = object["main"]?.string
    else {
      main = "document.json"
      files[main] = root
      return
    }
    self.main = main
    for (name, value) in entries { files[name] = value }
  }

  /// The text: of one file it is the file.
  public var data: Data {
    guard files.count > 1, let first = files[main] else {
      return Data(PrettyJSON.text(files[main] ?? .null).utf8)
    }
    var entries = JSONObject()
    entries[main] = first
    for (name, value) in files.sorted(by: { $0.key < $1.key }) where name != main { entries[name] = value }
    var object = JSONObject()
    object["main"] = .string(main)
    object[Self.key] = .object(entries)
    return Data(PrettyJSON.text(.object(object)).utf8)
  }

  func load(_ name: String) throws -> Data {
    guard let value = files[name] else {
      throw InputError("the recorded document has no such file", file: name)
    }
    return try JSONCoder().encode(value)
  }
}

/// Reads files, and keeps what it has read.
public final class RecordingLoader {
  public private(set) var contents: [(name: String, data: Data)] = []
  private let read: (String) throws -> Data

  public init(_ read: @escaping (String) throws -> Data) { self.read = read }

  public func load(_ name: String) throws -> Data {
    let data = try read(name)
    if !contents.contains(where: { $0.name == name }) { contents.append((name, data)) }
    return data
  }
}

/// JSON with a line for each value, so that versions of it can be compared.
enum PrettyJSON {
  static func text(_ value: JSONValue) -> String {
    var text = ""
    write(value, indentation: "", to: &text)
    return text + "\n"
  }

  private static func write(_ value: JSONValue, indentation: String, to text: inout String) {
    let inner = indentation + "  "
    func list<Entry>(_ entries: [Entry], _ brackets: (String, String), _ entry: (Entry, inout String) -> Void)
    {
      text += brackets.0
      for (index, value) in entries.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        entry(value, &text)
      }
      text += entries.isEmpty ? brackets.1 : "\n\(indentation)\(brackets.1)"
    }
    switch value {
    case .object(let object):
      list(object.map { ($0.key, $0.value) }, ("{", "}")) { entry, text in
        text += scalar(.string(entry.0)) + ": "
        write(entry.1, indentation: inner, to: &text)
      }
    case .array(let elements):
      list(elements, ("[", "]")) { element, text in write(element, indentation: inner, to: &text) }
    default: text += scalar(value)
    }
  }

  private static func scalar(_ value: JSONValue) -> String {
    (try? JSONCoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}
