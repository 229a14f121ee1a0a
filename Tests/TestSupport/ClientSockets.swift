#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The descriptors of sockets that are connected, or connect, to a port of the loopback interface: those of clients in this
/// process, and no others.
public enum ClientSockets {
  /// How many there are; those of one state only, as Linux numbers them: 2 is a connection that is being made.
  public static func count(to port: UInt16, state: String? = nil) -> Int {
    let table = String(decoding: table(), as: UTF8.self)
    let hex = String(port, radix: 16, uppercase: true)
    let remote = "0100007F:" + String(repeating: "0", count: 4 - hex.count) + hex
    return table.split(separator: "\n").count { line in
      let columns = line.split(separator: " ")
      // A socket whose descriptor is closed has no inode.
      return columns.count > 9 && columns[2] == remote && columns[9] != "0"
        && (state == nil || columns[3] == state.map { "0\($0)" } ?? "")
    }
  }

  /// Foundation reads one page of a file that says it has no size.
  private static func table() -> [UInt8] {
    guard let file = fopen("/proc/self/net/tcp", "r") else { return [] }
    defer { fclose(file) }
    var (table, page): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 64 << 10))
    while true {
      let count = fread(&page, 1, page.count, file)
      if count == 0 { return table }
      table += page[..<count]
    }
  }

  /// Waits until there are so many, for at most a minute; whether there were.
  public static func wait(for count: Int, to port: UInt16, state: String? = nil) async -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while Self.count(to: port, state: state) != count {
      if ContinuousClock.now > end { return false }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return true
  }
}
#endif
