import HTTPTypes
import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct Download<E: ResourceConvertible> where E.Output == ResponseStream<Data, Never> {
  let client: Client
  let endpoint: E
  let resource: Resource<E.Output, E.Failure>

  private var wantsWhole = false
  private var isPlain = false
  /// Breaks since there were new bytes.
  private var breaks = 0
  private var furthest: Int64 = 0

  init(client: Client, endpoint: E, resource: Resource<E.Output, E.Failure>) {
    self.client = client
    self.endpoint = endpoint
    self.resource = resource
  }

  private enum Step {
    case complete(Int64)
    case next
    case broken(CallError<E.Failure>)
  }

  nonisolated(nonsending) mutating func run(
    to url: URL, _ report: @Sendable (TransferProgress) -> Void
  ) async throws(CallError<E.Failure>) -> Int64 {
    let call = resource.request.description
    for name in [HTTPField.Name.range, .ifRange] {
      guard client.headers[name] as String? == nil, resource.request.headers[name] as String? == nil else {
        let message = "\(name.canonicalName) can't be set: a download sets it to request the missing bytes"
        throw CallError(.request(RequestError(.header, message)), call: call)
      }
    }
    let partial: PartialDownload
    do {
      guard url.isFileURL else {
        throw BodyDecodingError(.notStored, message: "the URL is not that of a file")
      }
      partial = try PartialDownload(for: url.path)
    } catch {
      throw CallError(.undecodable(Self.notStored(error, at: url)), call: call)
    }
    while true {
      switch try await step(partial, url, report) {
      case .complete(let length): return length
      case .next: continue
      case .broken(let error): try await pause(after: error)
      }
    }
  }

  private static func notStored(_ error: any Error, at url: URL) -> BodyDecodingError {
    error as? BodyDecodingError
      ?? BodyDecodingError(
        .notStored, message: "the file \(url.path) can't be written: \(error)", underlying: error)
  }

  nonisolated(nonsending) private mutating func pause(
    after error: CallError<E.Failure>
  ) async throws(CallError<E.Failure>) {
    let policy = resource.request.retry ?? client.retry
    breaks += 1
    guard resource.request.method == .get, error.isRetryable,
      let pause = policy.pause(
        beforeRetry: breaks, after: .transient, asked: nil, random: client.randomness())
    else { throw error }
    do { try await client.clock.sleep(for: pause) } catch {
      throw CallError(.transport(TransportError(.cancelled)), call: resource.request.description)
    }
  }

  // MARK: One request

  nonisolated(nonsending) private mutating func step(
    _ partial: PartialDownload, _ url: URL, _ report: @Sendable (TransferProgress) -> Void
  ) async throws(CallError<E.Failure>) -> Step {
    let rest: (offset: Int64, validator: String, record: DownloadRecord)?
    do { rest = wantsWhole ? nil : try partial.rest() } catch {
      throw CallError(.undecodable(Self.notStored(error, at: url)), call: resource.request.description)
    }
    let reply = try await client.response(to: resource(requesting: rest), of: endpoint)
    let stream = reply.value
    func error(_ reason: CallError<Never>.Reason) -> CallError<E.Failure> {
      let failed: CallError<Never> = stream.error(reason)
      return CallError(
        reason.withFailure(), request: failed.request, response: failed.response, attempts: reply.attempts)
    }
    do {
      let identity = try identity(of: reply)
      let requested = RequestedBytes(
        rest: rest.map { ($0.offset, $0.record) }, isPlain: isPlain && rest == nil)
      switch ResponseUse(of: stream, to: requested, identity: identity) {
      case .again(let isPlain):
        wantsWhole = true
        self.isPlain = isPlain
        return .next
      case .part(let failure):
        // The server would send the same response again.
        if rest?.record.isDoubted == true {
          wantsWhole = true
          return .next
        }
        try partial.setDoubted(true)
        throw failure
      case .end:
        let length = rest?.offset ?? 0
        try partial.moveIntoPlace()
        return .complete(length)
      case .whole:
        wantsWhole = false
        let length = stream.isRaw ? stream.length : nil
        let isResumable =
          resource.request.method == .get && reply.request.bodyLength == 0 && stream.isRaw
        try partial.begin(
          DownloadRecord(stream.headers, of: length, identity: identity, isResumable: isResumable))
        return try await read(stream, BodyCounter(wholeOf: length), to: partial, isWhole: true, report)
      case .rest(let part):
        let total = part.total ?? rest?.record.total
        try partial.resume(to: total)
        return try await read(stream, BodyCounter(part, of: total), to: partial, isWhole: false, report)
      }
    } catch let broken as CallError<Never> {
      return .broken(error(broken.reason))
    } catch let failure as TransportError {
      return .broken(error(.transport(failure)))
    } catch let failure as RequestError {
      throw error(.request(failure))
    } catch let failure {
      throw error(.undecodable(Self.notStored(failure, at: url)))
    }
  }

  private func resource(
    requesting rest: (offset: Int64, validator: String, record: DownloadRecord)?
  ) -> Resource<E.Output, E.Failure> {
    var resource = resource
    resource.request.headers[.acceptEncoding] = isPlain && rest == nil ? nil : "identity"
    if let rest {
      resource.request.headers[.range] = "bytes=\(rest.offset)-"
      resource.request.headers[.ifRange] = rest.validator
      resource.responses = resource.responses.preceded(by: [
        .code(206, .stream(.bytes)), .code(416, .stream(.bytes)),
      ])
    }
    return resource
  }

  /// The URL of a redirect may differ each time.
  private func identity(of reply: TypedResponse<E.Output>) throws(RequestError) -> String {
    let attempt = reply.attempts.last { $0.redirect == nil }
    return try client.downloadIdentity(of: resource, sent: attempt?.request ?? reply.request)
  }

  nonisolated(nonsending) private mutating func read(
    _ stream: ResponseStream<Data, Never>, _ start: BodyCounter, to partial: PartialDownload, isWhole: Bool,
    _ report: @Sendable (TransferProgress) -> Void
  ) async throws -> Step {
    var reading = start
    furthest = max(furthest, start.position)
    defer {
      if reading.position > furthest { (furthest, breaks) = (reading.position, 0) }
    }
    do {
      for try await chunk in stream {
        try reading.check(chunk)
        try partial.append(chunk)
        reading.advance(by: chunk)
        report(reading.progress)
      }
    } catch let error as BodyDecodingError {
      try partial.cut(to: start.position)
      try partial.setDoubted(true)
      throw error
    }
    try reading.checkEnd()
    let isComplete = reading.total.map { reading.position == $0 } ?? isWhole
    guard isComplete else {
      try partial.setDoubted(false)
      return .next
    }
    try partial.moveIntoPlace()
    return .complete(reading.position)
  }
}
