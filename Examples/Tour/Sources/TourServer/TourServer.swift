import Foundation

/// The bookshop: an HTTP server in this process, on a free port of 127.0.0.1, with a thread for each connection.
public enum TourServer {
  /// Starts the server, and returns its base URL. The server ends with the process.
  public static func start() throws -> String {
    signal(SIGPIPE, SIG_IGN)  // a client may close its connection at any time
    #if canImport(Glibc)
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #else
    let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 128) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileReadUnknown) }

    let bookshop = Bookshop()
    Thread.detachNewThread {
      while true {
        let socket = accept(listener, nil, nil)
        guard socket >= 0 else { return }
        Thread.detachNewThread {
          var connection = Connection(socket)
          while let request = connection.receive() { connection.send(bookshop.response(to: request)) }
          close(socket)
        }
      }
    }
    return "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
  }
}

/// A request as it was received.
struct ReceivedRequest {
  var method: String
  var target: String
  /// By names in lower case.
  var headers: [String: String] = [:]
  var body = ""
}

/// Receives requests one after the other, and sends responses. It reads what the tour's clients send, not all of
/// HTTP/1.1.
private struct Connection {
  private let socket: CInt
  private var input = Data()

  init(_ socket: CInt) { self.socket = socket }

  /// Returns the next request; nil at the end of the connection.
  mutating func receive() -> ReceivedRequest? {
    while true {
      if let end = input.firstRange(of: Data("\r\n\r\n".utf8)) {
        var lines = String(decoding: input[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines.removeFirst().split(separator: " ").map(String.init)
        guard words.count == 3 else { return nil }
        var request = ReceivedRequest(method: words[0], target: words[1])
        for line in lines {
          let field = line.split(separator: ":", maxSplits: 1)
          request.headers[field[0].lowercased()] = field.last?.trimmingCharacters(in: .whitespaces)
        }
        let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
        input = Data(input[end.upperBound...])
        while input.count < length { guard receiveBytes() else { return nil } }
        request.body = String(decoding: input.prefix(length), as: UTF8.self)
        input = Data(input.dropFirst(length))
        return request
      }
      guard receiveBytes() else { return nil }
    }
  }

  /// Receives some bytes; returns false at the end of the connection.
  private mutating func receiveBytes() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(socket, &bytes, bytes.count, 0)
    if count > 0 { input += bytes[..<count] }
    return count > 0
  }

  func send(_ response: CannedResponse) {
    var head = "HTTP/1.1 \(response.status) \r\n"
    for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
    if response.status != 204, response.status != 304 {
      head += "Content-Length: \(response.body.utf8.count)\r\n"
    }
    var rest = Array((head + "\r\n" + response.body).utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
