#if AsyncHTTPClient
import NIOHTTP1
import Testing

@testable import ReparteeAsyncHTTPClient

@Suite struct ResponseIDTests {
  @Test(arguments: [0, 1, 63, 64, 4_095, 4_096, .max], [nil, "", "OK", "a=b", "\u{1}2.3\u{1}"])
  func aPlaceIsReadAsItWasWritten(number: Int, phrase: String?) {
    for responseID in [ResponseID(connection: number, number: 1), ResponseID(connection: 1, number: number)] {
      let read = ResponseID.read(.custom(code: 299, reasonPhrase: responseID.prepended(to: phrase)))
      #expect(read.responseID == responseID)
      #expect(read.phrase == phrase ?? HTTPResponseStatus(statusCode: 299).reasonPhrase)
    }
  }

  @Test(arguments: ["", "OK", "\u{1}", "\u{1}1", "\u{1}1.", "\u{1}1.2", "\u{1}1 2\u{1}"])
  func anyOtherTextIsAPhrase(text: String) {
    let read = ResponseID.read(.custom(code: 299, reasonPhrase: text))
    #expect(read.responseID == nil)
    #expect(read.phrase == text)
  }

  @Test func anEndlessNumberIsRead() {
    let text = "\u{1}\(String(repeating: "o", count: 1_000)).1\u{1}=x"
    #expect(ResponseID.read(.custom(code: 299, reasonPhrase: text)).phrase == "x")
  }
}
#endif
