#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import Synchronization

/// The idle Foundation encoders of a coder. Creating an encoder takes longer than encoding a small model.
///
/// Each encoder serves one encoding at a time. A nested encoding by a model, or another thread, gets its own.
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
    // An encoder whose model threw is not reused: its `values` still hold texts of that model.
    let data = try unit.values.inserted(into: unit.encoder.encode(value))
    idle.withLock { if $0.count < FoundationEncoders.limit { $0.append(unit) } }
    return data
  }
}
