// What `scaffold` writes in "From a description to a client".
import Foundation
import Repartee

// With `--isolation main-actor` it writes `nonisolated struct Order`. Here this enum marks both types.
nonisolated enum Shop {
  /// Returns an order.
  struct GetOrder: Endpoint {
    var id: Int

    var request: Request { .get("/orders/\(id)") }

    static let responses: ResponseMap<Order, Failure> = [
      .code(200, .decode),
      .code(404, .error(.notFound)),
    ]

    enum Failure: Error {
      /// There is no such order.
      case notFound
    }
  }

  struct Order: Decodable, Sendable {
    var id: Int
    var state: OpenEnum<State>
    var placedAt: Date?

    enum State: String, Sendable {
      case open, paid
    }
  }
}
