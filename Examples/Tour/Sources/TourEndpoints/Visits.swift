public import Repartee

/// A stream of JSON values, one a line: each is decoded as soon as it is there.
public struct WatchVisits: Endpoint {
  public struct Visit: Decodable, Sendable, Hashable {
    public var id: Int
  }

  public var count: Int

  public init(count: Int) { self.count = count }

  public var request: Request { .get("/stream/\(count)") }

  public static let responses: ResponseMap<ResponseStream<Visit>, Never> = [
    .code(200, .stream(.jsonLines()))
  ]
}
