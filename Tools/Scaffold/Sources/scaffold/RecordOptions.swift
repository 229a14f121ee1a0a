import ArgumentParser
import Foundation
import Scaffolding

extension OutputOptions {
  /// The record of a run, and its files.
  func record(
    of document: String, _ loader: RecordingLoader, _ scaffold: Scaffold
  ) throws -> (files: [(url: URL, data: Data)], folder: RecordFolder) {
    let folder = RecordFolder(named: scaffold.names.api, in: URL(fileURLWithPath: into, isDirectory: true))
    var record = Record(document: document, date: Day.today, options: options, names: scaffold.names)
    record.options.module = testedModule
    record.options.tests = tests.map { Paths.relative($0, to: into) }
    let files = try folder.files(record, document: DocumentBundle(loader.contents), written: scaffold.files)
    return (files, folder)
  }
}

/// The day, `2026-11-28`; of `SOURCE_DATE_EPOCH`, if that is set, so that a run can be repeated.
enum Day {
  static var today: String {
    let seconds = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { Double($0) }
    let date = seconds.map { Date(timeIntervalSince1970: $0) } ?? Date()
    return String(date.formatted(.iso8601).prefix(10))
  }
}

enum Paths {
  /// A path from a folder to another place.
  static func relative(_ path: String, to folder: String) -> String {
    let target = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    let base = URL(fileURLWithPath: folder).standardizedFileURL.pathComponents
    let common = zip(target, base).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: base.count - common) + target[common...]
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
