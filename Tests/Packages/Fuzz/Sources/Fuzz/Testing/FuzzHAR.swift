import Foundation
import Repartee
import ReparteeCaching
import ReparteeJSON
import ReparteeTesting

/// Archives, read from any bytes and made here of them: one that was read is the same when it is written and read
/// again, and it can be shown and replayed.
@Sendable func fuzzHAR(_ input: Input) {
  var archives = [made(input)]
  do {
    archives.append(try HAR(input.data))
  } catch {
    check(error, of: input)
  }
  for har in archives {
    check(har)
    compareRoundTrip(har)
    replay(har, input)
  }
}

private func made(_ input: Input) -> HAR {
  var random = input.random
  let texts = input.texts(3)
  let request = HAR.Request(
    method: texts[0], url: texts[1], headers: [.contentType: texts[2]], body: Data(texts[2].utf8))
  let response = HAR.Response(
    status: Int.random(in: 1...999, using: &random), reasonPhrase: texts[0],
    headers: [.contentType: texts[1]], body: input.data)
  let start = Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000, using: &random)))
  return HAR(entries: [
    HAR.Entry(start: start, request: request, response: response, error: texts[1]),
    HAR.Entry(start: start, duration: .seconds(1), request: request, response: nil, error: texts[0]),
  ])
}

/// What was read is whole, but for the start and the duration, of which a file has milliseconds; what was written once
/// is the same from then on.
private func compareRoundTrip(_ har: HAR) {
  guard let json = try? har.json else { return claim(false, "not written: \(har.entries)") }
  let text = String(decoding: json, as: UTF8.self)
  guard let again = try? HAR(json) else { return claim(false, "written, and not read: \(text)") }
  claim(again.entries.count == har.entries.count, "\(again.entries.count) entries of \(har.entries.count)")
  for (one, other) in zip(har.entries, again.entries) {
    claim(one.request == other.request, "\(parts(other.request)), not \(parts(one.request))")
    claim(one.response == other.response, "\(parts(other.response)), not \(parts(one.response))")
    claim(
      one.error == other.error, "\(String(describing: other.error)), not \(String(describing: one.error))")
  }
  guard let second = try? again.json, let last = try? HAR(second) else {
    return claim(false, "written, and not written again: \(text)")
  }
  claim(last == again, "\(String(decoding: second, as: UTF8.self)), not \(text)")
  claim(second == json, "\(String(decoding: second, as: UTF8.self)), not \(text)")
}

/// What is shown of it is bounded, and on one line.
private func check(_ har: HAR) {
  var dumped = ""
  dump(har, to: &dumped)
  claim(dumped.unicodeScalars.count <= 1_000 * har.entries.count + 1_000, "\(dumped.utf8.count) bytes dumped")
  _ = "\(har)\(String(reflecting: har))"
  for entry in har.entries {
    for shown in ["\(entry)", "\(entry.request)", entry.response.map { "\($0)" } ?? ""] {
      claim(shown.unicodeScalars.count <= 700, "\(shown.unicodeScalars.count) characters: \(shown)")
      claim(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, shown)
    }
  }
}

/// Each entry is asked for, strictly and leniently: it is there, or the problem is told.
private func replay(_ har: HAR, _ input: Input) {
  var random = input.random
  for matching in [Replay.Matching.strict, .lenient, .strict.fields("Accept", input.text)] {
    let replay = Replay(har, matching: matching) { problem in
      claim(problem.unicodeScalars.count <= 600, "\(problem.unicodeScalars.count) characters: \(problem)")
    }
    claim(
      replay.unusedEntries == har.entries,
      "\(replay.unusedEntries.count) unused entries of \(har.entries.count)")
    let before = replay.problems.count
    for now in [Date(), .distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity)] {
      let age = replay.age(at: now)
      claim(
        age.map { (.zero ... .seconds(1_000 * 365 * 86_400)).contains($0) } ?? true,
        "an age of \(String(describing: age))")
    }
    claim((replay.age() == nil) == har.entries.isEmpty, "an age of \(String(describing: replay.age()))")

    let entries = har.entries.shuffled(using: &random).prefix(3)
    let calls = entries.map { entry in
      Resource<Data, Never>(
        Request(.get, url: entry.request.url, body: .bytes(entry.request.body)), [.any(.decode)])
    }
    waiting {
      let transport = InMemoryTransport { _ in .status(200) }
      var client = Client(baseURL: "https://api.example.com", transport: transport)
      client.retry = .off
      let replaying = client.replaying(replay)
      for call in calls { _ = await replaying.result(of: call) }
    }
    claim(replay.problems.count - before <= calls.count, "\(replay.problems)")
    claim(
      har.entries.count - replay.unusedEntries.count <= calls.count, "\(replay.unusedEntries.count) unused")
  }
}

private func parts(_ request: HAR.Request) -> String {
  "\(request.method) \(request.url) \(request.headers) \(Array(request.body))"
}

private func parts(_ response: HAR.Response?) -> String {
  guard let response else { return "none" }
  return "\(response.status) \(response.reasonPhrase) \(response.headers) \(Array(response.body))"
}
