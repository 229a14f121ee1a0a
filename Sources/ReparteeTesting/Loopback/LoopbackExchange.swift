package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A request as it arrived.
package struct LoopbackRequest: Sendable {
  /// Request line and header lines, without the line breaks.
  package var lines: [String]
  /// The body, its chunks joined.
  package var body: Data
  /// The size of each chunk, if it came in chunks.
  package var chunkSizes: [Int]?

  /// Method, target, version.
  package var requestLine: String { lines[0] }
  package var method: String { String(requestLine.prefix { $0 != " " }) }
  package var target: String { requestLine.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

  /// The values of the header fields with that name, in their order.
  package func values(_ name: String) -> [String] {
    lines.dropFirst().compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard let field = parts.first, field.lowercased() == name.lowercased() else { return nil }
      return parts.count < 2 ? "" : parts[1].trimmingCharacters(in: .whitespaces)
    }
  }
}

/// One request on a connection, and the means to respond to it. Used by its connection's thread only.
package final class LoopbackExchange {
  /// What came last.
  package private(set) var request = LoopbackRequest(lines: [""], body: Data())
  private let socket: CInt
  private var input = Data()
  private(set) var isOver = false
  private let stopped: Signal
  /// The most bytes that are read at once.
  private static let largest = 1 << 30

  /// - Parameter stopped: Fires when the server stops, which nobody waits beyond.
  init(_ socket: CInt, stopped: Signal) {
    self.socket = socket
    self.stopped = stopped
  }

  /// Waits for a signal, or until the server stops.
  package func wait(for signal: Signal) {
    let semaphore = DispatchSemaphore(value: 0)
    signal.whenFired { semaphore.signal() }
    stopped.whenFired { semaphore.signal() }
    semaphore.wait()
  }

  /// Waits for the first bytes, which are kept; whether any came in a minute.
  package func waitForBytes() -> Bool { !input.isEmpty || receive() > 0 }

  /// Sends these bytes; false if the other side is gone.
  @discardableResult
  package func send(_ bytes: Data) -> Bool {
    bytes.withUnsafeBytes { Sockets.send(socket, $0) }
  }

  /// Whether the socket takes more within that time.
  package func canSend(within time: Duration) -> Bool {
    Sockets.canSend(socket, milliseconds: CInt(time / .milliseconds(1)))
  }

  /// Sends this text.
  @discardableResult
  package func send(_ text: String) -> Bool { send(Data(text.utf8)) }

  /// Sends a head of these lines, without a body.
  package func head(_ lines: String...) {
    send(lines.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  /// Sends a whole response.
  package func answer(_ status: String = "200 OK", _ fields: String..., body: String = "") {
    let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)"]
    send(lines.map { $0 + "\r\n" }.joined() + "\r\n" + body)
  }

  /// Closes the connection.
  package func close() {
    isOver = true
    // What is still unread would turn the close into a reset.
    shutdown(socket, CInt(SHUT_WR))
    _ = waitForClose()
  }

  /// Closes the connection with a reset.
  package func reset() {
    isOver = true
    Sockets.resetOnClose(socket)
  }

  /// Waits until the other side closes the connection, for at most a minute; whether it did.
  package func waitForClose() -> Bool {
    isOver = true
    var count = 1
    while count > 0 { count = receive() }
    return count == 0
  }

  /// What is not read yet, until the other side closes the connection.
  package func rest() -> Data {
    _ = waitForClose()
    return input
  }

  func readRequest(withBody: Bool) -> LoopbackRequest? {
    guard let head = read(until: "\r\n\r\n") else { return nil }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    request = LoopbackRequest(lines: lines, body: Data())
    if !withBody { return request }
    if request.values("Transfer-Encoding").contains("chunked") {
      var sizes: [Int] = []
      while let line = read(until: "\r\n"), let size = Int(String(decoding: line, as: UTF8.self), radix: 16) {
        guard (0...Self.largest).contains(size), let chunk = read(size + 2) else { return nil }
        if size == 0 { break }
        sizes.append(size)
        request.body += chunk.dropLast(2)
      }
      request.chunkSizes = sizes
    } else if let length = request.values("Content-Length").first.flatMap({ Int($0) }) {
      if request.values("Expect").contains("100-continue") { send("HTTP/1.1 100 Continue\r\n\r\n") }
      guard (0...Self.largest).contains(length), let body = read(length) else { return nil }
      request.body = body
    }
    return request
  }

  private func read(until mark: String) -> Data? {
    let mark = Data(mark.utf8)
    while true {
      if let range = input.range(of: mark) {
        let found = Data(input[input.startIndex..<range.lowerBound])
        input = Data(input[range.upperBound...])
        return found
      }
      if receive() <= 0 { return nil }
    }
  }

  private func read(_ count: Int) -> Data? {
    while input.count < count {
      if receive() <= 0 { return nil }
    }
    defer { input = Data(input.dropFirst(count)) }
    return Data(input.prefix(count))
  }

  /// How many bytes came: 0 at the end, -1 if none did in a minute.
  private func receive() -> Int {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = Sockets.receive(socket, &bytes)
    if count > 0 { input.append(contentsOf: bytes[..<count]) }
    return count
  }
}
