import ReparteeJSON

extension OpenAPIReader {
  func readSecurity(_ place: Place?, isOwn: Bool, of operation: inout Operation) {
    // What is no object names nothing.
    let objects = (place?.children ?? []).map(\.place).filter { $0.value.object != nil }
    let named = objects.map { $0.children.map(\.key) }.filter { !$0.isEmpty }
    operation.isSignInOptional = named.count < objects.count
    if named.isEmpty {
      let isNone = place == nil || place?.value.array?.isEmpty == true || !objects.isEmpty
      operation.security = isNone ? [] : nil
      return
    }
    let alternatives = named.map { (names: $0, described: described($0)) }
    let whole = alternatives.filter { $0.described.count == $0.names.count }
    let partial = alternatives.filter { !$0.described.isEmpty }
    if !partial.isEmpty {
      // What is described is sent, and of the rest it is said that it is needed as well.
      operation.security = (whole.isEmpty ? partial : whole).map { names, described in
        described + names.filter { !described.contains($0) }
      }
    } else {
      // None of those that other operations need is needed.
      if operation.isSignInOptional { operation.security = [] }
      if isOwn { operation.undescribedSecurity = named.compactMap(\.first) }
    }
  }

  private var describedSchemes: Place? {
    let root = Place(file: document, pointer: Pointer(), value: document.root)
    return version == .swagger ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
  }

  /// Those of these schemes that the document describes; the others are noted.
  func described(_ names: [String]) -> [String] {
    names.filter { name in
      if schemes.contains(where: { $0.name == name }) { return true }
      undescribed[name] = "the document does not describe it"
      do {
        if let place = describedSchemes?[name] { _ = try resolved(place) }
      } catch {
        undescribed[name] = "\(error)"
      }
      return false
    }
  }

  func securitySchemes() -> [SecurityScheme] {
    (describedSchemes?.children ?? []).compactMap { name, place in
      // One that leads nowhere is named if an operation uses it.
      guard let place = try? resolved(place) else { return nil }
      return SecurityScheme(name: name, kind: securityKind(place), documentation: prose(place["description"]))
    }
  }

  private func securityKind(_ place: Place) -> SecurityScheme.Kind {
    let type = place["type"]?.value.string ?? ""
    switch type {
    case "basic": return .basic
    case "apiKey":
      let name = place["name"]?.text ?? "Authorization"
      switch place["in"]?.value.string {
      case "query": return .query(name)
      case "cookie": return .cookie(name)
      default: return .header(name)
      }
    case "http":
      let scheme = place["scheme"]?.value.string ?? ""
      switch scheme.lowercased() {
      case "basic": return .basic
      case "bearer": return .bearer
      default: return .other("HTTP authentication by \(scheme)")
      }
    case "oauth2":
      let flows = place["flows"]?.children.map(\.place) ?? [place]
      func first(_ key: String) -> String? { flows.lazy.compactMap { $0[key]?.value.string }.first }
      return .oauth(authorization: first("authorizationUrl"), token: first("tokenUrl"))
    case "mutualTLS": return .certificate
    case "openIdConnect": return .openID(place["openIdConnectUrl"]?.value.string ?? "")
    default: return .other(type)
    }
  }
}
