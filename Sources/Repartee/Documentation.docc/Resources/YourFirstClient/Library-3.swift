import Repartee

/// Responds in the place of the API.
let library = InMemoryTransport { request in
  switch request.head.path {
  case "/books/7":
    .json(
      """
      {"id": 7, "title": "Emma", "published_in": 1815}
      """)
  case "/books":
    .json(
      """
      {"next": "5", "books": [
        {"id": 1, "title": "Sanditon", "published_in": 1925},
        {"id": 5, "title": "Persuasion", "published_in": 1817}
      ]}
      """)
  case "/books?after=5":
    .json(
      """
      {"books": [
        {"id": 7, "title": "Emma", "published_in": 1815}
      ]}
      """)
  default:
    .json(#"{"message": "no such book"}"#, status: 404)
  }
}
