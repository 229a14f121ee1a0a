#if AsyncHTTPClient
import NIOHTTP1
import Testing

@testable import ReparteeAsyncHTTPClient

@Suite struct PlaceTests {
  @Test(arguments: [0, 1, 63, 64, 4_095, 4_096, .max], [nil, "", "OK", "a=b", "\u{1}2.3\u{1}"])
  func aPlaceIsReadAsItWasWritten(number: Int, phrase: String?) {
    for place in [Place(connection: number, number: 1), Place(connection: 1, number: number)] {
      let read = Place.read(.custom(code: 299, reasonPhrase: place.before(phrase)))
      #expect(read.place == place)
      #expect(read.phrase == phrase ?? HTTPResponseStatus(statusCode: 299).reasonPhrase)
    }
  }

  @Test(arguments: ["", "OK", "\u{1}", "\u{1}1", "\u{1}1.", "\u{1}1.2", "\u{1}1 2\u{1}"])
  func anyOtherTextIsAPhrase(text: String) {
    let read = Place.read(.custom(code: 299, reasonPhrase: text))
    #expect(read.place == nil)
    #expect(read.phrase == text)
  }

  @Test func anEndlessNumberIsRead() {
    let text = "\u{1}\(String(repeating: "o", count: 1_000)).1\u{1}=x"
    #expect(Place.read(.custom(code: 299, reasonPhrase: text)).phrase == "x")
  }
}
#endif
