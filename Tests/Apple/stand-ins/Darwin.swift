// What Apple's C library has as macros that Swift cannot read, and what its overlay for Swift declares.
@_exported import CDarwin

public var errno: Int32 {
  get { 0 }
  set {}
}
public let S_IFMT: mode_t = 0o170000
public let S_IFREG: mode_t = 0o100000
public let S_IFDIR: mode_t = 0o040000
public let S_IFLNK: mode_t = 0o120000
public var MAP_FAILED: UnsafeMutableRawPointer! { UnsafeMutableRawPointer(bitPattern: -1) }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { 0 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }

public enum POSIXErrorCode: Int32, Sendable {
  case EPERM = 1
  case ENOENT = 2
  case EADDRNOTAVAIL = 49
  case ENETDOWN = 50
  case ECONNRESET = 54
  case ETIMEDOUT = 60
  case ECONNREFUSED = 61
  case EHOSTUNREACH = 65
}

// For the interface of Dispatch.
public typealias dispatch_time_t = UInt64
public typealias dispatch_fd_t = Int32
