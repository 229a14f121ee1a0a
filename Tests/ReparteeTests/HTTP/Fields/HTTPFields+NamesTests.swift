import HTTPTypes
import Repartee
import Testing

struct HTTPFieldsNamesTests {
  @Test func aNameIsReadAndSetInAnyCase() {
    var fields = HTTPFields()
    fields["X-App"] = "7"
    #expect(fields["x-app"] == "7")
    fields["x-APP"] = "8"
    #expect(fields.count == 1 && fields["X-App"] == "8")
    fields["X-App"] = nil
    #expect(fields.isEmpty)
  }

  @Test(arguments: ["", "a b", "a\r\nb", "ä", "a:"])
  func whatIsNoNameHasNoValue(name: String) {
    let fields: HTTPFields = [.accept: "x"]
    #expect(fields[name] == nil)
  }
}
