import HTTPTypes
import Repartee
import ReparteeJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The requests of a recording, in the form in which they are compared: masked as this client would have recorded them,
/// because other programs do not mask their recordings.
struct ReplayIndex: Sendable {
  /// A request, in the parts that are compared.
  struct Compared: Sendable {
    let request: HAR.Request
    let path: Substring
    let query: [Substring]
    /// The body, if it is JSON: the order of keys does not matter.
    let json: JSONValue?

    fileprivate var target: Target { Target(method: request.method, path: path) }
  }

  /// The key by which entries are found.
  fileprivate struct Target: Hashable {
    let method: String
    let path: Substring
  }

  private enum Difference: Comparable {
    case body
    case field(String)
    case query
    case path
    case method
  }

  private let matching: Replay.Matching
  private let fields: [HTTPField.Name]
  private let redaction: Redaction
  private var recorded: [Compared] = []
  private var indices: [Target: [Int]] = [:]

  init(_ entries: [HAR.Entry], _ matching: Replay.Matching, _ redaction: Redaction) {
    self.matching = matching
    self.redaction = redaction
    fields = matching.fields.compactMap { HTTPField.Name($0) }
    recorded = entries.map { compared($0.request) }
    for (index, entry) in recorded.enumerated() { indices[entry.target, default: []].append(index) }
  }

  /// Returns the compared parts of a request, with secrets masked.
  func compared(_ request: HAR.Request) -> Compared {
    var request = request
    request.url = redaction.masked(url: request.url)
    if matching.comparesBodies {
      request.body = redaction.masked(request.body, of: request.headers, boundary: "boundary")
    }
    request.headers = redaction.masked(request.headers)
    let parts = request.url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.dropFirst().first?.split(separator: "&", omittingEmptySubsequences: false) ?? []
    let hasJSON = matching.comparesBodies && !request.body.isEmpty
    return Compared(
      request: request, path: parts.first ?? "", query: matching.comparesOrder ? query : query.sorted(),
      json: hasJSON ? try? JSONCoder().decode(JSONValue.self, from: request.body) : nil)
  }

  /// Returns the entries that equal the request, in order.
  func entries(for sent: Compared) -> some Sequence<Int> {
    (indices[sent.target] ?? []).lazy.filter { difference(recorded[$0], sent) == nil }
  }

  /// Returns the most important difference of an entry; nil if it equals the request.
  private func difference(_ entry: Compared, _ sent: Compared) -> Difference? {
    if entry.request.method != sent.request.method { return .method }
    if entry.path != sent.path { return .path }
    if entry.query != sent.query { return .query }
    for name in fields where entry.request.headers[name] != sent.request.headers[name] {
      return .field(name.rawName)
    }
    let isSameBody =
      !matching.comparesBodies || entry.request.body == sent.request.body
      || entry.json != nil && entry.json == sent.json
    return isSameBody ? nil : .body
  }

  /// Returns why there is no entry for a request.
  func complaint(of sent: Compared) -> String {
    let nearest = recorded.indices.map { ($0, difference(recorded[$0], sent)) }
      .min { first, second in
        guard let one = first.1, let other = second.1 else { return first.1 == nil && second.1 != nil }
        return one < other
      }
    let advice =
      switch nearest {
      case nil: "there is none at all"
      case (_, nil)?: "its entries were used; there are more requests than were recorded"
      case (let index, .body)?: "entry \(index + 1) has another body"
      case (let index, .field(let name))?: "entry \(index + 1) has another field \(name)"
      case (let index, .query)?: "entry \(index + 1) has another query: \(recorded[index].request.url)"
      case (let index, _)?: "the nearest is entry \(index + 1): \(recorded[index].request.line)"
      }
    return Shown.text("no entry was recorded for \(sent.request.line): \(advice)", limit: Shown.message)
  }
}

extension HAR.Request {
  /// The method and the URL.
  fileprivate var line: String { "\(method) \(url)" }
}
