import Repartee

struct Catalog {
  var client: Client

  /// A book as a line of text, or why there is none.
  func line(for id: Int) async -> String {
    do {
      let book = try await client.send(GetBook(id: id))
      return "\(book.title), \(book.publishedIn)"
    } catch {
      switch error.reason {
      case .declared(.missing(let refusal)):
        return refusal.message
      case .undeclared:
        return "not declared: \(error.text ?? "no body")"
      case .undecodable(let failure):
        return "a body that does not fit:\n\(failure.report)"
      case .transport(let error):
        return "no response: \(error)"
      case .authentication(let error):
        return "not signed in: \(error)"
      case .request(let error):
        return "nothing was sent: \(error)"
      }
    }
  }
}
