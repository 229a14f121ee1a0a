import Foundation
import ReparteeJSON

/// Reads OpenAPI 3.1, 3.0 and 2.0, and the files that a document refers to.
final class OpenAPIReader {
  /// A value of a document, and where it is.
  struct Place {
    var file: SourceFile
    var pointer: Pointer
    var value: JSONValue

    subscript(key: String) -> Place? {
      value[key].map { Place(file: file, pointer: pointer.appending(key), value: $0) }
    }

    /// The members of an object, or of the elements of an array, in order.
    var children: [(key: String, place: Place)] {
      switch value {
      case .object(let object):
        object.map { ($0.key, Place(file: file, pointer: pointer.appending($0.key), value: $0.value)) }
      case .array(let elements):
        elements.enumerated().map {
          (
            String($0.offset),
            Place(file: file, pointer: pointer.appending(String($0.offset)), value: $0.element)
          )
        }
      default: []
      }
    }

    /// What it refers to. Where schemas extend others, a dynamic reference may lead elsewhere (JSON Schema 2020-12,
    /// section 8.2.3.2); it is read as a plain one.
    var reference: String? { value["$ref"]?.string ?? value["$dynamicRef"]?.string }

    /// A string; also one without quotes in YAML, which is a number or a boolean there, as it is written.
    var text: String? {
      value.string ?? (value.number == nil && value.bool == nil ? nil : file.scalar(at: pointer))
    }

    func error(_ message: String) -> InputError { file.error(message, at: pointer) }
    var name: Schema.Name { Schema.Name(file: file.name, pointer: pointer) }
  }

  enum Version { case swagger, openAPI }

  let document: SourceFile
  let version: Version
  let selection: Selection
  let load: (String) throws -> SourceFile
  var files: [String: SourceFile]

  /// The schemas read so far, and those still to read.
  var schemas: [Schema.Name: Schema] = [:]
  var awaited: [Place] = []
  /// What a schema with a discriminator is for those that include it.
  var bases: [Schema.Name: Schema.Object] = [:]
  var inProgress: Set<Schema.Name> = []
  /// How many schemas are being read for the sake of each other, by whatever names.
  var level = 0
  /// How many schemas were made of several, for the operation that is being read.
  var combinations = 0
  /// The schemas of the operation that is being read, which are dropped with it if it can't be read.
  var latest: [Schema.Name] = []
  /// The examples of the operation that is being read: what they are depends on schemas that are read after it.
  var examples: [DeclaredResponse.Status: [Place]] = [:]
  var referencedFields: [String: ResponseField] = [:]
  /// The security schemes that operations use and the document does not describe, and why it does not.
  var undescribed: [String: String] = [:]
  /// How many segments at the start of all paths say nothing about an operation.
  var prefixCount = 0
  /// What Kubernetes sends to those who watch: its document has the watched list in its place.
  lazy var watchEvent: Place? = namedSchemas.first { $0.key.split(separator: ".").last == "WatchEvent" }?
    .place
  lazy var schemes: [SecurityScheme] = securitySchemes()
  lazy var children: [Schema.Name: [Place]] = includingSchemas()

  /// Reads the document; other files are read with the function, by paths relative to this one's.
  init(_ document: SourceFile, selection: Selection, load: @escaping (String) throws -> SourceFile) throws {
    self.document = document
    self.selection = selection
    self.load = load
    files = [document.name: document]
    let root = document.root
    if let text = root["openapi"]?.string ?? root["openapi"]?.number?.text {
      guard text.hasPrefix("3.") else {
        throw document.error(
          "OpenAPI \(text) is not supported; 3.0, 3.1 and 2.0 are", at: Pointer(["openapi"]))
      }
      version = .openAPI
    } else if let text = root["swagger"]?.string ?? root["swagger"]?.number?.text {
      guard text.hasPrefix("2") else {
        throw document.error("Swagger \(text) is not supported; 2.0 is", at: Pointer(["swagger"]))
      }
      version = .swagger
    } else {
      throw document.error(
        "this is not an OpenAPI document: it has neither `openapi` nor `swagger`", at: Pointer())
    }
  }

  /// Reads what code is written for: schemas that are alike are one, and what is sent in another form than it is read in
  /// is two.
  func readShared(progress: (Int, Int) -> Void = { _, _ in }) throws -> API {
    SentSchemas(SharedSchemas(try read(progress: progress)).applied()).applied()
  }

  func read(progress: (Int, Int) -> Void = { _, _ in }) throws -> API {
    let root = Place(file: document, pointer: Pointer(), value: document.root)
    var api = API(title: root["info"]?["title"]?.text ?? "API")
    api.documentation = prose(root["info"]?["description"])
    api.servers = servers(root)
    api.security = schemes
    let paths = root["paths"].flatMap { $0.value.isNull ? nil : $0 }
    if let paths, paths.value.object == nil { throw paths.error("`paths` is not an object") }

    var found: [(method: String, path: String, item: Place, operation: Place)] = []
    api.isModelsOnly = selection.isEverything
    for (path, original) in paths?.children ?? [] where !path.hasPrefix("x-") {
      let item: Place
      do {
        item = try resolved(original)
      } catch let error as InputError {
        api.isModelsOnly = false
        if selection.includes(method: "*", path: path, name: nil) {
          api.omissions.append(Omission(operation: path, reason: error.description))
        }
        continue
      }
      for (key, operation) in item.children where Self.methods.contains(key.lowercased()) {
        api.isModelsOnly = false
        let method = key.uppercased()
        if selection.includes(method: method, path: path, name: operation["operationId"]?.text) {
          found.append((method, path, item, operation))
        }
      }
    }
    if api.isModelsOnly { try readModels(into: &api) }
    prefixCount = PathPrefix.count(
      all: (paths?.children ?? []).map(\.key).filter { $0.hasPrefix("/") }.map { Self.split($0).0 },
      selected: found.map { Self.split($0.path).0 })
    if !found.isEmpty {
      let operations = found.map {
        (method: $0.method, path: $0.path, name: $0.operation["operationId"]?.text)
      }
      api.omissions += selection.unmatched(by: operations)
    }
    for (index, (method, path, item, place)) in found.enumerated() {
      progress(index, found.count)
      do {
        examples = [:]
        var operation = try whole { try self.operation(place, method: method, path: path, item: item) }
        readExamples(of: &operation)
        readProblems(of: &operation)
        api.operations.append(operation)
      } catch let error as InputError {
        api.omissions.append(Omission(operation: "\(method) \(path)", reason: error.description))
      }
    }
    api.omissions += undescribed.sorted { $0.key < $1.key }.map {
      Omission(operation: "security scheme \($0.key)", reason: $0.value, isOperation: false)
    }
    api.schemas = schemas
    api.placedNames = placedNames()
    return api
  }

  static let methods: Set<String> = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
  ]

  // MARK: What stands at the top

  func text(_ place: Place?) -> String? {
    let text = place?.text?.trimmingCharacters(in: .whitespacesAndNewlines)
    return text?.isEmpty == true ? nil : text
  }

  /// A description: Markdown, or HTML as Markdown.
  func prose(_ place: Place?) -> String? {
    text(place).map(HTMLText.markdown).flatMap { $0.isEmpty ? nil : $0 }
  }
}
