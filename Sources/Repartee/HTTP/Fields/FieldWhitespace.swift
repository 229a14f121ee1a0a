extension String.UTF8View {
  /// The text without surrounding white space (RFC 9110, section 5.5).
  package var trimmingFieldWhitespace: Substring.UTF8View {
    self[...].trimmingFieldWhitespace
  }
}

extension Substring.UTF8View {
  package var trimmingFieldWhitespace: Self {
    var rest = self
    while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
    return rest
  }
}
