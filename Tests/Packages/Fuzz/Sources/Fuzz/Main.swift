import Foundation

/// One executable for all targets: libFuzzer's own options are its arguments, the target's name is in
/// `REPARTEE_FUZZ_TARGET`. Without a name it lists them.
@main
enum Main {
  static func main() {
    let name = ProcessInfo.processInfo.environment["REPARTEE_FUZZ_TARGET"] ?? ""
    guard let target = targets.first(where: { $0.name == name }) else {
      for target in targets { print(target.name) }
      exit(name.isEmpty ? 0 : 2)
    }
    current = target.run
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
      runDriver(&count, &arguments) { start, count in
        Main.current(Input(bytes: Array(UnsafeBufferPointer(start: start, count: count))))
        return 0
      })
  }

  nonisolated(unsafe) private static var current: (Input) -> Void = { _ in }  // set before the loop
}

/// libFuzzer's loop.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

struct Target: Sendable {
  let name: String
  let run: @Sendable (Input) -> Void

  init(_ name: String, _ run: @escaping @Sendable (Input) -> Void) {
    self.name = name
    self.run = run
  }
}

/// Ends the process unless a condition holds: libFuzzer keeps the input.
func claim(
  _ condition: Bool, _ message: @autoclosure () -> String, line: UInt = #line, file: StaticString = #fileID
) {
  if condition { return }
  let text = message().unicodeScalars.prefix(2_000).map { $0.escaped(asASCII: true) }.joined()
  FileHandle.standardError.write(Data("CLAIM \(file):\(line): \(text)\n".utf8))
  abort()
}
