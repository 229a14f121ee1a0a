#if canImport(Darwin) || URLSession
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif
import HTTPTypes
#if canImport(Darwin)
public import Security
#endif

/// A transport over Foundation's URLSession, for Apple platforms. On Linux it needs the trait `URLSession`, and
/// AsyncHTTPClient is the better choice: <doc:ChoosingATransport#Known-faults>.
///
/// ```swift
/// let client = Client(
///   baseURL: "https://api.example.com", transport: .urlSession)
/// ```
///
/// Nothing is redirected, cached, stored or timed here (``configuration``). On Apple platforms it suspends a task with
/// more than 256 KiB unread. Copies share the connections: <doc:ChoosingATransport>.
///
/// Foundation joins repeated header fields with commas; a response's are sorted by name. `Set-Cookie` is split again at
/// each comma before what looks like a name and `=`. A GET with a body fails with kind
/// ``TransportError/Kind/requestBody``; a body without Content-Type is sent as `application/octet-stream`. A
/// `Content-Length` that is no number fails with kind ``TransportError/Kind/protocolViolation``.
///
/// On Linux, cancelling or starting a request waits while a transfer has bytes to read without a pause, and a body
/// whose gzip ends too early does not fail. A field value that is not UTF-8, or a status line without the space before
/// its reason phrase, fails the response.
public struct URLSessionTransport: Transport {
  private let session: Session

  #if canImport(Darwin)
  typealias ServerTrust = @Sendable (SecTrust, String) -> Bool

  /// Creates a transport with its own session.
  ///
  /// - Parameters:
  ///   - configuration: Used with its cookie storage, cache and timeouts: start from
  ///     ``URLSessionTransport/configuration``. It must not be a background configuration.
  ///   - serverTrust: Decides, in place of the system, whether to trust the server of a new TLS connection; call
  ///     `SecTrustEvaluateWithError` in it. False fails the request with kind ``TransportError/Kind/tls``. Nil leaves
  ///     the decision to the system.
  public init(
    configuration: URLSessionConfiguration = Self.configuration,
    serverTrust: (@Sendable (_ trust: SecTrust, _ host: String) -> Bool)? = nil
  ) {
    session = Session(configuration, serverTrust: serverTrust)
  }
  #else
  /// Creates a transport with its own session.
  ///
  /// - Parameter configuration: Used with its cookie storage, cache and timeouts: start from
  ///   ``URLSessionTransport/configuration``.
  public init(configuration: URLSessionConfiguration = Self.configuration) {
    session = Session(configuration)
  }
  #endif

  /// An ephemeral configuration without cookies, cache and stored credentials, with 64 connections to a host, and
  /// timeouts of a year, so that the client's apply.
  public static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = 64
    let year: TimeInterval = 365 * 24 * 60 * 60
    configuration.timeoutIntervalForRequest = year
    configuration.timeoutIntervalForResource = year
    return configuration
  }

  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if Task.isCancelled { throw TransportError(.cancelled) }
    let (urlRequest, upload) = try await URLRequest.make(request.head, body: request.body)
    let exchange = await session.exchange(urlRequest, upload: upload)
    let head = try await exchange.head()

    let isBodiless = request.head.method == .head || head.status.code == 204 || head.status.code == 304
    let isCoded = head.headerFields[.contentEncoding] != nil
    let length = isBodiless ? 0 : isCoded ? nil : head.headerFields.contentLength
    let received = URLSessionBody(exchange)
    let problem = isBodiless ? nil : Self.problem(head, of: request.head)
    let body = ByteStream(
      length: length,
      once: {
        let next: ByteStream.Next = { () async throws(TransportError) in try await received.next() }
        guard let problem else { return next }
        if head.status.code < 400 { return Self.refusing(next, with: problem) }
        return keepingBeginning(of: next) { Self.refusing($0, with: problem) }
      })
    return TransportResponse(head: head, body: body)
  }

  private static func refusing(
    _ next: @escaping ByteStream.Next, with problem: TransportError
  ) -> ByteStream.Next {
    { () async throws(TransportError) in
      do throws(TransportError) {
        if try await next() == nil { return nil }
      } catch {
        // libcurl's error for a coding that was not requested says nothing useful.
        if error.kind != .protocolViolation { throw error }
      }
      throw problem
    }
  }

  /// Foundation leaves unknown codings unchanged; libcurl decodes those that it knows.
  private static func problem(_ head: HTTPResponse, of request: HTTPRequest) -> TransportError? {
    guard request.headerFields[.acceptEncoding] == nil else { return nil }
    #if canImport(Darwin)
    let known = ["gzip", "x-gzip", "deflate", "br"]
    #else
    let known = ["gzip", "x-gzip", "deflate"]
    #endif
    let isKnown = head.headerFields.contentCodings.allSatisfy(known.contains)
    return isKnown ? nil : TransportError(.unsupportedContentCoding)
  }
}

extension Transport where Self == URLSessionTransport {
  /// One session with ``URLSessionTransport/configuration`` for the whole process.
  public static var urlSession: URLSessionTransport { .shared }
}

extension URLSessionTransport {
  fileprivate static let shared = URLSessionTransport()

  private final class Session: Sendable {
    private let session: URLSession
    private let router = URLSessionRouter()

    #if canImport(Darwin)
    private let serverTrust: ServerTrust?

    init(_ configuration: URLSessionConfiguration, serverTrust: ServerTrust?) {
      session = URLSession(configuration: configuration, delegate: router, delegateQueue: nil)
      self.serverTrust = serverTrust
    }
    #else
    private let control = DispatchQueue(label: "repartee.urlsession")

    init(_ configuration: URLSessionConfiguration) {
      session = URLSession(configuration: configuration, delegate: router, delegateQueue: nil)
    }
    #endif

    deinit {
      session.finishTasksAndInvalidate()
    }

    #if canImport(Darwin)
    func exchange(_ request: URLRequest, upload: ByteStream?) async -> URLSessionExchange {
      let task: URLSessionTask =
        upload == nil ? session.dataTask(with: request) : session.uploadTask(withStreamedRequest: request)
      let exchange = URLSessionExchange(task, upload: upload, serverTrust: serverTrust)
      router.add(exchange, for: task)
      return exchange
    }
    #else
    func exchange(_ request: URLRequest, upload: ByteStream?) async -> URLSessionExchange {
      await withCheckedContinuation { continuation in
        control.async {
          let task = self.session.dataTask(with: request)
          let exchange = URLSessionExchange(task, control: self.control)
          self.router.add(exchange, for: task)
          continuation.resume(returning: exchange)
        }
      }
    }
    #endif
  }
}
#endif
