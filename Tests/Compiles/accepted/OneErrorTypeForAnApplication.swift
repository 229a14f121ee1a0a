import Repartee

enum AppError: CallErrorConvertible {
  case offline
  case unreadable
  case signedOut

  init(_ error: CallError<AppError>) {
    switch error.reason {
    case .declared(let failure): self = failure
    case .undecodable: self = .unreadable
    case .transport, .undeclared, .authentication, .request: self = .offline
    }
  }
}

protocol AppEndpoint: Endpoint where Failure == AppError, Thrown == AppError {}

/// The map of endpoints without lines of their own.
extension ResponseMap where Output: Decodable, Failure == AppError {
  static var common: ResponseMap { [.success(.decode), .code(401, .error(.signedOut))] }
}

struct GetMotto: AppEndpoint {
  var request: Request { .get("/motto") }
  static let responses: ResponseMap<String, AppError> = .common
}

func motto(_ client: Client) async -> String {
  do {
    return try await client.send(GetMotto())
  } catch {
    switch error {
    case .offline, .unreadable, .signedOut: return ""
    }
  }
}
