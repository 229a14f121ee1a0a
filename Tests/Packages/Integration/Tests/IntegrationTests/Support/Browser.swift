import Foundation
import HTTPTypes
import Repartee

/// What a user does with a browser: it keeps cookies, follows redirects within a site, and sends forms.
struct Browser {
  /// There is no redirect to the app, or there are too many within the site.
  struct Lost: Error {}

  struct Page {
    /// Where the page is.
    var url: String
    var response: Response

    /// Where the page sends the browser, outside of the site.
    var callback: String {
      get throws {
        guard let location = response.headers[.location] else { throw Lost() }
        return location
      }
    }
  }

  let site: String
  private var client: Client

  init(over wire: Wire, _ site: String?) {
    self.site = site ?? ""
    client = wire.client(of: site)
    client.cookies = CookieJar()
    client.redirects = .off
  }

  /// Opens a URL, and follows redirects until there is a page, or one leads out of the site.
  func open(_ url: String) async throws -> Page { try await follow(Request(.get, url: url), url) }

  /// Sends a form of a page, with its token against forgery.
  func submit(_ fields: Request.Query, on page: Page) async throws -> Page {
    var fields = fields
    fields.append("csrf_token", token(in: page.response.text ?? ""))
    return try await follow(Request(.post, url: page.url, body: .form(fields)), page.url)
  }

  private func follow(_ request: Request, _ url: String) async throws -> Page {
    var (request, url) = (request, url)
    for _ in 0..<10 {
      let response = try await client.send(Resource(request, failure: Never.self) { $0 })
      guard (300..<400).contains(response.status.code), let location = response.location,
        location.absoluteString.hasPrefix(site)
      else { return Page(url: url, response: response) }
      url = location.absoluteString
      request = Request(.get, url: url)
    }
    throw Lost()
  }

  private func token(in page: String) -> String? {
    page.components(separatedBy: #"name="csrf_token""#).dropFirst().first?
      .components(separatedBy: #"value=""#).dropFirst().first?.components(separatedBy: "\"").first
  }
}
