import Foundation
import Repartee
import TourEndpoints

/// The stops of the tour: what is sent, and what has to come back. Another call is another entry.
func tour(unusedPort: Int) -> [Chapter] {
  let show = Slideshow(title: "Typed responses", author: "Ada", slides: [Slide(title: "All of them")])
  return [
    Chapter(
      "What the API gives",
      [
        .output(GetSlideshow(), 200) { $0.title == "Sample Slide Show" && $0.slides.count == 2 },
        .output(GetHighlights(), 200) { $0.title == "Sample Slide Show" && $0.editor == nil },
        .output(GetOverviews(), 200) { $0.map(\.title) == ["Overview"] && $0.dropped.map(\.index) == [0] },
        .output(Export(as: .json), 200) { if case .show = $0 { true } else { false } },
        .output(Export(as: .xml), 200) { if case .markup = $0 { true } else { false } },
        .output(Export(as: .html), 200) { if case .page = $0 { true } else { false } },
        .output(KeepPage(), 200) { $0 == 1 },
        .output(FindSlideshow(id: 404), 404) { $0 == nil },
        .output(Search("café & crème", tags: ["swift", "http"]), 200) {
          $0 == .init(q: "café & crème", tag: ["swift", "http"])
        },
        .output(GetPage(named: "1 + 1 = 2?"), 200) {
          $0.url.removingPercentEncoding?.hasSuffix("/anything/pages/1 + 1 = 2?") == true
        },
        .output(Publish(show, .now), 200) { $0 == .published(show) },
        .output(Publish(show, .tonight), 202) { $0 == .queued },
        .output(Publish(show, .again), 303) {
          if case .elsewhere(let url) = $0 { url?.path == "/slideshows/7" } else { false }
        },
        .output(CheckForNews(known: nil, latest: "v2"), 200) { $0 == .fresh(version: "v2") },
        .output(CheckForNews(known: "v2", latest: "v2"), 304) { $0 == .unchanged },
        .output(Pay(with: .good), 200) { $0.number == "R-1001" },
        .output(DeleteDraft(), 204) { true },
        .output(CancelPayment(returnCode: 0), 200) { true },
        .output(MeasureSlideshow(), 200) { $0 > 300 },
        .output(GetRobots(), 200) { $0.hasPrefix("User-agent: *") },
        .output(GetMovedPage(), 200) { $0.hasPrefix("User-agent: *") },
        .output(GetBytes(count: 2048), 200) { $0.count == 2048 },
        .output(OpenSafe(), 200) { $0 == .init(authenticated: true, user: "ada") },
        .kept(GetProgram(), 200) { $0.args.isEmpty },
        .items(ListTitles(genre: "crime"), 200) { $0 == ["crime 1", "crime 2", "crime 3"] },
        .stream(WatchVisits(count: 3), 200) { $0.map(\.id) == [0, 1, 2] },
      ]),
    Chapter(
      "What it refuses, in the endpoint's own words",
      [
        .declared(GetPicture(format: "image/tiff"), 406) { failure in
          guard case .unsupported(let offered) = failure else { return false }
          return offered.contains("image/png")
        },
        .declared(Pay(with: .declined), 200) { $0 == .declined(reason: "insufficient funds") },
        .declared(CancelPayment(returnCode: 17), 200) { $0 == .code("17", "too late") },
        .declared(OrderRefund(), 200) {
          $0.type.hasSuffix("/out-of-credit") && $0.extensions["balance"] != nil
        },
        .declared(Pay(with: .overloaded), 503) { $0 == .api(.unavailable) },
        .declared(GetAccount(token: nil), 401) { $0 == .signedOut },
      ]),
    Chapter(
      "What was not declared, and what had no response",
      [
        .undeclared(DeleteSlideshow(), 405) { $0.contentType?.subtype == "html" && $0.text != nil },
        .undecodable(GetOutline(), 200) { $0.path == "slideshow.slides[0]" && $0.kind == .keyNotFound },
        .undecodable(EmptyBasket(), 200) { $0.kind == .invalidEmptyResponse },
        .undecodable(ReplaceSlideshow(), 405) { $0.kind == .corrupted },
        .transport(FollowLink(to: "http://127.0.0.1:\(unusedPort)/")) { $0.kind == .cannotConnect },
        .transport(GetReport(after: 5, timeout: .milliseconds(300))) { $0.kind == .timedOut(.total) },
        .request(GetPage(named: "..")) { $0.kind == .path },
      ]),
  ]
}
