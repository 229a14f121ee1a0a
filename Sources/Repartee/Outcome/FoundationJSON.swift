#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import ReparteeJSON

/// Foundation's `JSONDecoder`, with the strategies of a ``JSONCoder``, to read JSON in place of the project's own
/// decoder: `client.decoders = [client.json.foundation]`.
///
/// It keeps Foundation's ways: trailing commas are accepted, and errors don't say where in the bytes they
/// are. Outcomes that change a ``JSONCoder`` (``Outcome/json(_:)``) change its strategies.
public struct FoundationJSON: ResponseDecoder {
  var json: JSONCoder {
    didSet { decoder = json.makeFoundationDecoder() }
  }
  /// Made once: any number of tasks may use it at the same time.
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
