/// Returns the value of `Accept` for these content types, in order; `*/*` if there are none (RFC 9110, section 12.5.1).
///
/// Each type occurs once, with its highest weight (1 without `q`). A wildcard for subtypes with a suffix becomes one
/// for all subtypes, because `Accept` has no other. Ranges that differ in parameters other than `q` are different
/// ranges.
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

/// The parameters of a media range: its weight, and those that belong to the type.
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
