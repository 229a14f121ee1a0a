import CAllocations
import Foundation

/// Where the allocations of a call come from: a histogram of their stacks.
struct Where {
  /// A kind of allocation: what allocates, and the functions of packages below it.
  struct Site: Hashable {
    var module: String
    var cause: String
    var frames: [String]
  }

  private static let calls = 50

  static func report(_ call: Call) async throws {
    for _ in 0..<50 { try await call() }
    allocation_trace_begin(1_000_000)
    for _ in 0..<calls { try await call() }
    let count = allocation_trace_end()
    let stacks = (0..<count).map { index -> [UInt] in
      var depth: Int32 = 0
      let frames = allocation_trace_stack(index, &depth)
      return (0..<Int(depth)).compactMap { (frames?[$0]).map { UInt(bitPattern: $0) } }
    }
    let symbols = try Symbols(Set(stacks.joined()))
    var sites: [Site: Int] = [:]
    for stack in stacks { sites[site(of: stack.flatMap { symbols[$0] }), default: 0] += 1 }
    print(sites)
  }

  private static func site(of stack: [Frame]) -> Site {
    let frames = stack.drop { $0.file.hasSuffix("CAllocations.c") }
    let isPackage = { (frame: Frame) in !frame.module.isEmpty }
    // Where ours is somewhere below NIO's, the allocation is still NIO's.
    let first = frames.first(where: isPackage)
    let cause = frames.prefix { !isPackage($0) }.last { !$0.function.hasPrefix("swift_") }
    let below = frames.filter(isPackage)
    let chosen = first?.isOurs == true ? below.filter(\.isOurs).prefix(4) : below.prefix(2)
    return Site(
      module: first?.module ?? "",
      cause: short(cause?.function ?? "an object, a closure's context or a buffer"),
      frames: chosen.map { $0.place + " " + short($0.function) })
  }

  private static func print(_ sites: [Site: Int]) {
    func perCall(_ count: Int) -> String {
      let text = String(format: "%.2f", Double(count) / Double(calls))
      return String(repeating: " ", count: max(0, 7 - text.count)) + text
    }
    Swift.print("mallocs per call: \(perCall(sites.values.reduce(0, +)))\n\nby module:")
    let modules = Dictionary(grouping: sites) { $0.key.module }.mapValues { $0.map(\.value).reduce(0, +) }
    for (module, count) in modules.sorted(by: { $0.value > $1.value }) {
      Swift.print("\(perCall(count))  \(module.isEmpty ? "the system and Swift's runtime" : module)")
    }
    Swift.print(
      "\nby site, ours first; each: what allocates, then the functions of its module and their callers:")
    let ours = ["Repartee", "ReparteeJSON", "ReparteeAsyncHTTPClient", "SampleAPI"]
    let sorted = sites.sorted {
      let (one, other) = (ours.contains($0.key.module), ours.contains($1.key.module))
      return one == other ? $0.value > $1.value : one
    }
    for (site, count) in sorted where count * 20 >= calls {
      Swift.print("\(perCall(count))  [\(site.module)] \(site.cause)")
      for frame in site.frames { Swift.print("           \(frame)") }
    }
  }

  /// A function's name without what the compiler made of it.
  private static func short(_ name: String) -> String {
    if name.contains("StackAllocator") { return "a slab of the task, for frames of async functions" }
    var name = name.replacing(#/ in _[0-9A-F]{32}/#, with: "").replacing("(extension in ", with: "(in ")
    for prefix in ["merged ", "generic specialization ", "function signature specialization "] {
      while let range = name.range(of: prefix) {
        name.removeSubrange(range)
        guard name[range.lowerBound...].first == "<", let end = closing(name, from: range.lowerBound) else {
          continue
        }
        name.removeSubrange(range.lowerBound...end)
        if name[range.lowerBound...].hasPrefix(" of ") {
          name.removeSubrange(range.lowerBound..<name.index(range.lowerBound, offsetBy: 4))
        }
      }
    }
    name = name.replacing("Swift.", with: "").replacing("suspend resume partial function for ", with: "")
    return name.count > 130 ? String(name.prefix(130)) + "…" : name
  }

  private static func closing(_ name: String, from start: String.Index) -> String.Index? {
    var depth = 0
    var before: Character = " "
    for index in name[start...].indices {
      if name[index] == "<" { depth += 1 }
      if name[index] == ">", before != "-" { depth -= 1 }
      if depth == 0 { return index }
      before = name[index]
    }
    return nil
  }
}
