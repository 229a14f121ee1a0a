/// The options of a `JSONCoder`, behind one reference: a document holds them without copying each.
final class JSONOptions: Sendable {
  struct Values: Sendable {
    var keys = KeyStrategy.asDeclared
    var dates = DateStrategy.iso8601
    var data = DataStrategy.base64
    var floats = NonConformingFloatStrategy.reject
    var duplicateKeys = DuplicateKeyStrategy.firstWins
    var maximumDepth = 512
    var maximumSize = 128 << 20
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var excerpts = ExcerptPolicy()
    /// Who is told of each text that was read.
    var probe: (any JSONProbe)?
  }

  let values: Values
  let readsISO8601: Bool

  init(_ values: Values) {
    self.values = values
    if case .iso8601 = values.dates { readsISO8601 = true } else { readsISO8601 = false }
  }

  static let standard = JSONOptions(Values())

  var keys: KeyStrategy { values.keys }
}
