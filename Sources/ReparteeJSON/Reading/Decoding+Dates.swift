#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Decoding {
  func decodeDate(at index: Int) throws -> Date {
    guard options.readsISO8601 else { return try decodeOtherDate(at: index) }
    let node = tape[index]
    guard node.kind == .string else {
      throw diagnosis.mismatch(index, Date.self, "an ISO 8601 date in a string")
    }
    let seconds =
      node.isEscaped
      ? tape.string(at: node).withBytes(ISO8601Reader.seconds)
      : tape.withBytes(of: node, ISO8601Reader.seconds)
    guard let seconds else { throw diagnosis.corrupted(index, Date.self, "an ISO 8601 date") }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  private func decodeOtherDate(at index: Int) throws -> Date {
    switch options.values.dates.kind {
    case .secondsSince1970: return Date(timeIntervalSince1970: try decodeDouble(at: index))
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try decodeDouble(at: index) / 1000)
    case .deferredToDate, .iso8601: return try Date(from: TapeDecoder(self, at: index))
    case .custom(let decode, _):
      return try noting(Date.self, index) { try decode(TapeDecoder(self, at: index)) }
    case .text(let parse, _):
      let text = try decodeString(at: index)
      guard let date = try? parse(text) else {
        throw diagnosis.corrupted(index, Date.self, "a date in the format")
      }
      return date
    }
  }
}
