internal import ReparteeBase
internal import ReparteeRedaction

/// A class: a decoding holds one reference.
final class JSONOptions: Sendable {
  struct Values: Sendable {
    var keys = KeyStrategy.asDeclared
    var dates = DateStrategy.iso8601
    var data = DataStrategy.base64
    var floats = NonConformingFloatStrategy.reject
    var rejectsDuplicateKeys = false
    var replacesLoneSurrogates = false
    var maximumDepth = 512
    var maximumSize = 128 << 20
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var excerptWidth = 100
    var redaction = Redaction()
    var probe: (any JSONProbe)?
  }

  let values: Values
  let readsISO8601: Bool

  init(_ values: Values) {
    self.values = values
    if case .iso8601 = values.dates.kind { readsISO8601 = true } else { readsISO8601 = false }
  }

  static let standard = JSONOptions(Values())

  var keys: KeyStrategy { values.keys }

  /// Converted names. More than `nameLimit` come from data, not from models: then the stored names are dropped.
  private let snakeCase = Mutex<[String: String]>([:])
  private static let nameLimit = 1_000

  var rememberedNames: Int { snakeCase.withLock(\.count) }

  func encoded(_ key: String) -> String {
    switch keys.kind {
    case .asDeclared: return key
    case .custom(_, let encode): return encode(key)
    case .snakeCase:
      if let name = snakeCase.withLock({ $0[key] }) { return name }
      let name = inSnakeCase(key)
      snakeCase.withLock { names in
        if names.count == Self.nameLimit { names.removeAll(keepingCapacity: true) }
        names[key] = name
      }
      return name
    }
  }
}
