// What the endpoints of an application share.
import Foundation
import Repartee

nonisolated enum Shop {
  static let failures: ResponseMap<Never, SharedError> = [
    .code(401, .error(.signedOut)),
    .code(429, .error(.tooManyRequests).throttled),
  ]

  static func path(_ name: String) -> Request.Path { "/shop/\(name)" }
}

nonisolated protocol AppEndpoint: Endpoint where Failure == AppError, Thrown == AppError {}

nonisolated extension AppEndpoint {
  var version: String { "v1" }
}

nonisolated extension ResponseMap where Output: Decodable, Failure == AppError {
  static var common: ResponseMap { [.success(.decode), .any(.refused)] }
}

nonisolated extension Outcome where Failure == TeamError {
  static var refused: Outcome {
    .decodeError(Problem.self) { $1.status == .notFound ? .missing : .rejected($0) }
  }
}

nonisolated extension Outcome where Failure == AppError {
  static var refused: Outcome { .decodeError(Problem.self) { .refused($0.title) } }
}

nonisolated extension Outcome {
  static func data() -> Outcome where Output: Decodable {
    .decode(Envelope<Output>.self) { $0.data }
  }
}

nonisolated extension Outcome<Void, UserError> {
  static var confirmed: Outcome {
    Outcome { response, decoder in
      let user = try response.decode(User.self, with: decoder)
      return user.id > 0 ? .success(()) : .failure(.rejected(user.initials))
    }
  }
}

nonisolated extension RetryPolicy {
  static var patient: RetryPolicy {
    var policy = RetryPolicy.standard
    policy.maximumAttempts = 10
    return policy
  }
}
