import Foundation
import HTTPTypes

@testable import Repartee
@testable import ReparteeCaching

/// Fields of a request and a response, and bytes that somebody takes for a stored response: nothing is served that must
/// not be, and what is written is read again.
@Sendable func fuzzCache(_ input: Input) {
  if let read = StoredResponse(serialized: input.data) { claimRoundTrip(read) }
  let texts = input.texts(2)
  let (response, request) = (fields(texts[0]), fields(texts[1]))
  var random = input.random
  let times: [TimeInterval] = [0, 1, 5, 60, -100, 1e9, -1e9, 1e18, .infinity, -.infinity]
  let start = Date(timeIntervalSince1970: 1_700_000_000)
  let now = start.addingTimeInterval(times.randomElement(using: &random) ?? 0)
  let code = [200, 206, 301, 304, 404, 500, 599].randomElement(using: &random) ?? 200
  let head = HTTPResponse(status: .init(code: code), headerFields: response)
  let asked = HTTPRequest(
    method: .get, scheme: "https", authority: "a", path: "/", headerFields: request)
  let machine = CacheMachine(usesHeuristics: Bool.random(using: &random))
  let policies: [CachePolicy] = [.default, .reload, .noCache, .noStore, .forceCache, .onlyIfCached]
  let policy = policies.randomElement(using: &random) ?? .default
  let storing = machine.storing(
    head, to: asked, policy: policy, validated: nil, hasFallback: Bool.random(using: &random),
    requestTime: start,
    responseTime: now)
  guard case .store(var stored) = storing else { return }
  let control = CacheControl(response)
  claim(!control.has("no-store") || control.has("must-understand"), "stored in spite of no-store")
  claim(policy != .noStore, "stored in spite of the policy")
  stored.size = 10
  claimRoundTrip(stored)
  let decision = machine.decision(for: asked, policy: policy, stored: [stored], at: now)
  if case .serve(let serving) = decision {
    claim(policy != .noCache && policy != .reload, "served in spite of the policy")
    claim(!control.hasUnqualified("no-cache"), "served in spite of no-cache")
    claim(serving.age >= 0, "an age of \(serving.age)")
    if let range = serving.range {
      claim(range.lowerBound >= 0 && range.upperBound <= 10 && !range.isEmpty, "\(range) of 10")
      _ = stored.head(of: range)
    }
  }
}

private func claimRoundTrip(_ stored: StoredResponse) {
  guard let again = StoredResponse(serialized: stored.serialized) else {
    return claim(false, "it can't be read again: \(String(decoding: stored.serialized, as: UTF8.self))")
  }
  claim(again.serialized == stored.serialized, "it is another one when it is read again")
  claim(again.variant == stored.variant, "it is another variant when it is read again")
}

/// The fields of lines, as far as they can be.
private func fields(_ text: String) -> HTTPFields {
  var fields = HTTPFields()
  for line in text.split(separator: "\n").prefix(50) {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
    fields.append(HTTPField(name: name, value: String(parts[1]).trimmingCharacters(in: .whitespaces)))
  }
  return fields
}
