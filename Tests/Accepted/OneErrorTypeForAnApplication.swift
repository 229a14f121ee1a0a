import Repartee

enum AppError: DecodingFailureRepresentable, CallErrorConvertible {
  typealias Failure = AppError
  case offline
  case unreadable
  case signedOut

  init(transportFailure: TransportFailure, response: Response?) { self = .offline }
  init(decodingFailure: DecodingFailure, response: Response) { self = .unreadable }
}

protocol AppEndpoint: Endpoint where Failure == AppError, Thrown == AppError {}

/// Endpoints without a map of their own get the application's.
extension AppEndpoint where Output: Decodable {
  static var responses: ResponseMap<Output, AppError> {
    [.success(.decode), .code(401, .error(.signedOut))]
  }
}

struct GetMotto: AppEndpoint {
  typealias Output = String
  var request: Request { .get("/motto") }
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
