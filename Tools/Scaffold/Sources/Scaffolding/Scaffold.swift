import Foundation
import ReparteeJSON

/// What was written, and what was not.
public struct Scaffold {
  public private(set) var files: [WrittenFile] = []
  /// How many operations were written, and of how many that were selected.
  public private(set) var written = 0
  public private(set) var selected = 0
  public private(set) var omissions: [Omission] = []
  /// How many models were written of a document that has no operations; nil of others.
  public private(set) var models: Int?
  /// Whether calls of a recording were left out because they load pages.
  public private(set) var leavesOutPages = false
  /// The names that were given.
  public private(set) var names = RecordedNames()

  /// Writes Swift for an OpenAPI document.
  ///
  /// - Parameters:
  ///   - path: The document's name, for errors and relative references.
  ///   - module: The module that tests of the document's examples import; nil writes none.
  ///   - load: Reads a file.
  public init(
    openAPI path: String, testing module: String? = nil, options: ScaffoldOptions = ScaffoldOptions(),
    load: @escaping (String) throws -> Data, progress: (Int, Int) -> Void = { _, _ in }
  ) throws {
    let source = { (name: String) in try SourceFile(name: name, bytes: try load(name)) }
    let reader = try OpenAPIReader(try source(path), selection: options.selection, load: source)
    let api = try reader.readShared(progress: progress)
    let assembly = Assembly(api, options: options)
    self.init(api, assembly)
    guard !api.operations.isEmpty || !omissions.isEmpty || models.map({ $0 > 0 }) == true else {
      throw InputError(options.selection.complaint, file: path)
    }
    guard let module, !api.isModelsOnly else { return }
    let tests = ExampleTests(api: api, assembly: assembly, module: module, style: options.style)
    files.append(WrittenFile(name: "\(assembly.name)Tests.swift", text: tests.text(), isTest: true))
  }

  /// Writes Swift for what a HAR document recorded.
  ///
  /// - Parameters:
  ///   - host: Whose calls are meant; nil takes the host with the most.
  ///   - includesPages: Whether pages, scripts, styles, images and fonts are operations, too.
  ///   - module: The module that the tests import; nil writes none.
  public init(
    recording path: String, host: String? = nil, includesPages: Bool = false, testing module: String? = nil,
    options: ScaffoldOptions = ScaffoldOptions(), load: (String) throws -> Data
  ) throws {
    let file = try SourceFile(name: path, bytes: try load(path))
    let reader = try RecordingReader(
      file, host: host, includesPages: includesPages, selection: options.selection)
    let api = SharedSchemas(reader.api).applied()
    let assembly = Assembly(api, options: options)
    self.init(api, assembly)
    leavesOutPages = reader.hasPageCalls
    guard let module else { return }
    let tests = RecordingTests(
      reader: reader, plans: assembly.plans, types: assembly.types, apiName: assembly.name, module: module,
      style: options.style)
    files.append(WrittenFile(name: "\(assembly.name)Tests.swift", text: tests.text(), isTest: true))
  }

  /// Writes the operations that a curl command calls.
  public init(curl command: String, options: ScaffoldOptions = ScaffoldOptions()) throws {
    let api = try CurlReader(command).api
    let assembly = Assembly(api, options: options)
    self.init(api, assembly)
    // One call needs no client of its own.
    files.removeAll { $0.name == assembly.name + ".swift" }
    let schemes =
      api.security.isEmpty ? "" : ", signed in by the \(api.security.map(\.name).joined(separator: ", "))"
    var head = SwiftWriter()
    head.comment("Of \(api.servers[0].text)\(schemes).")
    for case .other(let kind) in api.security.map(\.kind) {
      head.comment("Write \(kind) with `Authentication.signing`.")
    }
    for index in files.indices { files[index].text = head.text + files[index].text }
  }

  /// Writes a model that all of these documents fit.
  public init(
    samples: [(name: String, bytes: Data)], named name: String, options: ScaffoldOptions = ScaffoldOptions()
  ) throws {
    var sample = Sample()
    for (file, bytes) in samples {
      let value = try SourceFile(name: file, bytes: bytes).root
      // The elements of a list are samples of what it lists.
      for value in value.array ?? [value] { sample.add(value) }
    }
    guard sample.isObject else {
      throw InputError("a model is made of JSON objects", file: samples.first?.name ?? "-")
    }
    let schemaName = Schema.Name(file: "samples", pointer: Pointer([name]))
    var api = API(title: "Samples")
    api.schemas[schemaName] = Schema(sample.objectShape({ _, _ in nil }, []))
    api.roots[schemaName] = .both
    api.isOfSamples = true
    files = Assembly(api, options: options).modelFiles()
  }

  private init(_ api: API, _ assembly: Assembly) {
    omissions = api.omissions
    selected = api.operations.count + api.omissions.count(where: \.isOperation)
    models = api.isModelsOnly ? assembly.types.declarations.count : nil
    written = api.operations.count
    files = assembly.files()
    names = assembly.recordedNames
  }
}
