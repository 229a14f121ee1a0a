import Repartee

let client = Client(
  baseURL: "https://books.example",
  transport: library,
  json: JSONCoder(keys: .snakeCase))
let catalog = Catalog(client: client)

for id in [7, 8] {
  print(await catalog.line(for: id))
}
