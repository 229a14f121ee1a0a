import Repartee

let catalog = Catalog(client: .books(over: library))

for id in [7, 8] {
  print(await catalog.line(for: id))
}
