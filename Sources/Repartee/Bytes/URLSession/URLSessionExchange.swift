#if canImport(Darwin) || URLSession
import Dispatch
#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif
import HTTPTypes
import ReparteeBase
#if canImport(Darwin)
import Security
#endif

final class URLSessionExchange: Sendable {
  private let task: URLSessionTask
  private let inbox = Mutex(URLSessionInbox())
  private let interimCount = Mutex(0)

  #if canImport(Darwin)
  private let upload: ByteStream?
  private let serverTrust: URLSessionTransport.ServerTrust?
  private let feeding = Mutex<Task<Void, Never>?>(nil)

  init(_ task: URLSessionTask, upload: ByteStream?, serverTrust: URLSessionTransport.ServerTrust?) {
    self.task = task
    self.upload = upload
    self.serverTrust = serverTrust
  }
  #else
  /// Foundation on Linux blocks the calling thread, which must not be one of the concurrency pool.
  private let control: DispatchQueue

  init(_ task: URLSessionTask, control: DispatchQueue) {
    self.task = task
    self.control = control
  }
  #endif

  func head() async throws(TransportError) -> HTTPResponse {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if let refuse = inbox.withLock({ $0.start(waiter) }) { refuse() } else { apply(.resume) }
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  func next() async throws(TransportError) -> Data? {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        inbox.withLock { inbox in
          let (flow, deliver) = inbox.take(waiter)
          apply(flow)
          return deliver
        }()
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  func cancel() {
    finish(TransportError(.cancelled))
    apply(.cancel)
  }

  private func finish(_ error: TransportError?) {
    inbox.withLock { $0.finish(error) }()
  }

  /// Pauses and resumptions are called under the inbox's lock, to keep their order.
  private func apply(_ flow: URLSessionInbox.Flow) {
    #if canImport(Darwin)
    switch flow {
    case .go: break
    case .pause: task.suspend()
    case .resume: task.resume()
    case .cancel: task.cancel()
    }
    #else
    switch flow {
    case .go: break
    case .pause: break
    case .resume: control.async { self.task.resume() }
    case .cancel: control.async { self.task.cancel() }
    }
    #endif
  }

  // MARK: - Events from the router

  func received(_ response: URLResponse) {
    let code = (response as? HTTPURLResponse)?.statusCode ?? 0
    // Foundation on Linux delivers interim heads, too (RFC 9110, section 15.2).
    if (100..<200).contains(code), code != 101 { return receivedInterim() }
    guard let response = response as? HTTPURLResponse, let head = HTTPResponse(response) else {
      return refuse("the server responded with the status \(code)")
    }
    // Foundation takes the number at the beginning of `2abc`.
    guard head.headerFields[values: .contentLength].allSatisfy(\.isLength) else {
      return refuse("the Content-Length of the response is not a number")
    }
    inbox.withLock { $0.received(head) }()
  }

  func receivedInterim() {
    let count = interimCount.withLock { count in
      count += 1
      return count
    }
    if count > TransportError.maximumInterimResponses { refuse(TransportError.tooManyInterimResponses) }
  }

  private func refuse(_ message: String) {
    finish(TransportError(.protocolViolation, message: message))
    apply(.cancel)
  }

  func received(_ data: Data) {
    inbox.withLock { inbox in
      let (flow, deliver) = inbox.received(data)
      apply(flow)
      return deliver
    }()
  }

  func completed(_ error: (any Error)?) {
    #if !canImport(Darwin)
    if error == nil { receivedUnfollowable() }
    #endif
    finish(error.map { TransportError(urlSession: $0, hasHead: inbox.withLock { $0.hasHead }) })
    #if canImport(Darwin)
    feeding.withLock { $0 }?.cancel()
    #endif
  }

  #if !canImport(Darwin)
  /// Foundation on Linux does not deliver such a redirect, and loses its body.
  private func receivedUnfollowable() {
    guard !inbox.withLock({ $0.hasHead }), let response = task.response as? HTTPURLResponse else { return }
    received(response)
    let length = response.value(forHTTPHeaderField: "Content-Length")
    if length != "0", task.originalRequest?.httpMethod != "HEAD" {
      finish(
        TransportError(
          .other, message: "Foundation on Linux loses the body of a redirect without a usable Location"))
    }
  }
  #endif

  #if canImport(Darwin)
  func bodyStream() -> InputStream? {
    guard let upload else { return nil }
    let feed = URLSessionUpload(upload) { [weak self] error in
      self?.finish(error)
      self?.apply(.cancel)
    }
    feeding.withLock { feeding in
      feeding?.cancel()
      feeding = feed?.writing
    }
    return feed?.input
  }

  func trusts(_ trust: SecTrust, _ host: String) -> Bool? {
    guard let serverTrust else { return nil }
    let isTrusted = serverTrust(trust, host)
    if !isTrusted { finish(TransportError(.tls, message: "the server was not trusted")) }
    return isTrusted
  }
  #endif
}

extension String {
  /// Foundation joins repeated fields (RFC 9110, section 8.6).
  fileprivate var isLength: Bool {
    let values = utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      Array(String(Substring($0)).utf8.trimmingFieldWhitespace)
    }
    return values.allSatisfy {
      !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } && $0 == values.first
    }
  }
}

/// The body of a response. Releasing this object cancels the task.
final class URLSessionBody: Sendable {
  private let exchange: URLSessionExchange

  init(_ exchange: URLSessionExchange) {
    self.exchange = exchange
  }

  func next() async throws(TransportError) -> Data? {
    try await exchange.next()
  }

  deinit {
    exchange.cancel()
  }
}
#endif
