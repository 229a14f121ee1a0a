import Repartee

let client = Client(
  baseURL: "https://books.example",
  transport: library)

let book = try await client.send(GetBook(id: 7))
print(book.title)
