import Repartee

var client = Client.books(over: library)
client.authentication = .bearer("s3cr3t")

for try await book in client.items(of: ListBooks()) {
  print(book.title)
}
