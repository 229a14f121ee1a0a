import Repartee

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
@preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#endif

/// Colours, or none.
struct Style: Sendable {
  var isColored: Bool

  /// Colours for standard output: on a terminal, unless NO_COLOR is set (no-color.org).
  static var standardOutput: Style {
    let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? true
    return Style(isColored: isatty(STDOUT_FILENO) == 1 && !isRefused && !isDumb)
  }

  func bold(_ text: String) -> String { sgr(1, text) }
  func dim(_ text: String) -> String { sgr(2, text) }
  func red(_ text: String) -> String { sgr(31, text) }
  func green(_ text: String) -> String { sgr(32, text) }
  func cyan(_ text: String) -> String { sgr(36, text) }

  /// Green for a success, yellow for a 4xx, red for a 5xx.
  func colored(_ text: String, by status: HTTPResponse.Status?) -> String {
    switch status?.kind {
    case .successful: sgr(32, text)
    case .redirection: sgr(36, text)
    case .clientError: sgr(33, text)
    case .serverError: sgr(31, text)
    case .informational, .invalid, nil: dim(text)
    }
  }

  private func sgr(_ code: Int, _ text: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// How many columns the terminal has, or nil if standard output is none.
func terminalWidth() -> Int? {
  var size = winsize()
  guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
    return nil
  }
  return Int(size.ws_col)
}
