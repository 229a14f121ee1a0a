import Foundation
import Repartee
import ReparteeJSON

/// What a 2xx was read as.
struct Reading: Sendable {
  var value: JSONValue
  /// Nil where the body was not read whole.
  var bytes: Int?
}

/// A failure that `--declare` declares.
struct DeclaredFailure: Error {
  var body: JSONValue
}

extension Options {
  /// What the responses mean where a body is read whole, or not at all.
  var wholeResponses: ResponseMap<Reading, DeclaredFailure> {
    switch format {
    case .text:
      map(
        .decode(String.self) { text, response in
          Reading(value: .string(text), bytes: response.body.count)
        })
    case .data:
      map(
        .decode(Data.self) { data, response in
          Reading(value: JSONValue(data.count), bytes: response.body.count)
        })
    case .empty: map(Outcome<Void, DeclaredFailure>.noContent).map { Reading(value: .null) }
    case .validatedEmpty:
      map(Outcome<Void, DeclaredFailure>.noContent(.validatedEmpty)).map {
        Reading(value: .null, bytes: 0)
      }
    default: map(place.isEmpty ? .decode(JSONValue.self, transform: transform) : Self.decode(at: place))
    }
  }

  /// A 2xx by this outcome, and the declared failures.
  func map<Output>(_ success: Outcome<Output, DeclaredFailure>) -> ResponseMap<Output, DeclaredFailure> {
    ResponseMap(
      declared.map { code in
        .code(code, .decodeError(JSONValue?.self) { DeclaredFailure(body: $0 ?? .null) })
      } + [.success(success)])
  }

  /// The outcomes take their steps one by one.
  private static func decode(at steps: [JSONPath.Component]) -> Outcome<Reading, DeclaredFailure> {
    switch steps.count {
    case 1: .decode(at: steps[0], transform: transform)
    case 2: .decode(at: steps[0], steps[1], transform: transform)
    case 3: .decode(at: steps[0], steps[1], steps[2], transform: transform)
    case 4: .decode(at: steps[0], steps[1], steps[2], steps[3], transform: transform)
    default: .decode(at: steps[0], steps[1], steps[2], steps[3], steps[4], transform: transform)
    }
  }

  /// The elements of `--as ndjson`, each at `--at`.
  var jsonLines: StreamFormat<JSONValue, Never> {
    let steps = place
    return switch steps.count {
    case 0: .jsonLines()
    case 1: .jsonLines(at: steps[0])
    case 2: .jsonLines(at: steps[0], steps[1])
    case 3: .jsonLines(at: steps[0], steps[1], steps[2])
    case 4: .jsonLines(at: steps[0], steps[1], steps[2], steps[3])
    default: .jsonLines(at: steps[0], steps[1], steps[2], steps[3], steps[4])
    }
  }

  /// The elements of the array at `--at`.
  var jsonArray: StreamFormat<JSONValue, Never> {
    let keys = place.map(\.stringValue)
    return switch keys.count {
    case 0: .jsonArray()
    case 1: .jsonArray(at: keys[0])
    case 2: .jsonArray(at: keys[0], keys[1])
    case 3: .jsonArray(at: keys[0], keys[1], keys[2])
    case 4: .jsonArray(at: keys[0], keys[1], keys[2], keys[3])
    default: .jsonArray(at: keys[0], keys[1], keys[2], keys[3], keys[4])
    }
  }
}

private let transform: @Sendable (JSONValue, Response) throws(DeclaredFailure) -> Reading = {
  value, response in
  Reading(value: value, bytes: response.body.count)
}
