import Foundation
import Repartee

// Pages, streams and files.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ViewModel {

  func items() async throws {
    for try await user in client.items(of: ListUsers(team: 1)) { users.append(user) }
  }

  func itemsWithAClosure() async throws {
    // The closure is called for each page, and so gets the value, not the view model.
    let limit = limit
    let list = client.items(of: ListUsers(team: 1)) { $0.timeout = limit }
    for try await user in list { users.append(user) }
  }

  func pages(from cursor: Cursor?) async -> Cursor? {
    var next: Cursor?
    let pages = client.pages(of: ListUsers(team: 1), from: cursor, maxPages: 3) { [identity] in
      $0.headers["X-Identity"] = identity
    }
    do throws(CallError<UserError>) {
      for try await page in pages {
        users += page.value
        next = page.next
      }
    } catch {
      problem = error.description
    }
    return next
  }

  func pagesOfAProtocol() async throws {
    for try await note in client.items(of: ListNotes()) { notes.append(note) }
    for try await page in client.pages(of: SearchNotes(), maxPages: 2) { notes += page.value }
  }

  func stream() async {
    do throws(CallError<UserError>) {
      let tokens = try await client.send(Chat(question: "Why?")) { $0.idleTimeout = self.limit }
      do throws(CallError<Never>) {
        for try await token in tokens { text += token.text }
      } catch {
        problem = error.description
      }
    } catch {
      problem = error.description
    }
  }

  func failableStream() async {
    do throws(CallError<WatchError>) {
      for try await token in try await client.send(Watch()) { text += token.text }
    } catch {
      problem = error.declared?.reason ?? ""
    }
  }

  func oneElement(of tokens: ResponseStream<Token, Never>) async throws -> Token? {
    var iterator = tokens.makeAsyncIterator()
    return try await iterator.next()
  }

  func download(to file: URL) async throws {
    let report = try await client.send(Download())
    try await report.write(to: file) { progress in
      // The closure is called outside of the main actor.
      Task { @MainActor in self.received = progress.bytes }
    }
  }

  func upload(_ file: URL) async throws {
    try await client.send(Upload(file: file, lines: Lines(texts: ["a\n"])))
    let body = Request.Body.file(file).reportingProgress { progress in
      Task { @MainActor [weak self] in self?.received = progress.bytes }
    }
    try await client.send(Resource<Void, Never>(.put("/report.pdf", body: body), [.success(.noContent)]))
  }

  func encoded() async throws {
    let settings = Settings(theme: text)
    let body = Request.Body.encoded(as: "text/plain") { Data(settings.theme.utf8) }
    try await client.send(Resource<Void, Never>(.post("/settings", body: body), .anySuccess))
  }
}
