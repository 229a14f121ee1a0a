import Foundation
import ReparteeJSON

/// The folder of a record: `record.json`, the document, and what was written, in a hidden folder beside the code.
public struct RecordFolder: Sendable {
  /// `Sources/Shop/.scaffold/Shop`
  public let url: URL

  /// - Parameter code: The folder of the code.
  public init(named name: String, in code: URL) {
    url = code.appendingPathComponent(".scaffold/\(name)", isDirectory: true)
  }

  /// The record in a folder of code.
  ///
  /// - Parameter name: Whose, if there are several.
  public init(in code: URL, named name: String?) throws {
    let names = Self.names(in: code)
    if let name, !names.contains(name) {
      throw InputError("there is no record called \(name) in .scaffold", file: code.relativePath)
    }
    guard let found = name ?? names.first else {
      throw InputError(
        "there is no record in .scaffold: `scaffold adopt` writes one for code that has none",
        file: code.relativePath)
    }
    guard name != nil || names.count == 1 else {
      throw InputError(
        "there are several records (\(names.joined(separator: ", "))): say which with --name",
        file: code.relativePath)
    }
    self.init(named: found, in: code)
  }

  /// The folder of the code.
  var code: URL { url.deletingLastPathComponent().deletingLastPathComponent() }

  /// The names of the records in a folder of code.
  private static func names(in code: URL) -> [String] {
    let folder = code.appendingPathComponent(".scaffold", isDirectory: true)
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return entries.filter {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0)/record.json").path)
    }.sorted()
  }

  private var recordURL: URL { url.appendingPathComponent("record.json") }
  private var documentURL: URL { url.appendingPathComponent("document.json") }
  private func writtenURL(_ isTest: Bool) -> URL {
    url.appendingPathComponent(isTest ? "written-tests" : "written", isDirectory: true)
  }

  // MARK: Reading

  public func record() throws -> Record {
    do {
      return try JSONCoder().decode(Record.self, from: Data(contentsOf: recordURL))
    } catch {
      throw InputError("this record can't be read: \(error)", file: recordURL.path)
    }
  }

  /// What the tool wrote.
  public func written() throws -> [WrittenFile] {
    try [false, true].flatMap { isTest -> [WrittenFile] in
      let folder = writtenURL(isTest)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
        do {
          let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
          return WrittenFile(name: name, text: text, isTest: isTest)
        } catch {
          throw InputError("this part of the record can't be read: \(error.localizedDescription)", file: name)
        }
      }
    }
  }

  /// The recorded document, as a function that reads its files.
  public func document() throws -> (name: String, load: @Sendable (String) throws -> Data) {
    do {
      let bundle = try DocumentBundle(Data(contentsOf: documentURL))
      return (bundle.main, { try bundle.load($0) })
    } catch let error as CocoaError {
      throw InputError(
        "the recorded document can't be read: \(error.localizedDescription)", file: documentURL.path)
    }
  }

  // MARK: Writing

  /// The files of a record, with their contents.
  public func files(_ record: Record, document: DocumentBundle, written: [WrittenFile]) throws -> [(
    url: URL, data: Data
  )] {
    let value = try JSONCoder().decode(JSONValue.self, from: JSONCoder().encode(record))
    let text = value.text(indentation: "  ", sortingKeys: true) + "\n"
    return [(recordURL, Data(text.utf8)), (documentURL, document.data)]
      + written.map { (writtenURL($0.isTest).appendingPathComponent($0.name), Data($0.text.utf8)) }
  }

  /// The files of an earlier version of the record that these are not.
  public func surplus(_ written: [WrittenFile]) -> [URL] {
    [false, true].flatMap { isTest -> [URL] in
      let folder = writtenURL(isTest)
      let names = Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      return names.subtracting(written.filter { $0.isTest == isTest }.map(\.name)).sorted()
        .map { folder.appendingPathComponent($0) }
    }
  }
}
