// The examples of "Operations", and of the front page of ReparteeOperations.
import Foundation
import Repartee
import ReparteeOperations

nonisolated struct Report: Decodable, Sendable {
  var url: String
}

enum ExportError: Error, Decodable {
  case failed(String)
}

// A location
nonisolated struct Export: Decodable, Sendable {
  var percent: Int
  var file: Report?
  var error: String?

  var result: Result<Export, ExportError> {
    error.map { .failure(.failed($0)) } ?? .success(self)
  }
}

struct StartExport: OperationEndpoint {
  var request: Request { .post("/exports").idempotent(.key()) }
  static let responses: ResponseMap<Export, ExportError> = [
    .codes(200...202, .decode(Export.self, result: \.result))
  ]

  func step(
    after state: OperationState<Export>
  ) throws(RequestError) -> OperationStep<Report> {
    if let file = state.value.file { return .ended(file) }
    return .running(at: try .field("Location", of: state))
  }
}

// An ID
nonisolated struct Job: Decodable, Sendable {
  var id: String
  var report: Report?
}

struct StartJob: OperationEndpoint {
  var request: Request { .post("/jobs") }
  static let responses: ResponseMap<Job, ExportError> = [
    .success(.decode)
  ]

  func step(
    after state: OperationState<Job>
  ) throws(RequestError) -> OperationStep<Report> {
    if let report = state.value.report { return .ended(report) }
    return .running(at: try .value(state.value.id))
  }

  func state(
    at place: Cursor
  ) throws(RequestError) -> Resource<Job, ExportError> {
    let id = try place.decode(String.self)
    return Resource(.get("/jobs/\(id)"), Self.responses)
  }

  func cancellation(
    at place: Cursor
  ) throws(RequestError) -> Resource<Void, ExportError>? {
    let id = try place.decode(String.self)
    return Resource(
      .delete("/jobs/\(id)"), [.code(204, .noContent)])
  }
}

// A result elsewhere
struct Render: OperationEndpoint {
  var request: Request { .post("/renders") }
  static let responses: ResponseMap<Void, Never> = [
    .code(202, .noContent), .code(303, .noContent),
  ]

  func step(
    after state: OperationState<Void>
  ) throws(RequestError) -> OperationStep<Report> {
    let place = try Cursor.field("Location", of: state)
    if state.status == .seeOther, let place {
      return .result(at: place)
    }
    return .running(at: place)
  }

  func result(
    at place: Cursor
  ) throws(RequestError) -> Resource<Report, Never> {
    Resource(
      Request(.get, url: place.url ?? ""),
      [.code(200, .decode)])
  }
}

// The same URL
struct Statistics: OperationEndpoint {
  var request: Request { .get("/stats") }
  static let responses: ResponseMap<[Int]?, Never> = [
    .code(202, .value(nil)), .code(200, .decode),
  ]

  func step(
    after state: OperationState<[Int]?>
  ) -> OperationStep<[Int]> {
    state.value.map { .ended($0) } ?? .running(at: nil)
  }
}

// Once for an API
nonisolated struct LongState<Value: Decodable & Sendable>: Decodable,
  Sendable
{
  var name: String
  var response: Value?
}

nonisolated protocol LongOperation: OperationEndpoint
where
  Value: Decodable, Output == LongState<Value>,
  Failure == ExportError
{}

nonisolated extension LongOperation {
  static var responses: ResponseMap<Output, Failure> {
    [.code(200, .decode)]
  }

  func step(
    after state: OperationState<Output>
  ) throws(RequestError) -> OperationStep<Value> {
    if let value = state.value.response { return .ended(value) }
    return .running(at: try .value(state.value.name))
  }

  func state(
    at place: Cursor
  ) throws(RequestError) -> Resource<Output, Failure> {
    // "operations/7"
    let name = try place.decode(String.self).split(separator: "/")
    return Resource(.get("/v1/\(segments: name)"), Self.responses)
  }
}

struct Transcribe: LongOperation {
  typealias Value = Report
  var request: Request { .post("/v1/transcripts") }
}

// Waiting
func wait(_ client: Client) async throws {
  let report = try await client.wait(
    for: StartExport(), within: .seconds(60))
  print(report.url)
}

func follow(
  _ client: Client, from saved: OperationHandle?,
  save: (OperationHandle) async throws -> Void
) async throws {
  for try await progress in client.progress(
    of: StartExport(), from: saved)
  {
    switch progress {
    case .running(let state):
      print("\(state.value.percent) %")
      try await save(state.handle)
    case .ended(let report): print(report.url)
    }
  }
}

func give(up client: Client, _ handle: OperationHandle) async throws {
  try await client.cancel(StartJob(), at: handle)

  let report = try await client.wait(
    for: StartJob(), within: .seconds(60), cancelsWork: true)
  print(report.url)
}

// The stages
func share(_ client: inout Client) {
  client.stages.insert(OneFetch(), at: 0)
}

func waitForNetwork(_ client: inout Client) {
  let network = NetworkState(isAvailable: false)
  client.stages.append(WaitingForNetwork(network))
  // as soon as the source knows better
  network.isAvailable = true
}

#if canImport(Network)
func waitForTheSystemsNetwork(_ client: inout Client) {
  client.stages.append(WaitingForNetwork(.system))
}
#endif
