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
public protocol Stage: Sendable {
  /// Sends a request to the next stage, and returns its response.
  func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse

  /// Whether the changes also apply at other origins than the client's, and after a redirect back; by default not.
  var appliesToOtherOrigins: Bool { get }

  /// Whether the stage itself ends each wait but that for `next` at the deadline; by default not: the client cancels
  /// the task of ``send(_:next:)`` at the limit for the head or the deadline.
  var boundsWaits: Bool { get }
}

extension Stage {
  /// False.
  public var appliesToOtherOrigins: Bool { false }
  /// False.
  public var boundsWaits: Bool { false }
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
  }

  private let chain: Chain?
  /// What a stage of another module can't change.
  private let given: Given?

  final class Given: Sendable {
    let request: AttemptRequest
    private let appliesToOtherOrigins: Bool

    init(_ request: AttemptRequest, to stage: any Stage) {
      self.request = request
      appliesToOtherOrigins = stage.appliesToOtherOrigins
    }

    fileprivate func passing(on request: AttemptRequest) throws(AttemptError) -> AttemptRequest {
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

extension NextStage {
  /// Runs `work` as a stage of an attempt of its own, unless work with this key is running or with 16 others, until
  /// the client ends. The body of its response is read and left. `end` is called when it is over, or not started.
  package func inBackground(
    _ key: [String], _ request: AttemptRequest, end: @escaping @Sendable () -> Void = {},
    _ work: @escaping @Sendable (AttemptRequest, NextStage) async throws(AttemptError) -> AttemptResponse
  ) {
    let own = request.inBackground()
    let stage = ForeignStage(stage: Work(work: work))
    let sending: @Sendable () async -> Void = { [chain] in
      await own.finish { () async throws(AttemptError) in try await stage.send(own, next: NextStage(chain)) }
    }
    let background = request.scope.context.client.shared.background
    if !background.start(key, sending, end: end) { end() }
  }

  private struct Work: Stage {
    let work: @Sendable (AttemptRequest, NextStage) async throws(AttemptError) -> AttemptResponse
    var appliesToOtherOrigins: Bool { true }

    func send(_ request: AttemptRequest, next: NextStage) async throws(AttemptError) -> AttemptResponse {
      try await work(request, next)
    }
  }
}

extension AttemptRequest {
  fileprivate func finish(_ send: () async throws(AttemptError) -> AttemptResponse) async {
    let result: Result<AttemptResponse, AttemptError>
    do throws(AttemptError) { result = .success(try await send()) } catch { result = .failure(error) }
    let exchange = await Exchange.reading(result, of: scope, as: ResponsePlan(body: .optional))
    exchange.tellEnd(of: scope)
  }
}
