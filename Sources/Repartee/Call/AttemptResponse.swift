public import HTTPTypes
import ReparteeBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A response to one attempt of a call, whose body is not read.
public struct AttemptResponse: Sendable {
  /// Status and header fields.
  public var head: HTTPResponse { didSet { decoded = nil } }
  /// The body; one from the network can be read once.
  public var body: ByteStream { didSet { decoded = nil } }
  /// Whether a stage had stored it, also if the origin has validated it now: see ``stored(_:_:)``.
  public private(set) var isStored = false
  /// The request that it responds to; nil if nothing was sent.
  public private(set) var sent: SentRequest?
  /// Keeps what the call decodes from the body, for further responses with the same body, which then need not be
  /// decoded. Nil, the default, keeps nothing; a change of head or body sets it to nil.
  public var decoded: DecodedValues?
  /// The log that recorded the request.
  private var log: WireLog?
  /// What was received from the network, if this response was stored.
  private var replaced: Result<HTTPResponse, TransportError>?
  var start: AttemptStart?
  /// The beginning of the body; nil unless the session's rule needs it.
  var prefix: Data?

  /// Creates a response.
  public init(head: HTTPResponse, body: ByteStream) {
    self.head = head
    self.body = body
  }

  /// Creates a response from one as a transport makes it, such as `.json("{}")`.
  public init(_ response: TransportResponse) {
    (head, body) = (response.head, response.body)
  }

  init(_ response: TransportResponse, to sent: SentRequest?, in log: WireLog?) {
    self.init(response)
    (self.sent, self.log) = (sent, log)
  }

  /// Creates a response that a stage had stored.
  ///
  /// In ``TypedResponse/attempts`` it counts only if something was sent for it, with the status that came from the
  /// network. It says nothing about the server: neither cookies nor refusals of a credential nor the pause before a
  /// retry.
  public static func stored(_ head: HTTPResponse, _ body: ByteStream) -> AttemptResponse {
    var response = AttemptResponse(head: head, body: body)
    response.isStored = true
    return response
  }

  /// The head of the request that was sent, after all stages, unmasked; nil if nothing was sent.
  public var sentHead: HTTPRequest? { sent?.head }

  /// Nil for a stored response for which nothing was sent.
  var network: Result<HTTPResponse, TransportError>? { isStored ? replaced : .success(head) }
  var networkHead: HTTPResponse? { isStored ? try? replaced?.get() : head }

  /// Takes the request from the log of the stage that returned this response, which may be that of another call.
  mutating func attach(to log: WireLog) {
    let last = log.last
    if self.log !== log { (sent, self.log) = (last.sent, log) }
    if isStored { replaced = last.result }
  }
}

/// Why an attempt has no response.
public struct AttemptError: Error {
  enum Reason: Error {
    case transport(TransportError)
    case authentication(AuthenticationError)
    /// Cancelled or timed out while it waited for a credential, or in a stage.
    case callOver(TransportError)
  }

  /// Errors are rare, and each frame on the way has room for one.
  private final class Storage: Sendable {
    let reason: Reason
    let sent: SentRequest?
    let start: AttemptStart?

    init(_ reason: Reason, _ sent: SentRequest?, _ start: AttemptStart?) {
      self.reason = reason
      self.sent = sent
      self.start = start
    }
  }

  private let storage: Storage

  var reason: Reason { storage.reason }
  /// The request that was sent last, if any.
  var sent: SentRequest? { storage.sent }
  var start: AttemptStart? { storage.start }

  /// Creates an error. Its kind says whether the request is retried.
  public init(_ error: TransportError) { self.init(.transport(error)) }

  init(_ reason: Reason, sent: SentRequest? = nil, start: AttemptStart? = nil) {
    storage = Storage(reason, sent, start)
  }

  /// The error of the transport; nil for one of authentication.
  public var transportError: TransportError? {
    switch reason {
    case .transport(let error), .callOver(let error): error
    case .authentication: nil
    }
  }

  func with(_ start: AttemptStart) -> AttemptError { AttemptError(reason, sent: sent, start: start) }
}

extension AttemptResponse: CustomStringConvertible, CustomReflectable {
  /// The status, and the length of the body.
  public var description: String { "\(head.status.name), \(body)" }

  /// Shows no values of header fields.
  public var customMirror: Mirror {
    let names = sent.map { shownNames(head.headerFields, of: $0) } ?? shownNames(head.headerFields)
    return Mirror(self, children: ["response": description, "headers": names])
  }
}

extension AttemptError: CustomStringConvertible, CustomReflectable {
  /// The reason, without secrets of the request.
  public var description: String {
    switch reason {
    case .transport(let error), .callOver(let error):
      "\(sent.map { sent in error.masked { sent.redaction } } ?? error)"
    case .authentication(let error): "\(sent.map { error.masked(by: $0.redaction) } ?? error)"
    }
  }

  public var customMirror: Mirror { Mirror(self, children: ["reason": description]) }
}
