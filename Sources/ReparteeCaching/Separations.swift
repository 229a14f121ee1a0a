import HTTPTypes

/// Finds the header field that differs in each request to a URL, so that no stored response is used. It keeps names,
/// and hashes of URLs and values. Its owner locks it.
struct Separations: Sendable {
  private struct Field: Sendable {
    let name: HTTPField.Name
    var values: [Int]
  }

  private struct Record: Sendable {
    let url: Int
    var fields: [Field] = []
    /// Set after the look-up, or changed.
    var late: HTTPField.Name?
  }

  /// A field is reported after it has differed in this many requests in a row.
  private static let most = 8
  private static let mostURLs = 64
  private static let mostFields = 16

  /// The latest is last.
  private var records: [Record] = []

  /// Notes a request whose response is not stored, and returns the field that may be the reason.
  mutating func note(missOf url: String, _ fields: [HTTPField]) -> HTTPField.Name? {
    guard let index = index(of: url, isNew: !fields.isEmpty) else { return nil }
    let known = records[index].fields
    records[index].fields = fields.prefix(Self.mostFields).map { field in
      let value = field.value.hashValue
      guard var own = known.first(where: { $0.name == field.name }), !own.values.contains(value) else {
        return Field(name: field.name, values: [value])
      }
      own.values = own.values.suffix(Self.most - 1) + [value]
      return own
    }
    let late = records[index].late
    records[index].late = nil
    return late ?? records[index].fields.first { $0.values.count >= Self.most }?.name
  }

  /// Notes a field that was set after the look-up: the response is not stored.
  mutating func note(_ late: HTTPField.Name, of url: String) {
    if let index = index(of: url, isNew: true) { records[index].late = late }
  }

  private mutating func index(of url: String, isNew: Bool) -> Int? {
    let url = url.hashValue
    let index = records.lastIndex { $0.url == url }
    guard index != nil || isNew else { return nil }
    let record = index.map { records.remove(at: $0) } ?? Record(url: url)
    if records.count == Self.mostURLs { records.removeFirst() }
    records.append(record)
    return records.count - 1
  }
}
