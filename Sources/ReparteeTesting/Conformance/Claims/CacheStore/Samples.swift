import Foundation
import Repartee
import ReparteeCaching

struct Stored: Sendable {
  let entry: CacheEntry
  let body: Data
  let key: CacheKey

  /// By default, the body follows from the ID: another entry's body is detected.
  init(
    _ url: String = "https://api.example.com/a", _ identity: String = "", query: String = "",
    variant: String? = nil,
    tag: String = "1",
    body: Data? = nil, size: Int = 100
  ) {
    let id = UUID()
    self.body = body ?? Self.body(of: id, size: size)
    key = CacheKey(url: url, query: query, identity: identity)
    var head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60", .eTag: "\"\(tag)\""])
    var selecting: [HTTPField.Name: String?] = [:]
    if let variant {
      head.headerFields[.vary] = "Accept-Language"
      selecting[.acceptLanguage] = .some(variant)
    }
    entry = CacheEntry(id: id, head, selecting: selecting, size: self.body.count)
  }

  static func body(of id: UUID, size: Int) -> Data {
    let unit = Data(id.uuidString.utf8)
    var bytes = Data(capacity: size + unit.count)
    while bytes.count < size { bytes += unit }
    return bytes.prefix(size)
  }

  func entry(tag: String) -> CacheEntry {
    var head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=600"])
    head.headerFields[.eTag] = "\"\(tag)\""
    return CacheEntry(id: entry.id, head, size: body.count)
  }
}

extension CacheStore {
  func insert(_ stored: Stored) async throws {
    try await waited("insert(_:body:for:) to return") {
      try await insert(stored.entry, body: stored.body, for: stored.key)
    }
  }

  func found(_ key: CacheKey) async throws -> [CacheEntry] {
    try await waited("entries(for:) to return") { try await entries(for: key) }
  }

  func bytes(of id: UUID) async throws -> Data? {
    try await waited("body(of:) to return") { try await body(of: id) }
  }

  func removed(_ selection: CacheSelection) async throws {
    try await waited("remove(_:) to return") { try await remove(selection) }
  }

  func updated(_ entry: CacheEntry) async throws {
    try await waited("update(_:) to return") { try await update(entry) }
  }

  private func waited<Value>(_ event: String, _ body: () async throws -> Value) async rethrows -> Value {
    let waiting = Waiting.current?.begin(event)
    defer { Waiting.current?.end(waiting) }
    return try await body()
  }

  /// Fails unless exactly `present` is found, in order.
  func expect(_ present: [Stored], absent: [Stored] = [], _ what: String) async throws {
    for key in Set((present + absent).map(\.key)) {
      let expected = present.filter { $0.key == key }
      let entries = try await found(key)
      try ReparteeTesting.expect(entries.map(\.id), expected.map(\.entry.id), "IDs of \(what)")
      for (entry, stored) in zip(entries, expected) {
        try ReparteeTesting.expect(entry.head, stored.entry.head, "a head of \(what)")
        try ReparteeTesting.expect(entry.variant, stored.entry.variant, "a variant of \(what)")
        try await expectBody(of: stored, what)
      }
    }
    for stored in absent {
      let body = try await bytes(of: stored.entry.id)
      try ReparteeTesting.expect(body == nil, "a body of \(what): expected none, and there is one")
    }
  }

  func expectBody(of stored: Stored, _ what: String) async throws {
    let body = try await bytes(of: stored.entry.id)
    // The counts first: the bytes are too many to print.
    try ReparteeTesting.expect(body?.count, stored.body.count, "bytes in a body of \(what)")
    try ReparteeTesting.expect(body == stored.body, "a body of \(what) has other bytes than were stored")
  }
}
