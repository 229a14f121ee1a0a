import Foundation
import Repartee
import ReparteeCaching

// Stages, as one writes interceptors and middleware.

struct Signer: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    var request = request
    request.setValue("7", forHTTPHeaderField: "X-App")
    return try await next(request)
  }
}
// says: headers["X-Name"]

struct Signer: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    var request = request
    request.headers.add(name: "X-App", value: "7")
    return try await next(request)
  }
}
// says: headers["X-Name"]

struct Signer: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    var request = request
    request.headerFields["X-App"] = "7"
    return try await next(request)
  }
}
// says: headers

struct Signer: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    try await next.proceed(request)
  }
}
// says: next(request)

struct Signer: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    try await next.send(request)
  }
}
// says: next(request)

struct Logger: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    let response = try await next(request)
    print(request.httpMethod, request.url, response.statusCode)
    return response
  }
}
// says: head.method

struct Logger: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    let response = try await next(request)
    print(response.statusCode)
    return response
  }
}
// says: head.status

struct Logger: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    let response = try await next(request)
    print(response.status.code, response.headers["X-Id"] ?? "")
    return response
  }
}
// says: head.status

struct Logger: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    let response = try await next(request)
    print(request.head.method, request.url, request.number, response.head.status.code)
    return response
  }
}
// compiles

struct Logger: Stage {
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
    if request.retryCount > 0 { print("again") }
    return try await next(request)
  }
}
// says: number

struct Signer: Stage {
  func intercept(_ request: Request, next: (Request) async throws -> Response) async throws -> Response {
    try await next(request)
  }
}
// says: async throws(AttemptError) -> AttemptResponse

client.observers.append(.handler { event in print(event.kind, event.status?.code ?? 0) })
// compiles

client.observers.append { event in print(event) }
// says: .handler
