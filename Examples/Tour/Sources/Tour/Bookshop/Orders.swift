import Repartee

// The bookshop's API for orders.

struct Order: Decodable, Hashable {
  var id: Int
  var copies: Int
}

/// A type per status code: an order (201) or a place in the queue (202). There is one more failure than those of the
/// shop.
struct PlaceOrder: Endpoint {
  enum Placement: Hashable {
    case placed(Order)
    case queued(weeks: Int)
  }

  enum Refusal: Error, Hashable {
    case soldOut
    case shop(ShopError)
  }

  var book: Int
  var copies: Int

  var request: Request { .post("/orders", body: .json(["book": book, "copies": copies])) }

  static let responses: ResponseMap<Placement, Refusal> = [
    .code(201, .decode(Order.self) { .placed($0) }),
    .code(202, .decode(.at("weeks"), as: Placement.queued)),
    .code(409, .error(.soldOut)),
    .including(ShopError.responses) { .shop($0) },
  ]
}

/// An API that responds with 200 and has the error in the body. The request has an idempotency key, so the order is
/// paid once however often it is sent. So it is retried, although it is a POST.
struct Pay: Endpoint {
  struct Declined: Error, Hashable {
    var reason: String
  }

  private struct Envelope: Decodable {
    var receipt: String?
    var reason: String?

    var result: Result<String, Declined> {
      receipt.map { .success($0) } ?? .failure(Declined(reason: reason ?? "no reason given"))
    }
  }

  var order: Int
  var card: String

  var request: Request {
    .post("/orders/\(order)/payment", body: .json(["card": card])).idempotent(.key())
  }

  static let responses: ResponseMap<String, Declined> = [
    .code(200, .decode(Envelope.self, result: \.result))
  ]
}

/// Declares no responses: a 2xx is the output, which is `Void` here, and any other status code is undeclared.
struct CancelOrder: Endpoint {
  var id: Int

  var request: Request { .delete("/orders/\(id)") }
  static let responses: ResponseMap<Void, Never> = .anySuccess
}

/// The steps of a parcel's delivery, received as server-sent events.
struct TrackOrder: Endpoint {
  enum Step: String, Decodable {
    case packed, posted, delivered
  }

  var id: Int

  var request: Request { .get("/orders/\(id)/steps") }

  static let responses: ResponseMap<ResponseStream<Step, Never>, ShopError> = [
    .code(200, .stream(.serverSentEvents(of: Step.self, until: "end"))),
    .including(ShopError.responses),
  ]
}

/// The customer's orders. The client authenticates the request.
struct ListOrders: Endpoint {
  var request: Request { .get("/orders") }

  static let responses: ResponseMap<[Order], ShopError> = [
    .code(200, .decode(at: "orders")),
    .including(ShopError.responses),
  ]
}
