import Foundation
import Repartee
import ReparteeCaching

// Errors of calls, as in other libraries.

// Alamofire

do {
  _ = try await client.send(GetUser(id: 7))
} catch let error as CallError<UserError> {
  if let code = error.responseCode { print(code) }
}
// says: status

do {
  _ = try await client.send(GetUser(id: 7))
} catch let error where (error.responseCode ?? 0) >= 500 {
  print(error)
}
// says: status

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.isSessionTaskError { print("no connection") }
}
// says: transportError

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.isExplicitlyCancelledError { return }
}
// says: isCancellation

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.isResponseSerializationError { print("not the model") }
}
// says: decodingError

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.isResponseValidationError { print("a status") }
}
// says: undeclared

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if case .responseSerializationFailed = error { print("not the model") }
}
// says: error.reason

// Moya

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.response?.statusCode ?? 0)
}
// says: status

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  let problem = try JSONDecoder().decode(Problem.self, from: error.response?.data ?? Data())
  print(problem.message)
}
// says: body

switch await client.result(of: GetUser(id: 7)) {
case .success(let user): print(user.name)
case .failure(let error): print(error.status?.code ?? 0, error.errorDescription ?? "")
}
// compiles

// Get

// URLSession

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.code == .notConnectedToInternet { print("offline") }
}
// says: reason

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  switch error.code {
  case .timedOut: print("too slow")
  default: print(error)
  }
}
// says: reason

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.transportError?.kind == .notConnectedToInternet { print("offline") }
}
// says: offline

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.transportError?.kind == .timedOut { print("too slow") }
}
// says: isTimeout

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.transportError?.kind == .networkConnectionLost { print("again") }
}
// says: connectionLost

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  let kind = error.transportError?.kind
  if kind == .cannotFindHost || kind == .cannotConnectToHost { print("no server") }
}
// says: hostNotFound

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if let urlError = error.underlying as? URLError, urlError.code == .timedOut { print("too slow") }
}
// compiles

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.failingURL as Any)
}
// says: request

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.userInfo)
}
// says: report

// Typed errors as one guesses them

do {
  _ = try await client.send(GetUser(id: 7))
} catch .declared(.notFound) {
  print("not found")
} catch {
  print(error)
}
// says: error.reason

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if case .declared(.rejected(let problem)) = error.reason { print(problem.message) }
  if case .undecodable(let failure) = error.reason { print(failure.path, failure.message) }
  if case .transport(let failure) = error.reason, failure.isTimeout { print(failure.kind) }
}
// compiles

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if case .notFound = error.declared { print("not found") }
}
// compiles

do {
  _ = try await client.send(GetUser(id: 7))
} catch let error where error.status == .unauthorized {
  print("sign in")
} catch let error where error.isOffline {
  print("offline")
} catch {
  print(error.status == 409, error.status?.code == 410, error.response?.headers["Retry-After"] ?? "")
}
// compiles

// axios, ky, requests, Retrofit

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.response?.status == 401 { print("sign in") }
  let problem = try? error.decode(Problem.self)
  print(problem?.message ?? error.text ?? "")
}
// compiles

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  let problem: Problem? = try error.response?.json()
  print(problem?.message ?? "")
}
// says: decode

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  switch error.statusCode {
  case 401: print("sign in")
  case 404: print("not found")
  default: print(error)
  }
}
// says: status

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.statusCode == 401 { print("sign in") }
}
// says: status

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.errorBody as Any)
}
// says: body

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  print(error.retryAfter as Any)
}
// says: response?.retryAfter

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.isNetworkError { print("offline") }
}
// says: transportError

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  if error.isTimedOut || error.isCanceled { return }
}
// says: isTimeout

// Neighbours of the hints.

let kinds: [TransportError.Kind] = [.timedOut(.total), .timedOut(.idle), .offline, .cancelled]
let error = TransportError(.timedOut(.total))
print(kinds.contains(error.kind), error.kind == .offline)
// compiles

do {
  _ = try await client.send(GetUser(id: 7))
} catch {
  switch error.transportError?.kind {
  case .offline, .hostNotFound: print("no network")
  case .timedOut(.total): print("too slow")
  default: print(error)
  }
}
// compiles
