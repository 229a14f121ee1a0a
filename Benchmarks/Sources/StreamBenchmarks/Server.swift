import Foundation

/// A server that does nothing but push bytes: a thread a connection, blocking calls.
struct Server {
  static let element =
    #"{"id":4711,"name":"a name of some length","tags":["red","green"],"score":12.5}"# + "\n"

  private let listener: CInt

  init() throws {
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, pointer, &size) == 0
      }
    }
    guard port else { throw Child.Failure() }
    print(UInt16(bigEndian: address.sin_port))
    fflush(stdout)
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0 { throw Child.Failure() }
      Thread.detachNewThread {
        Connection(socket: connection).serve()
        close(connection)
      }
    }
  }
}

private final class Connection {
  private let socket: CInt
  private var input = Data()

  init(socket: CInt) {
    self.socket = socket
  }

  func serve() {
    while let head = readHead() {
      let path = head.split(separator: " ")[1].split(separator: "/")
      let count = path.count > 1 ? Int(path[1]) ?? 0 : 0
      switch path[0] {
      case "bytes": guard send(Data(count: 1 << 20), total: count) else { return }
      case "ndjson": guard sendElements(count, separator: "") else { return }
      case "array": guard sendElements(count, separator: ",") else { return }
      default:
        let received = "\(sink(head))"
        send("HTTP/1.1 200 OK\r\nContent-Length: \(received.utf8.count)\r\n\r\n\(received)")
      }
    }
  }

  private func send(_ block: Data, total: Int) -> Bool {
    send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
    var rest = total
    while rest > 0 {
      let part = block.prefix(rest)
      guard send(part) else { return false }
      rest -= part.count
    }
    return true
  }

  /// Elements, one a line; with a separator as an array under the key `data`.
  private func sendElements(_ count: Int, separator: String) -> Bool {
    let isArray = !separator.isEmpty
    send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + (isArray ? #"{"data":["# : ""))
    let element = Server.element + separator
    let block = Data(String(repeating: element, count: 10_000).utf8)
    var rest = count
    while rest > 0 {
      let now = min(rest, 10_000)
      var part = block.prefix(now * element.utf8.count)
      rest -= now
      if rest == 0, isArray { part = part.dropLast() }
      guard send(part) else { return false }
    }
    if isArray { send("]}") }
    return false
  }

  /// Reads a body and forgets it; how long it was.
  private func sink(_ head: String) -> Int {
    func value(_ name: String) -> Int? {
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name) }
        .flatMap { Int($0.dropFirst(name.count).trimmingCharacters(in: .whitespaces)) }
    }
    if let length = value("content-length:") { return skip(length) }
    var total = 0
    while let line = readLine(), let size = Int(line, radix: 16), size > 0 {
      total += skip(size)
      _ = skip(2)
    }
    _ = readLine()
    return total
  }

  private func skip(_ count: Int) -> Int {
    var rest = count
    while rest > 0 {
      if input.isEmpty, !receive() { break }
      let taken = min(rest, input.count)
      input = taken == input.count ? Data() : input.dropFirst(taken)
      rest -= taken
    }
    return count - rest
  }

  private func readHead() -> String? { read(until: "\r\n\r\n") }
  private func readLine() -> String? { read(until: "\r\n") }

  private func read(until mark: String) -> String? {
    while true {
      if let range = input.range(of: Data(mark.utf8)) {
        defer { input = Data(input[range.upperBound...]) }
        return String(decoding: input[..<range.lowerBound], as: UTF8.self)
      }
      if !receive() { return nil }
    }
  }

  private func receive() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256 << 10)
    let count = recv(socket, &bytes, bytes.count, 0)
    if count > 0 { input.append(contentsOf: bytes[..<count]) }
    return count > 0
  }

  private func send(_ text: String) { _ = send(Data(text.utf8)) }

  private func send(_ bytes: Data) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = UnsafeRawBufferPointer(rebasing: rest).push(to: socket)
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func push(to socket: CInt) -> Int {
    send(socket, baseAddress, count, CInt(MSG_NOSIGNAL.rawValue))
  }
}
