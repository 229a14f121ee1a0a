/// Which schemas contain themselves, not counting arrays, maps and unions, which hold their values elsewhere.
struct ReferenceCycles {
  private var component: [Schema.Name: Int] = [:]
  private var cyclic: Set<Int> = []

  init(_ schemas: [Schema.Name: Schema]) {
    let edges = schemas.mapValues { Self.contained(in: $0.shape) }
    // Tarjan's algorithm, without recursion.
    var index: [Schema.Name: Int] = [:]
    var low: [Schema.Name: Int] = [:]
    var stack: [Schema.Name] = []
    var onStack: Set<Schema.Name> = []
    var work: [(name: Schema.Name, next: Int)] = []
    var count = 0
    for start in schemas.keys where index[start] == nil {
      work.append((start, 0))
      while let (name, next) = work.popLast() {
        if next == 0 {
          index[name] = index.count
          low[name] = index[name]
          stack.append(name)
          onStack.insert(name)
        }
        let targets = edges[name] ?? []
        if next < targets.count {
          work.append((name, next + 1))
          let target = targets[next]
          if index[target] == nil {
            if schemas[target] != nil { work.append((target, 0)) }
          } else if onStack.contains(target) {
            low[name] = min(low[name] ?? 0, index[target] ?? 0)
          }
          continue
        }
        if low[name] == index[name] {
          var members: [Schema.Name] = []
          while let member = stack.popLast() {
            onStack.remove(member)
            component[member] = count
            members.append(member)
            if member == name { break }
          }
          if members.count > 1 || targets.contains(name) { cyclic.insert(count) }
          count += 1
        }
        if let parent = work.last?.name { low[parent] = min(low[parent] ?? 0, low[name] ?? 0) }
      }
    }
  }

  func areInOneCycle(_ one: Schema.Name, _ other: Schema.Name) -> Bool {
    component[one] == component[other] && component[one].map(cyclic.contains) == true
  }

  private static func contained(in shape: Schema.Shape) -> [Schema.Name] {
    switch shape {
    case .reference(let name): [name]
    case .object(let object): object.properties.flatMap { contained(in: $0.schema.shape) }
    default: []
    }
  }
}
