public import Repartee

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A declared failure with a body: which formats there are instead of the one that was asked for.
public struct GetPicture: Endpoint {
  public enum PictureError: Error, Hashable {
    case unsupported(offered: [String])
  }

  public var format: String

  public init(format: String) { self.format = format }

  public var request: Request { .get("/image", headers: ["Accept": format]) }

  public static let responses: ResponseMap<Data, PictureError> = [
    .code(200, .decode),
    .code(406, .decodeError(Refusal.self) { .unsupported(offered: $0.accept) }),
  ]

  private struct Refusal: Decodable {
    var accept: [String]
  }
}

/// Bytes as they are: `Data` is never decoded.
public struct GetBytes: Endpoint {
  public typealias Output = Data

  public var count: Int

  public init(count: Int) { self.count = count }

  public var request: Request { .get("/bytes/\(count)") }
}

/// Text as it is: `String` is never decoded.
public struct GetRobots: Endpoint {
  public typealias Output = String

  public init() {}

  public var request: Request { .get("/robots.txt") }
}
