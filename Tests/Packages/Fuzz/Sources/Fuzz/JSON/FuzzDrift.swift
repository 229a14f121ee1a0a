import Foundation
import Repartee
import ReparteeDrift
import ReparteeJSON
import ReparteeTesting
import Synchronization

/// Bodies, between bytes 0xFF, that a client looks at for drift: calls are what they are without, what is told has no
/// value of a body and is bounded, and what a baseline has is not told again.
@Sendable func fuzzDrift(_ input: Input) {
  let bodies = input.bytes.split(separator: 0xFF, maxSplits: 3, omittingEmptySubsequences: false)
    .map { Data($0) }
  for body in bodies {
    let (result, drift) = call(
      body, DriftDetector(sampling: 1, interval: .seconds(3_600), reportsAllUnreadKeys: true))
    let plain = call(body, nil)
    claim(result == plain.result && plain.drift.isEmpty, "\(result) with drift, not \(plain.result)")
    check(drift, input)
    checkValues(body, input)
  }
  checkBaseline(bodies)
}

/// Keys that may be left out, objects in objects, arrays, a dictionary, and an enum that may grow.
private struct Card: Decodable, Sendable, Equatable {
  enum Color: String { case red, green }
  struct Address: Decodable, Sendable, Equatable { var city: String, zip: JSONValue? }

  var id: Int?
  var name: String
  var nickname: String?
  var address: Address?
  var colors: [OpenEnum<Color>]?
  var byID: [String: Address]?
  var tags: [Card]?
}

private struct GetCard: Endpoint {
  var request: Request { .get("/cards/\(7)") }
  static let responses: ResponseMap<Card, Never> = [.code(200, .decode)]
}

private func client(_ body: Data) -> Client {
  let transport = InMemoryTransport { _ in
    .status(200, headers: [.contentType: "application/json"], body: body)
  }
  var client = Client(baseURL: "https://api.example.com", transport: transport)
  client.retry = .off
  return client
}

/// The card, or the error as text.
private struct Outcome: Equatable {
  var card: Card?
  var error: String?
}

private func call(_ body: Data, _ detector: DriftDetector?) -> (result: Outcome, drift: [Drift]) {
  let told = Told()
  let outcome = waiting {
    var client = client(body)
    client.drift = detector
    client.observers.append(
      .handler { event in
        if let drift = event.drift { told.drift.withLock { $0.append(drift) } }
      })
    return described(await client.result(of: GetCard()))
  }
  return (outcome, told.drift.withLock { $0 })
}

private func described(_ result: Result<Card, CallError<Never>>) -> Outcome {
  switch result {
  case .success(let card): Outcome(card: card)
  case .failure(let error): Outcome(error: "\(error)")
  }
}

private final class Told: Sendable {
  let drift = Mutex<[Drift]>([])
}

private func check(_ drift: [Drift], _ input: Input) {
  claim(Set(drift).count == drift.count, "told twice: \(drift)")
  for drift in drift {
    let text = "\(drift)"
    claim(text.unicodeScalars.count <= 2_000, "\(text.unicodeScalars.count) characters: \(text)")
    for scalar in (text + drift.place + drift.detail).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: claim(false, text)
      default: break
      }
    }
  }
}

/// With other strings and numbers in the place of the body's no place is another one, and none of them is told.
private func checkValues(_ body: Data, _ input: Input) {
  let marks = ["S3CR3T", "7310731"]
  guard !marks.contains(where: { input.text.contains($0) }),
    let value = try? JSONCoder().decode(JSONValue.self, from: body)
  else { return }
  let planted = Data(value.planted.description.utf8)
  let (_, drift) = call(planted, DriftDetector(sampling: 1, reportsAllUnreadKeys: true))
  for drift in drift {
    let text = "\(drift)\(drift.place)\(drift.detail)"
    claim(!marks.contains { text.contains($0) }, "\(text) of \(String(decoding: planted, as: UTF8.self))")
  }
}

extension JSONValue {
  /// With a mark in the place of each string and number.
  fileprivate var planted: JSONValue {
    switch self {
    case .string: "S3CR3T"
    case .number: 7_310_731
    case .array(let array): .array(array.map(\.planted))
    case .object(let object):
      .object(object.reduce(into: JSONObject()) { copy, member in copy[member.key] = member.value.planted })
    default: self
    }
  }
}

/// After all bodies were added, none of them is news, also not by the baseline's file.
private func checkBaseline(_ bodies: [Data]) {
  var baseline = DriftBaseline()
  for body in bodies {
    let recorder = run(body, after: baseline)
    baseline = recorder.baseline
    claim(baseline.known.isSuperset(of: recorder.new), "\(recorder.new) is not known")
  }
  guard let json = try? baseline.json else { return claim(false, "not written: \(baseline)") }
  let text = String(decoding: json, as: UTF8.self)
  guard let read = try? DriftBaseline(json) else { return claim(false, "written, and not read: \(text)") }
  claim(read == baseline, "another baseline is read from \(text)")
  claim((try? read.json) == json, "written in another way: \(text)")
  for body in bodies {
    let recorder = run(body, after: read)
    claim(recorder.new.isEmpty, "\(recorder.new) is new, after \(text)")
    claim(recorder.baseline == read, "another baseline than \(text)")
    let (_, drift) = call(
      body,
      DriftDetector(
        sampling: 1, interval: .seconds(3_600), reportsAllUnreadKeys: true, baseline: read))
    claim(drift.isEmpty, "\(drift) is told, after \(text)")
  }
}

private func run(_ body: Data, after baseline: DriftBaseline) -> DriftRecorder {
  let recorder = DriftRecorder(baseline, reportsAllUnreadKeys: true)
  waiting { _ = await client(body).recorded(by: recorder).result(of: GetCard()) }
  return recorder
}
