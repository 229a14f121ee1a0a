import Foundation
import Repartee
import SwiftProtobuf

/// Reads protobuf wherever an outcome decodes a ``ProtobufBody``:
/// `client.decoders = [Protobuf()]`.
struct Protobuf: ResponseDecoder {
  let mediaTypes: [MediaRange] = [
    "application/protobuf", "application/x-protobuf",
  ]

  func decode<Value: Decodable>(
    _ type: Value.Type, from body: Data
  ) throws -> Value {
    guard let type = type as? any Message.Type,
      let message = try type.init(serializedBytes: body) as? Value
    else {
      throw BodyDecodingError(
        message: "\(Value.self) is no protobuf message")
    }
    return message
  }
}

/// A message that can be declared as a body. As protobuf it may be
/// empty; elsewhere it is read by protobuf's own mapping to JSON.
nonisolated protocol ProtobufBody: Message, Decodable, EmptyInitializable {}

nonisolated extension ProtobufBody {
  init(from decoder: any Swift.Decoder) throws {
    var options = JSONDecodingOptions()
    options.ignoreUnknownFields = true
    let json = try JSONValue(from: decoder).description
    try self.init(jsonString: json, options: options)
  }
}

nonisolated extension Atlas_City: ProtobufBody {}
nonisolated extension Atlas_CityList: ProtobufBody {}

nonisolated extension Request.Body {
  /// A message as protobuf.
  static func protobuf(_ message: some Message) -> Request.Body {
    .encoded(as: "application/protobuf") {
      try message.serializedBytes()
    }
  }
}
