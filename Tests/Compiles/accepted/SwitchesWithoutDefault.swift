import Repartee

struct User: Decodable, Sendable {
  var name: String
}

enum Refusal: Error {
  case gone
  case rejected(String)
}

struct GetUser: Endpoint {
  var request: Request { .get("/user") }

  static let responses: ResponseMap<User, Refusal> = [
    .code(200, .decode),
    .code(410, .error(.gone)),
    .clientError(.decodeError(String.self) { .rejected($0) }),
  ]
}

func name(_ client: Client) async -> String {
  do {
    return try await client.send(GetUser()).name
  } catch {
    switch error.reason {
    case .declared(.gone): return "gone"
    case .declared(.rejected(let why)): return why
    case .undeclared: return "\(error.response?.status.code ?? 0)"
    case .undecodable(let failure): return failure.path
    case .transport(let failure): return failure.message
    case .authentication(let failure): return failure.message
    case .request(let failure): return failure.message
    }
  }
}

/// No failure is declared, and there is no case for one.
struct GetText: Endpoint {
  var request: Request { .get("/text") }
  static let responses: ResponseMap<String, Never> = .anySuccess
}

func text(_ client: Client) async -> String {
  do {
    return try await client.send(GetText())
  } catch {
    switch error.reason {
    case .undeclared, .undecodable, .transport, .authentication, .request: return ""
    }
  }
}

/// In a task, Swift infers `any Error` unless the `do` says what it throws.
func task(_ client: Client) -> Task<String, Never> {
  Task {
    do throws(CallError<Refusal>) {
      return try await client.send(GetUser()).name
    } catch {
      switch error.reason {
      case .declared, .undeclared, .undecodable, .transport, .authentication, .request: return ""
      }
    }
  }
}

func result(_ client: Client) -> Task<String, Never> {
  Task {
    switch await client.result(of: GetUser()) {
    case .success(let user): return user.name
    case .failure(let error):
      switch error.reason {
      case .declared, .undeclared, .undecodable, .transport, .authentication, .request: return ""
      }
    }
  }
}
