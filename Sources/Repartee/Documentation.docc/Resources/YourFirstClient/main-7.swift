import Repartee

var client = Client.books(over: library)
client.authentication = .bearer("s3cr3t")
let catalog = Catalog(client: client)

for id in [7, 8] {
  print(await catalog.line(for: id))
}
