import Foundation
@testable import Repartee

private typealias Challenge = Response.Challenge

/// WWW-Authenticate fields: any text is read within its limit, and challenges that are written here are read as they
/// were meant.
@Sendable func fuzzChallenges(_ input: Input) {
  let challenges = Challenge.all(in: input.text)
  claim(challenges.count <= 50, "\(challenges.count) challenges")
  for challenge in challenges {
    claim(!challenge.scheme.isEmpty && challenge.scheme == challenge.scheme.lowercased(), "\(challenge)")
    claim(
      challenge.parameters.keys.allSatisfy { !$0.isEmpty && $0 == $0.lowercased() },
      "parameters \(challenge.parameters)")
    claim(challenge.token?.isEmpty != true && challenge.token?.contains(",") != true, "\(challenge)")
  }

  // Values that have commas, quotes and what looks like a challenge in them.
  let values = input.texts(3)
  let field =
    "Bearer realm=\(quoted(values[0])) ,, Scope = \(quoted(values[1])),realm=x, Negotiate abc==,"
    + "Basic a=\(quoted(values[2]))"
  let read = Challenge.all(in: field)
  claim(
    read == [
      Challenge(scheme: "bearer", parameters: ["realm": values[0], "scope": values[1]]),
      Challenge(scheme: "negotiate", token: "abc=="),
      Challenge(scheme: "basic", parameters: ["a": values[2]]),
    ], "\(read) of \(field)")

  // What stands before a challenge, or behind one, does not change it.
  let before = Challenge.all(in: "Basic realm=y, \(input.text)").first
  claim(before?.scheme == "basic" && before?.realm == "y", "\(input.text) behind a challenge")
}
