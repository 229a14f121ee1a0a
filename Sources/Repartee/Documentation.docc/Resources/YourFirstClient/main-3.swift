import Repartee

let client = Client(
  baseURL: "https://books.example",
  transport: library)

for id in [7, 8] {
  do {
    let book = try await client.send(GetBook(id: id))
    print(book.title)
  } catch {
    print("no book:", error.summary)
    print(error.text ?? "no body")
  }
}
