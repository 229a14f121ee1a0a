import CSymbols
import Foundation

/// A function on a stack, and where in the sources.
struct Frame: Hashable {
  var function: String
  var file: String
  var line: Int

  /// `Repartee`, `NIOCore`: the folder below `Sources`; empty for what has no sources here.
  var module: String {
    let parts = file.split(separator: "/")
    guard let sources = parts.lastIndex(of: "Sources"), sources + 2 < parts.count else { return "" }
    return String(parts[sources + 1])
  }

  var isOurs: Bool { ["Repartee", "ReparteeJSON", "ReparteeAsyncHTTPClient"].contains(module) }

  var place: String { "\(file.split(separator: "/").last ?? ""):\(line)" }
}

/// Names for addresses in this process: by `llvm-symbolizer`, which knows what was inlined, and which comes with Swift.
struct Symbols {
  private var frames: [UInt: [Frame]] = [:]

  /// The frames at an address, the innermost first: more than one where functions were inlined.
  subscript(address: UInt) -> [Frame] { frames[address] ?? [] }

  init(_ addresses: Set<UInt>) throws {
    var byObject: [String: [(address: UInt, offset: UInt)]] = [:]
    for address in addresses {
      var offset: UInt = 0
      guard let object = symbol_object(address, &offset) else { continue }
      byObject[String(cString: object), default: []].append((address, offset))
    }
    for (object, addresses) in byObject {
      // A return address is behind the call.
      let input = addresses.map { "0x" + String($0.offset - 1, radix: 16) }.joined(separator: "\n")
      let blocks = try Self.symbolize(object: object, input).components(separatedBy: "\n\n")
      for (address, block) in zip(addresses, blocks) { frames[address.address] = Self.frames(block) }
    }
  }

  private static func symbolize(object: String, _ addresses: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "repartee-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try Data((addresses + "\n").utf8).write(to: input)
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "llvm-symbolizer", "--obj=\(object)", "--inlines",
      "--functions=linkage", "--no-demangle",
    ]
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8)
  }

  /// `name` and `file:line:column` in turn.
  private static func frames(_ block: String) -> [Frame] {
    let lines = block.split(separator: "\n").map(String.init)
    return stride(from: 0, to: lines.count - 1, by: 2).map { index in
      let parts = lines[index + 1].split(separator: ":")
      let file = parts.first.map(String.init) ?? ""
      return Frame(
        function: demangled(lines[index]), file: file.hasPrefix("??") ? "" : file,
        line: parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    }
  }

  private static func demangled(_ name: String) -> String {
    guard let text = symbol_demangled(name) else { return name }
    defer { free(text) }
    return String(cString: text)
  }
}
