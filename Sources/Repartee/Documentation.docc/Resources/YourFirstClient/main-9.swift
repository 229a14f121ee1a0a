import Foundation
import Repartee
import ReparteeAsyncHTTPClient

var client = Client.books(over: .asyncHTTPClient)
let token = ProcessInfo.processInfo.environment["BOOKS_TOKEN"]
client.authentication = .bearer(token ?? "")

for try await book in client.items(of: ListBooks()) {
  print(book.title)
}
