extension OpenAPIReader {
  func servers(_ root: Place) -> [Server] {
    guard version == .swagger else { return servers(of: root) }
    let path = root["basePath"]?.value.string ?? ""
    guard let host = root["host"]?.value.string else {
      return ["", "/"].contains(path) ? [] : [Server(path)]
    }
    let scheme = root["schemes"]?.children.compactMap(\.place.value.string)
    let chosen = scheme?.contains("https") == false ? scheme?.first ?? "https" : "https"
    return [Server("\(chosen)://\(host)\(path)")]
  }

  /// The servers of the document, of a path or of an operation.
  func servers(of place: Place) -> [Server] {
    (place["servers"]?.children ?? []).compactMap { _, place in
      guard let url = place["url"]?.value.string else { return nil }
      var server = Server(url)
      server.documentation = prose(place["description"])
      server.variables = Self.placeholders(of: url).map { name in
        let described = place["variables"]?[name]
        var variable = Server.Variable(name: name, value: described?["default"].flatMap(Self.text))
        variable.documentation = prose(described?["description"])
        let listed = described?["enum"]?.children.compactMap { Self.text($0.place) } ?? []
        // The default is one of them, too; a value may be listed twice.
        for value in listed + (listed.isEmpty ? [] : [variable.value].compactMap { $0 })
        where !variable.values.contains(value) {
          variable.values.append(value)
        }
        return variable
      }
      return server
    }
  }

  private static func text(_ place: Place) -> String? { place.value.string ?? place.value.number?.text }
}
