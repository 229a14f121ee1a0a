#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import ReparteeJSON

struct FoundationJSON: ResponseDecoder {
  var json: JSONCoder {
    didSet { decoder = json.makeFoundationDecoder() }
  }
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
  var description: String { "Foundation's JSONDecoder" }

  var customMirror: Mirror { Mirror(self, children: ["decoder": description]) }
}

extension JSONCoder {
  /// A decoder with Foundation's `JSONDecoder` and the same strategies: `client.decoders = [client.json.foundation]`.
  ///
  /// It reads `application/json` and the suffix `+json`, and accepts trailing commas. Its errors have no position. A
  /// `JSONDecodable` is read with the default strategies.
  public var foundation: some ResponseDecoder { FoundationJSON(self) }
}
