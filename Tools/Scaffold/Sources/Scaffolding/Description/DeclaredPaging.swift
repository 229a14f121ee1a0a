/// What a document says itself of the pages of a list, by an extension.
struct DeclaredPaging {
  enum Way {
    /// The token at a key path, as this parameter.
    case token(String, parameter: String)
    /// The URL at a key path.
    case link(String)
    case offset(parameter: String)
    /// The number of the page; the number of pages is at a key path, if anywhere.
    case number(parameter: String, first: Int?, pages: String?)
    /// There is one page.
    case single
  }

  /// `x-ms-pageable`
  var source: String
  var way: Way
  /// The key path of the list.
  var list: String?
}
