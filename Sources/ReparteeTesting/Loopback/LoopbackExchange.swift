package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package struct LoopbackRequest: Sendable {
  package var lines: [String]
  package var body: Data
  /// Nil if not chunked.
  package var chunkSizes: [Int]?

  package var requestLine: String { lines[0] }
  package var method: String { String(requestLine.prefix { $0 != " " }) }
  package var target: String { requestLine.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

  package func values(_ name: String) -> [String] {
    lines.dropFirst().compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard let field = parts.first, field.lowercased() == name.lowercased() else { return nil }
      return parts.count < 2 ? "" : parts[1].trimmingCharacters(in: .whitespaces)
    }
  }
}

/// Only the connection's thread uses it.
package final class LoopbackExchange {
  package private(set) var request = LoopbackRequest(lines: [""], body: Data())
  private let socket: CInt
  private var input = Data()
  private(set) var isOver = false
  private let stopped: Signal
  private static let largest = 1 << 30

  init(_ socket: CInt, stopped: Signal) {
    self.socket = socket
    self.stopped = stopped
  }

  /// Waits for the signal, or until the server stops.
  package func wait(for signal: Signal) {
    let semaphore = DispatchSemaphore(value: 0)
    signal.whenFired { semaphore.signal() }
    stopped.whenFired { semaphore.signal() }
    semaphore.wait()
  }

  /// Keeps the bytes. False if none came within a minute.
  package func waitForBytes() -> Bool { !input.isEmpty || receive() > 0 }

  /// False if the connection is closed.
  @discardableResult
  package func send(_ bytes: Data) -> Bool {
    Sockets.send(socket, [UInt8](bytes))
  }

  package func canSend(within time: Duration) -> Bool {
    Sockets.canSend(socket, milliseconds: CInt(time / .milliseconds(1)))
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(Data(text.utf8)) }

  package func head(_ lines: String...) {
    send(lines.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  package func answer(_ status: String = "200 OK", _ fields: String..., body: String = "") {
    let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)"]
    send(lines.map { $0 + "\r\n" }.joined() + "\r\n" + body)
  }

  package func close() {
    isOver = true
    // With unread bytes, closing would send a reset.
    shutdown(socket, CInt(SHUT_WR))
    _ = waitForClose()
  }

  package func reset() {
    isOver = true
    Sockets.resetOnClose(socket)
  }

  /// False if the client did not close the connection within a minute.
  package func waitForClose() -> Bool {
    isOver = true
    var count = 1
    while count > 0 { count = receive() }
    return count == 0
  }

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

  /// 0 at the end, -1 if no bytes came within a minute.
  private func receive() -> Int {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = Sockets.receive(socket, &bytes)
    if count > 0 { input.append(contentsOf: bytes[..<count]) }
    return count
  }
}
