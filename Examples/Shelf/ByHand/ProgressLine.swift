import Foundation

/// A progress line on the standard error, which each update overwrites. It is shown only in a terminal.
enum ProgressLine {
  private static let isShown = isatty(STDERR_FILENO) == 1

  @Sendable static func show(_ progress: TransferProgress) {
    let done = progress.bytes.formatted(.byteCount(style: .file))
    show(progress.total.map { "\(done) of \($0.formatted(.byteCount(style: .file)))" } ?? done)
  }

  static func show(_ text: String) { write("\r\u{1b}[K\(text)") }
  static func end() { write("\r\u{1b}[K") }

  private static func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
