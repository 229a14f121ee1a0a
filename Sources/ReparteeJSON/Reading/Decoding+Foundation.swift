#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Decoding {
  func decodeURL(at index: Int) throws -> URL {
    guard let url = URL(string: try decodeString(at: index)) else {
      throw diagnosis.corrupted(index, URL.self, "a URL")
    }
    return url
  }

  func decodeData(at index: Int) throws -> Data {
    switch options.values.data.kind {
    case .base64:
      let text = try decodeString(at: index)
      guard let data = Data(base64Encoded: text) else {
        throw diagnosis.corrupted(index, Data.self, "base64")
      }
      return data
    case .deferredToData:
      tape.markWhole(index)
      return try Data(from: TapeDecoder(self, at: index))
    case .custom(let decode, _):
      return try noting(Data.self, index) { try decode(TapeDecoder(self, at: index)) }
    }
  }

  func decodeDecimal(at index: Int) throws -> Decimal {
    guard tape[index].kind == .number else { throw diagnosis.mismatch(index, Decimal.self, "a number") }
    guard let value = makeDecimal(tape.text(at: index)) else {
      throw diagnosis.outOfRange(index, Decimal.self)
    }
    return value
  }

  func noting<R>(_ type: Any.Type, _ index: Int, _ body: () throws -> R) throws -> R {
    do { return try body() } catch {
      diagnosis.note(error, from: type, at: index)
      throw error
    }
  }
}
