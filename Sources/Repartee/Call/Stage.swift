/// A part of one attempt: it gets a request, and returns a response whose body is not read.
///
/// ```swift
/// struct UserAgent: Stage {
///   var name: String
///
///   func send(
///     _ request: AttemptRequest, next: NextStage
///   ) async throws(AttemptError) -> AttemptResponse {
///     var request = request
///     request.headers[.userAgent] = name
///     return try await next(request)
///   }
/// }
/// client.stages.append(UserAgent(name: "app/1.2"))
/// ```
///
/// It receives the request with cookies and credentials: first attempts, retries, redirects and attempts with a
/// refreshed credential. It calls `next` once, returns its own response, or throws an error. The next attempt starts
/// without its changes. Different calls call it concurrently. See <doc:WritingMiddleware>.
///
/// `ConformanceClaim<any Stage>` in `ReparteeTesting` tests what every stage has to keep.
public protocol Stage: Sendable {
  /// Sends a request to the next stage, and returns its response.
  ///
  /// It waits for `next`, and for anything else by ``AttemptRequest``'s `wait`, which ends at the deadline. Another
  /// wait ends only with the call's task, or at the limit for the head (``Client/headTimeout``), where there is one:
  /// the stage then runs in a task that is cancelled, which costs a call some microseconds.
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse

  /// Whether the changes also apply at other origins than the client's, and after a redirect back; by default not.
  var appliesToOtherOrigins: Bool { get }
}

extension Stage {
  /// False.
  public var appliesToOtherOrigins: Bool { false }
}

// The compiler finds only this if a stage's own does not fit. Generic, it is a worse match than a default of one's own.
extension Stage {
  @available(
    *, unavailable,
    message: """
      declare: func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse
      """
  )
  @_alwaysEmitIntoClient public func send(
    _ request: AttemptRequest, next: some Any
  ) async throws(AttemptError) -> AttemptResponse { fatalError() }
}

/// The rest of the stages of an attempt, and the transport.
public struct NextStage: Sendable {
  final class Chain: Sendable {
    let stage: any Stage
    let next: Chain?

    init(_ stage: any Stage, _ next: Chain?) {
      self.stage = stage
      self.next = next
    }

    static func linking(_ stages: [any Stage]) -> Chain? {
      stages.reversed().reduce(nil) { Chain($1, $0) }
    }

    /// The number of stages that follow.
    var rest: Int { sequence(first: self, next: \.next).reduce(0) { count, _ in count + 1 } }
  }

  let chain: Chain?
  /// What a stage of another module can't change.
  let given: Given?

  final class Given: Sendable {
    let request: AttemptRequest
    let type: ObjectIdentifier
    private let appliesToOtherOrigins: Bool

    init(_ request: AttemptRequest, to stage: any Stage) {
      self.request = request
      type = ObjectIdentifier(Swift.type(of: stage))
      appliesToOtherOrigins = stage.appliesToOtherOrigins
    }

    func passing(on request: AttemptRequest) throws(AttemptError) -> AttemptRequest {
      do throws(TransportError) {
        return try request.passed(on: self.request, appliesToOtherOrigins: appliesToOtherOrigins)
      } catch {
        throw AttemptError(error)
      }
    }
  }

  init(_ chain: Chain?, given: Given? = nil) {
    self.chain = chain
    self.given = given
  }

  /// Creates the rest of the stages from a function, to test a stage.
  public init(
    _ send: @escaping @Sendable (AttemptRequest) async throws(AttemptError) -> AttemptResponse
  ) {
    self.init(Chain(Last(send: send), nil))
  }

  private struct Last: Stage {
    let send: @Sendable (AttemptRequest) async throws(AttemptError) -> AttemptResponse

    func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
      try await send(request)
    }
  }

  func giving(_ given: Given) -> NextStage { NextStage(chain, given: given) }

  /// Sends a request, and returns its response when the head is received.
  public func callAsFunction(_ request: AttemptRequest) async throws(AttemptError) -> AttemptResponse {
    try await send(given?.passing(on: request) ?? request)
  }

  /// Inlined in the stages of every call: a suspended call keeps a frame for each function that waits.
  @inline(__always)
  func send(_ request: AttemptRequest) async throws(AttemptError) -> AttemptResponse {
    guard let chain else {
      throw AttemptError(TransportError(.other, message: "no stage has sent the request"))
    }
    return try await chain.stage.send(request, next: NextStage(chain.next))
  }
}

extension NextStage: CustomReflectable {
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
