import Foundation
import Testing

/// Tests that start processes, one after the other: a process that is started meanwhile may inherit what another one is
/// read by, and keep it open.
@Suite(.serialized) enum ProcessTests {}

extension Pipe {
  /// Ends with the processes it is for: no other one inherits it.
  static func uninherited() -> Pipe {
    let pipe = Pipe()
    for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return pipe
  }
}
