#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Synchronization

/// Foundation's encoders of a coder that are not in use: to make one takes longer than to encode a small model.
///
/// Each is used by one encoding at a time: a model that encodes another one, and another thread, gets its own.
final class FoundationEncoders: Sendable {
  struct Unit: Sendable {
    let encoder: JSONEncoder
    let values: RawValues

    init(_ options: JSONOptions) {
      encoder = JSONCoder(options).makeFoundationEncoder()
      values = RawValues(options)
      if let key = RawValues.key { encoder.userInfo[key] = values }
    }
  }

  private static let limit = 16
  private let idle = Mutex<[Unit]>([])

  func encode(_ value: some Encodable, _ options: JSONOptions) throws -> Data {
    let unit = idle.withLock { $0.popLast() } ?? Unit(options)
    // One whose model failed has texts of it, and is not used again.
    let data = unit.values.inserted(into: try unit.encoder.encode(value))
    idle.withLock { if $0.count < FoundationEncoders.limit { $0.append(unit) } }
    return data
  }
}
