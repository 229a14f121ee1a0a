import Repartee

struct Screen {
  // expect: make 'User' fileprivate: its conformances stand in extensions outside 'Screen', where nothing private of it
  // is visible
  @JSONModel
  private struct User {
    var name: String
  }

  private enum API {
    // expect: make 'API' fileprivate: its conformances stand in extensions outside 'Screen', where nothing private of
    // it is visible
    @JSONModel
    struct Page {
      var number: Int
    }
  }
}
