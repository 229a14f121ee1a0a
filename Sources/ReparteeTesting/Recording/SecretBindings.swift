import ReparteeRedaction

enum RecordedSecrets: Sendable, Hashable {
  /// Masked; the number is in the archive.
  case numbered(Int)
  /// The fingerprint of unmasked secrets.
  case known(Int)
  /// The index of an entry whose masked secrets have no number.
  case unknown(Int)
}

/// Binds a replay's secrets to recorded ones: the first value to the first, and so on.
struct SecretBindings: Sendable {
  struct Pair<Secrets: Sendable>: Sendable {
    var url: Secrets?
    var body: Secrets?
  }

  /// The group is the first of the entries that are equal when masked.
  private struct Key<Secrets: Hashable & Sendable>: Hashable, Sendable {
    let group: Int
    let isBody: Bool
    let secrets: Secrets
  }

  private var values: [Key<RecordedSecrets>: Int] = [:]
  private var recordings: [Key<Int>: RecordedSecrets] = [:]

  func allow(_ recorded: Pair<RecordedSecrets>, _ sent: Pair<Int>, in group: Int) -> Bool {
    allow(recorded.url, sent.url, in: group, isBody: false)
      && allow(recorded.body, sent.body, in: group, isBody: true)
  }

  private func allow(_ recorded: RecordedSecrets?, _ sent: Int?, in group: Int, isBody: Bool) -> Bool {
    guard let recorded, let sent else { return true }
    let value = values[Key(group: group, isBody: isBody, secrets: recorded)]
    guard value == nil || value == sent else { return false }
    if case .unknown = recorded { return true }
    let bound = recordings[Key(group: group, isBody: isBody, secrets: sent)]
    return bound == nil || bound == recorded
  }

  mutating func bind(_ recorded: Pair<RecordedSecrets>, _ sent: Pair<Int>, in group: Int) {
    bind(recorded.url, sent.url, in: group, isBody: false)
    bind(recorded.body, sent.body, in: group, isBody: true)
  }

  private mutating func bind(_ recorded: RecordedSecrets?, _ sent: Int?, in group: Int, isBody: Bool) {
    guard let recorded, let sent else { return }
    values[Key(group: group, isBody: isBody, secrets: recorded)] = sent
    if case .unknown = recorded { return }
    recordings[Key(group: group, isBody: isBody, secrets: sent)] = recorded
  }
}

/// Equal for equal secrets in any order, in this process; nil without secrets, or if one contains a mask.
func fingerprint(of secrets: [[UInt8]]) -> Int? {
  if secrets.isEmpty || secrets.contains(where: isMasked) { return nil }
  var hasher = Hasher()
  for secret in secrets.sorted(by: { $0.lexicographicallyPrecedes($1) }) { hasher.combine(secret) }
  return hasher.finalize()
}

private func isMasked(_ secret: [UInt8]) -> Bool {
  String(decoding: percentDecoded(secret[...]), as: UTF8.self).contains(Redaction.mask)
}
