#if Observability
import HTTPTypes
import Repartee
import ReparteeBase

/// A server in memory, whose responses come one after another, the last one again and again. Each takes some time of
/// its clock.
final class Server: Sendable {
  private let state: Mutex<(arrived: [HTTPRequest], responses: [TransportResponse])>
  private let clock = SteppingClock()
  private let time: Duration

  init(_ responses: TransportResponse..., taking time: Duration = .milliseconds(250)) {
    state = Mutex(([], responses))
    self.time = time
  }

  /// What arrived.
  var arrived: [HTTPRequest] { state.withLock { $0.arrived } }

  /// A client of it, that retries without a pause, and has these observers.
  func client(_ observers: any CallObserver...) -> Client {
    var client = Client(
      baseURL: "https://api.example.com",
      transport: InMemoryTransport { request in
        self.clock.pass(self.time)
        return try self.state.withLock { state in
          state.arrived.append(request.head)
          guard let response = state.responses.first else { throw TransportError(.connectionLost) }
          if state.responses.count > 1 { state.responses.removeFirst() }
          return response
        }
      })
    client.clock = clock
    client.timeout = .unlimited
    client.randomness = { 0 }
    client.observers = observers
    return client
  }
}

/// A clock whose time moves by `pass(_:)`, or by a sleep, which does not wait; before the clock is open, sleeps wait
/// for `open()`.
final class SteppingClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct State {
    var time = Instant()
    var isOpen: Bool
    var sleepers: [AsyncStream<Void>.Continuation] = []
  }

  private let state: Mutex<State>

  init(isOpen: Bool = true) { state = Mutex(State(isOpen: isOpen)) }

  var now: Instant { state.withLock { $0.time } }
  var minimumResolution: Duration { .zero }

  func pass(_ duration: Duration) { state.withLock { $0.time = $0.time.advanced(by: duration) } }

  /// Wakes all sleepers; later sleeps end at once.
  func open() {
    let sleepers = state.withLock { state in
      state.isOpen = true
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.finish() }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (end, sleeper) = AsyncStream<Void>.makeStream()
    let isOpen = state.withLock { state in
      if !state.isOpen { state.sleepers.append(sleeper) }
      return state.isOpen
    }
    if !isOpen { for await _ in end {} }
    try Task.checkCancellation()
    state.withLock { $0.time = max($0.time, deadline) }
  }
}

/// A transport that responds when its call is cancelled.
struct SilentTransport: Transport {
  /// Is called when a request has come.
  var arrived: @Sendable () -> Void = {}

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    arrived()
    let (forever, end) = AsyncStream<Void>.makeStream()
    for await _ in forever {}
    withExtendedLifetime(end) {}
    throw TransportError(.cancelled)
  }
}

/// What comes of a request that is cancelled while it waits for its response.
func cancelled<E: Endpoint>(_ endpoint: E, _ observers: any CallObserver...) async -> Result<
  E.Output, E.Thrown
> {
  let (requests, arrival) = AsyncStream<Void>.makeStream()
  var client = Client(
    baseURL: "https://api.example.com", transport: SilentTransport { arrival.yield() })
  client.observers = observers
  let call = Task { [client] in await client.result(of: endpoint) }
  for await _ in requests { break }
  call.cancel()
  return await call.value
}

struct GetUser: Endpoint {
  typealias Output = String
  var id: Int

  var request: Request { .get("/users/\(id)") }

  static let responses: ResponseMap<String, Never> = [.code(200, .decode)]
}

/// A missing one is a value.
struct FindUser: Endpoint {
  typealias Output = String?
  var id: Int

  var request: Request { .get("/users/\(id)") }

  static let responses: ResponseMap<String?, Never> = [.code(200, .decode), .code(404, .value(nil))]
}

extension TransportResponse {
  static func redirect(to url: String) -> Self { .status(302, headers: [.location: url]) }
}
#endif
