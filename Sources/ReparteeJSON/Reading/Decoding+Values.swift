#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Decoding {
  func decodeWhole<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    guard let direct = type as? any JSONDecodable.Type else { return try decode(type, at: index) }
    return try decode(direct, as: type, at: index)
  }

  func decode<D: JSONDecodable, T>(_ direct: D.Type, as type: T.Type, at index: Int) throws -> T {
    same(try D._read(at: _JSONPlace(self, at: index)), as: type)
  }

  /// Recursive, so its stack frame is kept small.
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    if let known = knownType(type) { return try decode(type, known, at: index) }
    if !plainKeys { return try decodeConverting(type, at: index) }
    do {
      return try T(from: TapeDecoder(self, at: index))
    } catch {
      diagnosis.note(error, from: T.self, at: index)
      throw error
    }
  }

  @inline(never) private func decode<T>(_ type: T.Type, _ known: KnownType, at index: Int) throws -> T {
    switch known {
    case .string: same(try decodeString(at: index), as: type)
    case .bool: same(try bool(at: index), as: type)
    case .integer: same(try decodeInteger(Int.self, at: index), as: type)
    case .double: same(try decodeDouble(at: index), as: type)
    case .date: same(try decodeDate(at: index), as: type)
    case .strings: same(try decodeStrings(at: index), as: type)
    case .integers: same(try decodeIntegers(Int.self, at: index), as: type)
    case .doubles: same(try decodeDoubles(at: index), as: type)
    case .doubleRows: same(try decodeDoubleRows(at: index), as: type)
    case .url: same(try decodeURL(at: index), as: type)
    case .data: same(try decodeData(at: index), as: type)
    case .decimal: same(try decodeDecimal(at: index), as: type)
    case .value: same(readWhole(index), as: type)
    case .stringsByKey: same(try decodeStringsByKey(at: index), as: type)
    case .dates: same(try decodeDates(at: index), as: type)
    }
  }

  /// Keeps the cast out of `decode`.
  @inline(never) private func decodeConverting<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    if let type = type as? any KeyedByData.Type, let value = try type.decode(in: self, at: index) as? T {
      return value
    }
    do {
      return try T(from: TapeDecoder(self, at: index))
    } catch {
      diagnosis.note(error, from: T.self, at: index)
      throw error
    }
  }

  private func readWhole(_ index: Int) -> JSONValue {
    tape.markRead(index)
    return value(at: index)
  }
}
