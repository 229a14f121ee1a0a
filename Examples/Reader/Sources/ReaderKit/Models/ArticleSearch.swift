import Observation
import Repartee

/// A list that is searched while the user types, and read page by page while the user scrolls.
@Observable
public final class ArticleSearch {
  public var text = "" { didSet { if text != oldValue { load(from: nil, after: pause) } } }
  public private(set) var headlines: [Headline] = []
  public var hasMore: Bool { next != nil }
  public private(set) var problem: String?

  /// The last call. A new one cancels it.
  public private(set) var call: Task<Void, Never>?
  private var next: Cursor?
  private let client: Client
  private let pause: Duration

  public init(_ reader: Reader, pause: Duration = .milliseconds(300)) {
    client = reader.client
    self.pause = pause
  }

  public func loadMore() {
    if let next { load(from: next) }
  }

  private func load(from cursor: Cursor?, after pause: Duration? = nil) {
    call?.cancel()
    call = Task {
      do {
        if let pause { try await client.clock.sleep(for: pause) }
        let pages = client.pages(of: SearchArticles(text: text), from: cursor, maxPages: 1)
        for try await page in pages where !Task.isCancelled {
          headlines = (cursor == nil ? [] : headlines) + page.value.headlines
          next = page.next
        }
        problem = nil
      } catch {
        if !Task.isCancelled { problem = message(for: error) }
      }
    }
  }
}
