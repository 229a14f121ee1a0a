#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The descriptors of sockets that are connected, or connect, to a port of the loopback interface: those of clients in
/// this process, and no others.
package enum ClientSockets {
  /// How many there are; those of one state only, as Linux numbers them: 2 is a connection that is being made.
  package static func count(to port: UInt16, state: String? = nil) -> Int {
    let hex = String(port, radix: 16, uppercase: true)
    let remote = " 0100007F:\(String(repeating: "0", count: 4 - hex.count))\(hex) "
    let table = table() + [0]
    // It may have thousands of lines, of which only those of the port are looked at.
    var (found, start) = (0, 0)
    while let place = place(of: remote, in: table, from: start) {
      start = place + remote.utf8.count
      let rest = table[start...].prefix { $0 != 0x0A }
      // State, queues, timer, retransmissions, user, timeout, inode; a socket whose descriptor is closed has none.
      let columns = String(decoding: rest, as: UTF8.self).split(separator: " ")
      if columns.count > 6, columns[6] != "0", state == nil || columns[0] == "0\(state ?? "")" { found += 1 }
    }
    return found
  }

  private static func place(of text: String, in table: [UInt8], from start: Int) -> Int? {
    // The table ends with NUL, and `start` is an index of it.
    unsafe table.withUnsafeBytes { bytes in
      guard let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        let match = unsafe strstr(base + start, text)
      else { return nil }
      return unsafe UnsafePointer(match) - base
    }
  }

  /// Foundation reads one page of a file that says it has no size.
  private static func table() -> [UInt8] {
    // Only this function has the file, and closes it once.
    guard let file = unsafe fopen("/proc/self/net/tcp", "r") else { return [] }
    defer { unsafe fclose(file) }
    var (table, page): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 64 << 10))
    while true {
      // The count is that of the array.
      let count = unsafe fread(&page, 1, page.count, file)
      if count == 0 { return table }
      table += page[..<count]
    }
  }

  /// Waits until there are so many, for at most a minute; whether there were.
  package static func wait(for count: Int, to port: UInt16, state: String? = nil) async -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while Self.count(to: port, state: state) != count {
      if ContinuousClock.now > end { return false }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return true
  }
}
#endif
