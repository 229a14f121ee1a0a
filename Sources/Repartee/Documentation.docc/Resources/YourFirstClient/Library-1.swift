import Repartee

/// Responds in the place of the API.
let library = InMemoryTransport { request in
  switch request.head.path {
  case "/books/7":
    .json(#"{"id": 7, "title": "Emma"}"#)
  default:
    .json(#"{"message": "no such book"}"#, status: 404)
  }
}
