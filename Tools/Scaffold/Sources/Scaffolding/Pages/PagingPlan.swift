/// How the pages of a list are declared.
struct PagingPlan {
  var item: String
  /// `page.data`
  var items: String?
  /// `try .link(of: page)`
  var next: String
  var remark: String
}
