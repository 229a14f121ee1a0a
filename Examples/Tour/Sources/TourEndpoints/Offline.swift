public import Repartee

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A function of one's own, which waits: the page is kept for later, and the output is how many there are now.
public struct KeepPage: Endpoint {
  public init() {}

  public var request: Request { .get("/html") }

  public static let responses: ResponseMap<Int, Never> = [
    .code(200, Outcome(async: { response, _ in .success(await Shelf.shared.keep(response.body)) }))
  ]
}

/// Where pages are kept.
private actor Shelf {
  static let shared = Shelf()

  private var pages: [Data] = []

  /// How many pages there are then.
  func keep(_ page: Data) -> Int {
    pages.append(page)
    return pages.count
  }
}
