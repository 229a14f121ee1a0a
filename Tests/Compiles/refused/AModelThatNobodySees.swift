import Repartee

struct Screen {
  // expect: make 'User' fileprivate: @JSONModel conforms it in extensions outside 'Screen', where a private type
  // is not visible
  @JSONModel
  private struct User {
    var name: String
  }

  private enum API {
    // expect: make 'API' fileprivate: @JSONModel conforms it in extensions outside 'Screen', where a private type
    // is not visible
    @JSONModel
    struct Page {
      var number: Int
    }
  }
}
