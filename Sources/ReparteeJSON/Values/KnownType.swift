#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

enum KnownType {
  case string, integer, bool, double, date, strings, integers, doubles, doubleRows, url, data, decimal, value
  case stringsByKey, dates
}

/// Cheaper than a dynamic cast.
@inline(__always) func knownType<T>(_ type: T.Type) -> KnownType? {
  if T.self == String.self { return .string }
  if T.self == Date.self { return .date }
  if T.self == [String].self { return .strings }
  if T.self == [Int].self { return .integers }
  if T.self == [Double].self { return .doubles }
  if T.self == [[Double]].self { return .doubleRows }
  if T.self == URL.self { return .url }
  if T.self == Data.self { return .data }
  if T.self == Decimal.self { return .decimal }
  if T.self == JSONValue.self { return .value }
  if T.self == [String: String].self { return .stringsByKey }
  if T.self == [Date].self { return .dates }
  if T.self == Int.self { return .integer }
  if T.self == Double.self { return .double }
  if T.self == Bool.self { return .bool }
  return nil
}
