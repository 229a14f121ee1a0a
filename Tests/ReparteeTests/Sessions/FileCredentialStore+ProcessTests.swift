#if os(Linux)
import Foundation
import Repartee
import ReparteeBase
import TestSupport
import Testing

/// Two processes with a session each, over one file. The processes are this one, run again for one test.
@Suite(.timeLimit(.minutes(5))) struct FileCredentialStoreProcessTests {
  @Test(.enabled(if: ProcessInfo.processInfo.environment[SessionWorker.variable] != nil))
  func worker() async {
    guard let folder = ProcessInfo.processInfo.environment[SessionWorker.variable] else { return }
    await SessionWorker(folder: folder).run()
  }

  /// What happens while the first process refreshes.
  private enum Event: CaseIterable {
    case nothing, callThere, signOutThere, signInThere, signOutHere, signInHere
  }

  /// A refresh that began before a sign-out or another sign-in, in whichever process, never writes after it; these two
  /// wait for no refresh; and no refresh token is spent twice.
  @Test(.enabled(if: ProcessInfo.processInfo.environment[SessionWorker.variable] == nil))
  func noRefreshUndoesASignOutOrASignInOfAnotherProcess() async throws {
    let given = ProcessInfo.processInfo.environment["REPARTEE_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: .min ... .max)
    print("\(#function): REPARTEE_SEED=\(seed)")
    var random = SplitMix64(seed: seed)
    try await withFolder { folder in
      var processes = try (0..<2).map { _ in try WorkerProcess(in: folder) }
      defer { for process in processes { process.end() } }
      let store = FileCredentialStore<BearerToken>(path: folder.appending(path: "token.json").path)
      for round in 0..<200 {
        let place = "round \(round), seed \(seed)"
        let first = Int.random(in: 0..<2, using: &random)
        let (here, there) = (processes[first], processes[1 - first])
        try await here.write("signin u\(round)", until: "signedin u\(round)")
        try await here.write("call", until: "refreshing r-u\(round)-0")
        // Who is in the store at the end, and with which refresh token.
        var expected: String? = "r-u\(round)-1"
        if round % 25 == 24 {
          // Its lease ends with it.
          here.kill()
          let other = try WorkerProcess(in: folder)
          processes[first] = other
          try await other.write("call", until: "refreshing r-u\(round)-0")
          try await other.write("open", until: "ended success")
        } else {
          var calls = [here]
          for count in 1...2 {
            switch Event.allCases.randomElement(using: &random) ?? .nothing {
            case .nothing: break
            case .callThere:
              try there.write("call")
              calls.append(there)
            case .signOutThere:
              try await there.write("signout", until: "signedout")
              expected = nil
            case .signOutHere:
              try await here.write("signout", until: "signedout")
              expected = nil
            case .signInThere:
              try await there.write("signin v\(round)-\(count)", until: "signedin v\(round)-\(count)")
              expected = "r-v\(round)-\(count)-0"
            case .signInHere:
              try await here.write("signin v\(round)-\(count)", until: "signedin v\(round)-\(count)")
              expected = "r-v\(round)-\(count)-0"
            }
          }
          // Whichever call refreshes, it does so once.
          try here.write("open")
          try there.write("open")
          for call in calls { try await call.wait(for: "ended") }
        }
        let found = try store.load()?.credential.refreshToken
        if let expected, expected.hasPrefix("r-v") {
          let next = expected.dropLast() + "1"
          #expect(found == expected || found.map { $0 == next } == true, "\(place): \(found ?? "nothing")")
        } else {
          #expect(found == expected, "\(place)")
        }
        for process in processes { try await process.write("close", until: "closed") }
      }
      let reused = names(in: folder).filter { $0.hasPrefix("reused") }
      // A process that was killed has spent its token for nothing.
      #expect(reused.count == 8, "\(reused), seed \(seed)")
      #expect(!names(in: folder).contains { $0.hasPrefix("token.json.") && $0.count > 20 }, "nothing is left")
    }
  }
}

/// A process that runs commands.
private final class WorkerProcess: Sendable {
  private struct State {
    var lines: [String] = []
    var rest = ""
    var waiting: (text: String, continuation: CheckedContinuation<Bool, Never>)?
    var isOver = false

    /// Returns whether the line was received, and forgets it; nil if it may still be received.
    mutating func take(_ text: String) -> Bool? {
      if let index = lines.firstIndex(where: { $0.hasPrefix(text) }) {
        lines.remove(at: index)
        return true
      }
      return isOver ? false : nil
    }
  }

  struct Gone: Error { var missing: String }

  private let process = Process()
  private let input = Pipe()
  private let state = Mutex(State())

  init(in folder: URL) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "--testing-library", "swift-testing", "--filter",
      "ReparteeTests.FileCredentialStoreProcessTests/worker",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(
      [SessionWorker.variable: folder.path]
    ) { $1 }
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let handle = output.fileHandleForReading
    Thread.detachNewThread { [weak self] in
      while case let data = handle.availableData, let self {
        self.received(data)
        if data.isEmpty { return }
      }
    }
  }

  private func received(_ data: Data) {
    let woken = state.withLock { state -> (CheckedContinuation<Bool, Never>, Bool)? in
      state.rest += String(decoding: data, as: UTF8.self)
      if data.isEmpty { state.isOver = true }
      var lines = state.rest.split(separator: "\n", omittingEmptySubsequences: false)
      state.rest = lines.popLast().map(String.init) ?? ""
      state.lines += lines.filter { $0.hasPrefix(SessionWorker.mark) }
        .map { String($0.dropFirst(SessionWorker.mark.count)) }
      guard let waiting = state.waiting, let result = state.take(waiting.text) else { return nil }
      state.waiting = nil
      return (waiting.continuation, result)
    }
    if let (continuation, result) = woken { continuation.resume(returning: result) }
  }

  func write(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  func wait(for text: String) async throws {
    let isThere = await withCheckedContinuation { continuation in
      let result = state.withLock { state in
        let result = state.take(text)
        if result == nil { state.waiting = (text, continuation) }
        return result
      }
      if let result { continuation.resume(returning: result) }
    }
    guard isThere else { throw Gone(missing: text) }
  }

  func write(_ line: String, until text: String) async throws {
    try write(line)
    try await wait(for: text)
  }

  func kill() {
    _ = Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func end() {
    guard process.isRunning else { return }
    try? write("quit")
    process.waitUntilExit()
  }
}

/// The other side: a session over the file, an API that refuses each token that no refresh gave, and a token endpoint
/// that waits until it is opened. A refresh token `r-ada-0` gives `r-ada-1`.
private final class SessionWorker: Sendable {
  static let variable = "REPARTEE_SESSION_FOLDER"
  static let mark = "\u{1}worker: "

  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var hours = 0.0
  }

  private let folder: String
  private let state = Mutex(State())

  init(folder: String) { self.folder = folder }

  private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(Self.mark)\(line)\n".utf8)) }

  /// Creates a file; returns false if there is one already.
  private func create(_ name: String) -> Bool {
    let file = Glibc.open("\(folder)/\(name)", O_CREAT | O_EXCL | O_WRONLY, 0o600)
    if file >= 0 { close(file) }
    return file >= 0
  }

  private func refresh(_ token: BearerToken) async -> BearerToken {
    let spent = token.refreshToken ?? ""
    if !create("spent-\(spent)") { _ = create("reused-\(spent)") }
    say("refreshing \(spent)")
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
    let number = spent.split(separator: "-").last.flatMap { Int($0) } ?? 0
    let next = spent.dropLast("\(number)".count) + "\(number + 1)"
    _ = create("valid-\(next)")
    return BearerToken("a\(next.dropFirst())", refreshToken: String(next))
  }

  func run() async {
    let session = Session<BearerToken>(
      store: FileCredentialStore(path: "\(folder)/token.json")
    ) { token, _ in await self.refresh(token) }
    var client = Client(
      baseURL: api,
      transport: InMemoryTransport { request in
        let token = request.head.headerFields[.authorization]?.dropFirst("Bearer a".count) ?? ""
        return FileManager.default.fileExists(atPath: "\(self.folder)/valid-r\(token)")
          ? .text("fine") : .status(401)
      })
    client.authentication = .session(session)
    // No pause is ever too short.
    client.now = {
      self.state.withLock { state in
        state.hours += 1
        return Date(timeIntervalSince1970: state.hours * 3_600)
      }
    }
    let own = client
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    for await line in lines {
      let words = line.split(separator: " ").map(String.init)
      switch words[0] {
      case "call":
        Task {
          let result = await own.result(of: Resource<String, Never>(.get("/a"), [.code(200, .decode)]))
          self.say("ended \(result)")
        }
      case "signin":
        let token = BearerToken("a-\(words[1])-0", refreshToken: "r-\(words[1])-0")
        do { try await session.signIn(token, as: words[1]) } catch { say("failed \(error)") }
        say("signedin \(words[1])")
      case "signout":
        do { try await session.signOut() } catch { say("failed \(error)") }
        say("signedout")
      case "open":
        let waiting = state.withLock { state in
          defer { state.waiting = [] }
          state.isOpen = true
          return state.waiting
        }
        for one in waiting { one.resume() }
      case "close":
        state.withLock { $0.isOpen = false }
        say("closed")
      case "quit": exit(0)
      default: say("unknown \(line)")
      }
    }
  }
}
#endif
