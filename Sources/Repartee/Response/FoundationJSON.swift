#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import ReparteeJSON

/// Foundation's `JSONDecoder` as a ``ResponseDecoder``.
struct FoundationJSON: ResponseDecoder {
  var json: JSONCoder {
    didSet { decoder = json.makeFoundationDecoder() }
  }
  /// Created once; any number of tasks can use it concurrently.
  private var decoder: JSONDecoder

  init(_ json: JSONCoder) {
    self.json = json
    decoder = json.makeFoundationDecoder()
  }

  let mediaTypes: [MediaRange] = ["application/json", "application/*+json"]

  func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    try decoder.decode(type, from: body)
  }
}

extension FoundationJSON: CustomStringConvertible, CustomReflectable {
  /// A text that shows nothing of `userInfo`.
  var description: String { "Foundation's JSONDecoder" }

  var customMirror: Mirror { Mirror(self, children: ["decoder": description]) }
}

extension JSONCoder {
  /// A decoder for ``Client/decoders`` that uses Foundation's `JSONDecoder` with the same strategies, in place of the
  /// project's own JSON decoder: `client.decoders = [client.json.foundation]`.
  ///
  /// It reads `application/json`, and every type with the suffix `+json`. As always with Foundation, trailing commas are
  /// accepted, and errors have no position in the bytes. Outcomes that change a ``JSONCoder`` (``Outcome/json(_:)``)
  /// change the strategies.
  public var foundation: some ResponseDecoder { FoundationJSON(self) }
}
