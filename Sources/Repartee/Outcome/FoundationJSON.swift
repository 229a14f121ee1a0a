#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import ReparteeJSON

/// A decoder that uses Foundation's `JSONDecoder` with the strategies of a ``JSONCoder``, in place of the project's own
/// JSON decoder: `client.decoders = [client.json.foundation]`.
///
/// As always with Foundation, trailing commas are accepted, and errors have no position in the bytes. Outcomes that
/// change a ``JSONCoder`` (``Outcome/json(_:)``) change the strategies.
public struct FoundationJSON: ResponseDecoder {
  var json: JSONCoder {
    didSet { decoder = json.makeFoundationDecoder() }
  }
  /// Created once; any number of tasks can use it concurrently.
  private var decoder: JSONDecoder

  init(_ json: JSONCoder) {
    self.json = json
    decoder = json.makeFoundationDecoder()
  }

  /// `application/json`, and every type with the suffix `+json`.
  public let mediaTypes: [MediaRange] = ["application/json", "application/*+json"]

  public func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    try decoder.decode(type, from: body)
  }
}

extension JSONCoder {
  /// Foundation's decoder with the same strategies, for ``Client/decoders``.
  public var foundation: FoundationJSON { FoundationJSON(self) }
}
