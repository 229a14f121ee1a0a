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

/// Sends requests with Foundation's URLSession: the transport to choose on Apple platforms. On Linux it is there
/// behind the trait `URLSession`, with the limits below; prefer AsyncHTTPClient there.
///
/// ```swift
/// let client = Client(
///   baseURL: "https://api.example.com", transport: .urlSession)
/// ```
///
/// Redirects are not followed, and nothing is cached, stored or timed here (see ``configuration``). On Apple
/// platforms it speaks HTTP/1.1, HTTP/2 and HTTP/3, as the system does, and a body is read at the pace of its reader:
/// with more than 256 KiB unread the task is suspended. Dropping the iterator of a body, or the body, before its end
/// cancels the task, which closes the connection (HTTP/1.1) or the stream.
///
/// What Foundation does everywhere, and no setting changes:
/// - Repeated header fields are joined by commas, in requests and responses (RFC 9110, section 5.3); the order of the
///   fields is lost, and those of a response come sorted by name. `Set-Cookie` fields of a response are taken apart
///   again, where a comma stands before what looks like the next cookie's name and `=`.
/// - It undoes the content codings that it knows, also when the request has an `Accept-Encoding` of its own. The head
///   stays as it came. On Linux `gzip, deflate` is asked for; on Apple platforms the system asks, for `br` as well. A
///   body in a coding that was not asked for fails with kind ``TransportError/Kind/unsupportedContentCoding``; on Apple
///   platforms a request with an `Accept-Encoding` of its own gets it as it came.
/// - A GET with a body fails with kind ``TransportError/Kind/requestBody``, and nothing is sent. A POST with a
///   body and without Content-Type gets `application/octet-stream`, as Foundation would else call it a form.
///
/// On Linux, with Foundation of Swift 6.3:
/// - **There is no backpressure.** Foundation can't pause a transfer, so what is unread is kept in memory, up to
///   64 MiB; beyond that the response fails with kind ``TransportError/Kind/bodyTooLarge(limit:)``.
/// - A request's body that is a stream is collected before it is sent, up to 64 MiB; a larger one fails with
///   kind ``TransportError/Kind/requestBody``, and nothing is sent.
/// - A path with dot segments (`/a/../b`) is sent without them, by libcurl.
/// - A server can crash the process: with trailer fields behind a chunked body, or by closing the connection in
///   the middle of a head.
/// - Cancelling, and starting another request, waits while a transfer has bytes to read without a pause.
/// - The body of a redirect without a usable `Location` is lost: the response fails after its head, with kind
///   ``TransportError/Kind/other``, unless its `Content-Length` is 0.
/// - A body whose gzip ends too early does not fail.
/// - A request that gets no response on a connection that was used before is **sent again** by libcurl: a server
///   that closes its connections without a word may see it twice.
/// - A head of tens of thousands of fields takes Foundation seconds, in which other requests of the transport wait.
/// - A header field's value that is not UTF-8, or a status line without the space before its reason, fails the
///   response.
/// - Errors are coarse: much of what goes wrong has the one code -1, which is told apart here by libcurl's words.
///
/// Any number of tasks may use one transport at once. Copies share the connections, which are closed when the
/// last copy is gone and its requests are done.
public struct URLSessionTransport: Transport {
  private let session: Session

  #if canImport(Darwin)
  /// Decides whether the server of a TLS connection is who it says it is. It is called instead of the system's
  /// own evaluation, on a queue of the session's, for every new connection; call `SecTrustEvaluateWithError` in
  /// it unless you mean to do without. False fails the request with kind ``TransportError/Kind/tls``.
  public typealias ServerTrust = @Sendable (_ trust: SecTrust, _ host: String) -> Bool

  /// A transport with a session of its own.
  ///
  /// - Parameters:
  ///   - configuration: Used as it is: a cookie storage, a cache or a timeout in it takes effect below the
  ///     client. Start from ``URLSessionTransport/configuration``. It has to be no background configuration.
  ///   - serverTrust: Decides about servers, to pin a key or to accept a certificate of your own; nil leaves it
  ///     to the system.
  public init(
    configuration: URLSessionConfiguration = Self.configuration, serverTrust: ServerTrust? = nil
  ) {
    session = Session(configuration, serverTrust: serverTrust)
  }
  #else
  /// A transport with a session of its own.
  ///
  /// - Parameter configuration: Used as it is: a cookie storage, a cache or a timeout in it takes effect below
  ///   the client. Start from ``URLSessionTransport/configuration``.
  public init(configuration: URLSessionConfiguration = Self.configuration) {
    session = Session(configuration)
  }
  #endif

  /// What ``Transport/urlSession`` is made with, and what a configuration of yours should start from: ephemeral;
  /// no cookies, no cache, no stored credentials; 64 connections to a host; timeouts of a year, so that the
  /// client's deadline governs.
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
    let reading = URLSessionReading(exchange)
    let problem = isBodiless ? nil : Self.problem(head, of: request.head)
    let body = ByteStream(
      length: length,
      once: {
        { () async throws(TransportError) in
          guard let problem else { return try await reading.next() }
          do throws(TransportError) {
            if try await reading.next() == nil { return nil }
          } catch {
            // What libcurl makes of bytes in a coding that was not asked for says nothing.
            if error.kind != .protocolViolation { throw error }
          }
          throw problem
        }
      })
    return TransportResponse(head: head, body: body)
  }

  /// Why the body can't be read: it is in a content coding that was not asked for. What Foundation doesn't know it
  /// leaves as it came; libcurl undoes what it knows.
  private static func problem(_ head: HTTPResponse, of request: HTTPRequest) -> TransportError? {
    guard request.headerFields[.acceptEncoding] == nil, let value = head.headerFields[.contentEncoding] else {
      return nil
    }
    #if canImport(Darwin)
    let known = ["", "identity", "gzip", "x-gzip", "deflate", "br"]
    #else
    let known = ["", "identity", "gzip", "x-gzip", "deflate"]
    #endif
    let names = value.split(separator: ",").map {
      Substring(String($0).utf8.trimmingFieldWhitespace).lowercased()
    }
    return names.allSatisfy(known.contains) ? nil : TransportError(.unsupportedContentCoding)
  }
}

extension Transport where Self == URLSessionTransport {
  /// URLSession with ``URLSessionTransport/configuration``: one session for the whole process, made at the first
  /// use.
  public static var urlSession: URLSessionTransport { .shared }
}

extension URLSessionTransport {
  fileprivate static let shared = URLSessionTransport()

  /// Owns the URLSession, and lets it end with its last user.
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
