/// The open containers are on the chain of parents; the siblings before them are complete.
extension Scanner {
  /// The path of the end of an incomplete text.
  static func openPath(of text: Bytes) -> JSONPath {
    // A node has 32 bits for an offset.
    guard text.count < UInt32.max else { return [] }
    var scanner = Scanner(text, maximumDepth: .max)
    do throws(ScanFailure) { try scanner.scan() } catch { return scanner.openPath(for: error) }
    return []
  }

  /// Leaves out a string without a colon, which may be a value.
  func openPath(for failure: ScanFailure) -> JSONPath {
    let lacksColon =
      switch failure.problem {
      case .unexpected(.colon), .unexpectedEnd(.colon): true
      default: false
      }
    var chain: [Int] = []
    var container = parent
    while container != 0 {
      chain.append(container)
      container = nodes[container].next
    }
    chain.reverse()
    var components: [JSONPath.Component] = []
    for (level, container) in chain.enumerated() {
      let isLast = level + 1 == chain.count
      if isLast, lacksColon { break }
      let target = isLast ? nodes.used : chain[level + 1]
      if let component = component(in: container, at: target) { components.append(component) }
    }
    return JSONPath(components)
  }

  func openDepth(from offset: Int) -> Int {
    var depth = 0
    var container = parent
    while container != 0 {
      if nodes[container].offset < offset { depth += 1 }
      container = nodes[container].next
    }
    return depth
  }

  private func component(in container: Int, at target: Int) -> JSONPath.Component? {
    var index = container + 1
    if nodes[container].kind == .array {
      var ordinal = 0
      while index < target {
        index = nodes[index].isContainer ? nodes[index].next : index + 1
        ordinal += 1
      }
      return target == nodes.used && ordinal >= nodes[container].length ? nil : .index(ordinal)
    }
    while index < target {
      let value = index + 1
      if value == target { return .key(keyText(at: index)) }
      index = nodes[value].isContainer ? nodes[value].next : value + 1
    }
    return nil
  }

  private func keyText(at index: Int) -> String {
    let node = nodes[index]
    return text.withSpan(at: node.offset, count: node.length) { $0.unescaped() }
  }
}
