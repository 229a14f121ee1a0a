/// The ranges in order, each once with its highest weight; `*/*` for no ranges (RFC 9110, section 12.5.1).
func acceptValue(_ ranges: [MediaRange]) -> String {
  if ranges.isEmpty { return "*/*" }
  var places: [String: Int] = [:]
  var members: [(range: MediaRange, weight: Double)] = []
  for range in ranges {
    let range = range.acceptable
    let parameters = AcceptParameters(range.parameters)
    let key = range.essence + parameters.others
    if let place = places[key] {
      if parameters.weight > members[place].weight { members[place] = (range, parameters.weight) }
    } else {
      places[key] = members.count
      members.append((range, parameters.weight))
    }
  }
  return members.map(\.range.description).joined(separator: ", ")
}

private struct AcceptParameters {
  var weight = 1.0
  var others = ""

  init(_ text: String) {
    for part in text.split(separator: ";") {
      let part = part.filter { $0 != " " && $0 != "\t" }
      if part.lowercased().hasPrefix("q=") {
        // An invalid weight is ignored; the default is 1.
        weight = Double(part.dropFirst(2)).map { $0.isNaN ? 1 : min(max($0, 0), 1) } ?? 1
      } else if !part.isEmpty {
        others += ";\(part)"
      }
    }
  }
}
