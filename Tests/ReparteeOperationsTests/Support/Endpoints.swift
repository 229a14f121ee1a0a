import Repartee
import ReparteeOperations

// Five ways in which APIs say how their work goes on.

enum WorkError: Error, Hashable { case failed(String) }

struct File: Codable, Sendable, Hashable { var url: String }

// Google's: a body with a name; once for the API.

struct GoogleState<Value: Decodable & Sendable>: Decodable, Sendable {
  struct Status: Decodable, Sendable { var message: String }

  var name: String
  var done: Bool?
  var response: Value?
  var error: Status?

  var result: Result<Self, WorkError> { error.map { .failure(.failed($0.message)) } ?? .success(self) }
}

protocol GoogleOperation: OperationEndpoint
where Value: Decodable, Output == GoogleState<Value>, Failure == WorkError {}

extension GoogleOperation {
  static var responses: ResponseMap<Output, Failure> { [.code(200, .decode(Output.self, result: \.result))] }

  func step(after state: OperationState<Output>) throws(RequestError) -> OperationStep<Value> {
    if let value = state.value.response { return .ended(value) }
    return .running(at: try .value(state.value.name))
  }

  func state(at place: Cursor) throws(RequestError) -> Resource<Output, Failure> {
    Resource(.get("/v1/\(segments: try segments(place))"), Self.responses)
  }

  func cancellation(at place: Cursor) throws(RequestError) -> Resource<Void, Failure>? {
    Resource(.post("/v1/\(segments: try segments(place)):cancel"), [.success(.noContent)])
  }

  private func segments(_ place: Cursor) throws(RequestError) -> [Substring] {
    try place.decode(String.self).split(separator: "/")
  }
}

struct StartExport: GoogleOperation {
  typealias Value = File
  var request: Request { .post("/v1/exports") }
}

// Azure's: Operation-Location, then the resource.

struct AzureState: Decodable, Sendable {
  var status: String?
  var resourceLocation: String?
  var result: Result<Self, WorkError> { status == "failed" ? .failure(.failed("azure")) : .success(self) }
}

struct Analyze: OperationEndpoint {
  var request: Request { .post("/analyze") }
  static let responses: ResponseMap<AzureState, WorkError> = [
    .code(202, .value(AzureState())), .code(200, .decode(AzureState.self, result: \.result)),
  ]

  func step(after state: OperationState<AzureState>) throws(RequestError) -> OperationStep<File> {
    if state.value.status == "succeeded", let place = try Cursor.url(state.value.resourceLocation, of: state)
    {
      return .result(at: place)
    }
    return .running(at: try .field("Operation-Location", of: state))
  }

  func result(at place: Cursor) throws(RequestError) -> Resource<File, WorkError> {
    Resource(Request(.get, url: place.url ?? ""), [.code(200, .decode)])
  }
}

// AWS's: an ID, and an endpoint for the state.

struct Job: Decodable, Sendable {
  var id: String
  var state: String
  var file: File?
  var result: Result<Self, WorkError> { state == "FAILED" ? .failure(.failed(id)) : .success(self) }
}

struct StartJob: OperationEndpoint {
  var request: Request { .post("/jobs") }
  static let responses: ResponseMap<Job, WorkError> = [.success(.decode(Job.self, result: \.result))]

  func step(after state: OperationState<Job>) throws(RequestError) -> OperationStep<File> {
    if let file = state.value.file { return .ended(file) }
    return .running(at: try .value(state.value.id))
  }

  func state(at place: Cursor) throws(RequestError) -> Resource<Job, WorkError> {
    Resource(.get("/jobs/\(try place.decode(String.self))"), Self.responses)
  }

  func cancellation(at place: Cursor) throws(RequestError) -> Resource<Void, WorkError>? {
    Resource(
      .delete("/jobs/\(try place.decode(String.self))"),
      [.code(204, .noContent), .code(409, .error(.failed("too late")))])
  }
}

// GitHub's: the same URL until it is 200.

struct Statistics: OperationEndpoint {
  var request: Request { .get("/stats", query: ["repo": "a/b"], headers: ["X-Version": "1"]) }
  static let responses: ResponseMap<[Int]?, Never> = [.code(202, .value(nil)), .code(200, .decode)]

  func step(after state: OperationState<[Int]?>) -> OperationStep<[Int]> {
    if let value = state.value { return .ended(value) }
    return .running(at: nil)
  }
}

// RFC 9110: 202, then 303 to the result.

struct Render: OperationEndpoint {
  var request: Request { .post("/render") }
  static let responses: ResponseMap<Void, WorkError> = [
    .code(202, .noContent), .code(200, .noContent), .code(303, .noContent),
  ]

  func step(after state: OperationState<Void>) throws(RequestError) -> OperationStep<File> {
    let place = try Cursor.field("Location", of: state)
    if state.head.status.code == 303, let place { return .result(at: place) }
    return .running(at: place)
  }

  func result(at place: Cursor) throws(RequestError) -> Resource<File, WorkError> {
    Resource(Request(.get, url: place.url ?? ""), [.code(200, .decode)])
  }
}
