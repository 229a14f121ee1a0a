import ArgumentParser
import Foundation

/// What all commands exit with. 0: done.
extension ExitCode {
  /// Done, and there is something to look at.
  static let somethingToLookAt = ExitCode(1)
  /// Nothing was done: an input that can't be read, or a wrong use of the command.
  static let nothingDone = ExitCode(2)
}

extension Main {
  static let exitCodes = """
    It exits with
      0, done;
      1, done, and something to look at: diff found a change that breaks, or with --strict any but of words; update
         left a conflict; another command left an operation out, with --strict;
      2, nothing was done: an input can't be read, or the command was used in a wrong way.
    """

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let code as ExitCode {
      Foundation.exit(code.rawValue)
    } catch {
      // Help and the version are no failures.
      if exitCode(for: error) == .success { exit(withError: error) }
      FileHandle.standardError.write(Data("\(fullMessage(for: error))\n".utf8))
      Foundation.exit(ExitCode.nothingDone.rawValue)
    }
  }
}
