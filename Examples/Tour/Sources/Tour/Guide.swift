import Foundation
import Repartee
import Synchronization

/// Prints each stop of the tour: what it shows, the requests on the wire, and the results of the calls, which it
/// compares with the expected ones. It gets the requests as an observer of the client.
final class Guide: CallObserver {
  private struct State {
    /// The requests of this stop and their results; equal requests share a line.
    var wire: [String] = []
    /// The notes of this stop, printed beside its value.
    var notes: [String] = []
    var stops = 0
    var wrong = 0
  }

  private static let titleWidth = 40

  private let baseURL: String
  private let state = Mutex(State())
  private let start = ContinuousClock.now

  init(baseURL: String) { self.baseURL = baseURL }

  // MARK: - Events of the client

  func observe(_ event: CallEvent) {
    guard event.kind == .attemptEnded, let request = event.request else { return }
    let line = "\(request.method.rawValue) \(request.url.replacing(baseURL, with: "")) →"
    // The event's own status code for a 304 is that of the stored response.
    let result = if case .success(let status) = event.attempt?.result { "\(status.code)" } else { "failed" }
    state.withLock { state in
      if let last = state.wire.last, last.hasPrefix(line) {
        state.wire[state.wire.count - 1] += " → \(result)"
      } else {
        state.wire.append("\(line) \(result)")
      }
    }
  }

  // MARK: - Output of the tour

  func chapter(_ heading: String) { print("\n\(bold(heading))") }

  /// Adds a line to the current stop.
  func note(_ line: String) { state.withLock { $0.notes.append(line) } }

  /// Makes the calls of a stop, prints the result, and compares it with the expected one.
  func expect<Value: Equatable>(
    _ title: String, _ expected: Value?, _ call: () async throws -> Value?
  ) async {
    var lines: [String]
    var isRight = false
    do {
      let value = try await call()
      lines = [shown(value)]
      isRight = value == expected
    } catch let failure as any CallErrorProtocol {
      lines = [failure.report]
    } catch {
      lines = ["\(error)"]
    }
    if !isRight { lines.append(red("expected was \(shown(expected))")) }

    let stop = state.withLock { state in
      defer { (state.wire, state.notes) = ([], []) }
      state.stops += 1
      state.wrong += isRight ? 0 : 1
      return state
    }
    let mark = isRight ? green("✓") : red("✗")
    let wire = (stop.wire.isEmpty ? ["nothing is sent"] : stop.wire).map(dim)
    let space = String(repeating: " ", count: max(Self.titleWidth - title.count, 0))
    let indent = String(repeating: " ", count: 2 + Self.titleWidth + 2)
    print("\(mark) \(bold(title))\(space)  \(wire.joined(separator: "\n\(indent)"))")
    for text in lines + stop.notes {
      for line in text.split(separator: "\n") { print("    \(line)") }
    }
  }

  /// Prints the summary, and returns whether all results were as expected.
  func finish() -> Bool {
    let (stops, wrong) = state.withLock { ($0.stops, $0.wrong) }
    let milliseconds = Int(start.duration(to: .now) / .milliseconds(1))
    let verdict = wrong == 0 ? green("all as expected") : red("\(wrong) not as expected")
    print("\n\(bold("\(stops) stops")) in \(milliseconds) ms, \(verdict).")
    return wrong == 0
  }

  /// Returns a value in Swift's notation, without module names.
  private func shown<Value>(_ value: Value?) -> String {
    value.map { "\($0)".replacing("Tour.", with: "") } ?? "nil"
  }
}

// MARK: - Colours, on a terminal, unless NO_COLOR is set (no-color.org)

private let isColored =
  isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil

func bold(_ text: String) -> String { sgr(1, text) }
func dim(_ text: String) -> String { sgr(2, text) }
func red(_ text: String) -> String { sgr(31, text) }
func green(_ text: String) -> String { sgr(32, text) }

private func sgr(_ code: Int, _ text: String) -> String {
  isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
}
