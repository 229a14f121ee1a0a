import Foundation
import Repartee
import TestSupport
import Testing

/// A value at a place in the body, transformed. Every claim holds for the project's decoder and for any other.
struct BodyPathTransformTests {
  private enum Found: Equatable { case user(User, tag: String?) }

  private let body =
    #"{"data":{"user":{"id":3,"name":"c"}},"error":{"title":"no"},"list":[{"id":4,"name":"d"}]}"#
  private let user = User(id: 3, name: "c")

  @Test(arguments: JSONBy.allCases)
  func theValueAtAPlaceIsTransformed(by decoder: JSONBy) async throws {
    let typed: Outcome<Found, Never> = .decode(User.self, at: "data", "user") { .user($0, tag: nil) }
    #expect(try await read(body, by: decoder, typed) == .user(user, tag: nil))
    let inferred: Outcome<Found, Never> = .decode(at: "list", 0) { (user: User) in .user(user, tag: nil) }
    #expect(try await read(body, by: decoder, inferred) == .user(User(id: 4, name: "d"), tag: nil))
  }

  @Test(arguments: JSONBy.allCases)
  func theResponseIsGivenToATransformOfTwo(by decoder: JSONBy) async throws {
    let typed: Outcome<Found, Never> = .decode(User.self, at: "data", "user") { user, response in
      .user(user, tag: response.contentType?.description)
    }
    let inferred: Outcome<Found, Never> = .decode(at: "data", "user") { (user: User, response) in
      .user(user, tag: response.contentType?.description)
    }
    for outcome in [typed, inferred] {
      #expect(try await read(body, by: decoder, outcome) == .user(user, tag: "application/json"))
    }
  }

  @Test(arguments: JSONBy.allCases)
  func aFailureIsMadeOfTheValueAtAPlace(by decoder: JSONBy) async throws {
    let outcomes: [Outcome<User, UserError>] = [
      .decodeError(Problem.self, at: "error") { .rejected($0) },
      .decodeError(at: "error") { (problem: Problem) in .rejected(problem) },
      .decodeError(at: "error") { (problem: Problem, response) in
        response.status == .ok ? .rejected(problem) : .notFound
      },
      .decode(at: "error") { (problem: Problem) throws(UserError) in throw .rejected(problem) },
    ]
    for outcome in outcomes {
      #expect(await declared(by: decoder, outcome) == .rejected(Problem(title: "no")))
    }
    let own: Outcome<User, Problem> = .decodeError(at: "error")
    #expect(await declared(by: decoder, own) == Problem(title: "no"))
  }

  @Test(arguments: JSONBy.allCases)
  func aMissingPlaceIsNamedWithTheKeysThatAreThere(by decoder: JSONBy) async throws {
    let outcome: Outcome<User, UserError> = .decodeError(Problem.self, at: "data", "error") { .rejected($0) }
    let failure = await decodingFailure(body, by: decoder, outcome)
    #expect(failure?.kind == .keyNotFound && failure?.availableKeys == ["user"])
    #expect(failure?.type == Problem.self)
    let optional: Outcome<Bool, Never> = .decode(User?.self, at: "data", "nobody") { $0 == nil }
    #expect(try await read(body, by: decoder, optional))
  }

  private func declared<Output, Failure>(
    by decoder: JSONBy, _ outcome: Outcome<Output, Failure>
  ) async -> Failure? {
    do throws(CallError<Failure>) {
      _ = try await read(body, by: decoder, outcome)
      return nil
    } catch {
      return error.declared
    }
  }
}
