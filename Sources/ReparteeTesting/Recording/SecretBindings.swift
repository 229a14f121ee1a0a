import ReparteeRedaction

/// The secrets of a recorded request.
enum RecordedSecrets: Sendable, Hashable {
  /// They are masked, and have this number in the archive.
  case numbered(Int)
  /// They are not masked, because another program has recorded them; their fingerprint.
  case known(Int)
  /// They are masked, and nothing is known of them; the index of the entry.
  case unknown(Int)
}

/// Which secrets of a replay stand for which secrets of the recording.
///
/// Requests that are equal with their secrets masked may ask for different things: `/commits/***`. The values of a
/// replay may differ from those of the recording, as real tokens do from invented ones. So the first value of a replay
/// takes the place of the first recorded one, and from then on each stands only for the other.
struct SecretBindings: Sendable {
  /// The secrets of a request, of its URL and of its body; nil without any, or if they are not compared.
  struct Pair<Secrets: Sendable>: Sendable {
    var url: Secrets?
    var body: Secrets?
  }

  /// One side of a binding, in the URL or the body of the requests that are equal with their secrets masked. The group
  /// is the index of the first entry among them.
  private struct Key<Secrets: Hashable & Sendable>: Hashable, Sendable {
    let group: Int
    let isBody: Bool
    let secrets: Secrets
  }

  private var values: [Key<RecordedSecrets>: Int] = [:]
  private var recordings: [Key<Int>: RecordedSecrets] = [:]

  /// Returns whether an entry may be used for a request.
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

  /// Records that an entry is used for a request.
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

/// Returns a number that is equal for equal secrets, in any order, until the process ends. Nil without secrets, and if
/// one of them is a mask itself, because it comes from a replayed response.
func fingerprint(of secrets: [[UInt8]]) -> Int? {
  if secrets.isEmpty || secrets.contains(where: isMasked) { return nil }
  var hasher = Hasher()
  for secret in secrets.sorted(by: { $0.lexicographicallyPrecedes($1) }) { hasher.combine(secret) }
  return hasher.finalize()
}

private func isMasked(_ secret: [UInt8]) -> Bool {
  String(decoding: percentDecoded(secret[...]), as: UTF8.self).contains(Redaction.mask)
}
