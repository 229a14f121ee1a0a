/// The ways to sign in to an API: a scheme, or several at once.
struct SignIns {
  struct Way: Equatable {
    /// In the order of the document.
    var schemes: [SecurityScheme]

    /// What the client calls it: a scheme's name, or `keyAndApp`.
    var name: String {
      schemes.count == 1
        ? schemes[0].name : Names.member(schemes.map(\.name).joined(separator: " and "))
    }

    static func == (one: Way, other: Way) -> Bool { one.schemes.map(\.name) == other.schemes.map(\.name) }

    fileprivate func isPart(of other: Way) -> Bool {
      let names = other.schemes.map(\.name)
      return schemes.allSatisfy { names.contains($0.name) }
    }
  }

  /// The one of most operations, which is the client's.
  private(set) var usual: Way?
  /// Those of several schemes, each once.
  private(set) var combinations: [Way] = []
  private let schemes: [SecurityScheme]

  init(_ api: API) {
    schemes = api.security
    var counts: [(way: Way, count: Int)] = []
    for operation in api.operations {
      var seen: [Way] = []
      for way in ways(of: operation) where !way.schemes.isEmpty && !seen.contains(way) {
        seen.append(way)
        if let index = counts.firstIndex(where: { $0.way == way }) {
          counts[index].count += 1
        } else {
          counts.append((way, 1))
        }
      }
    }
    // Of ways that as many operations know, the one that is named first.
    let most = counts.map(\.count).max()
    usual = counts.first { $0.count == most }?.way
    combinations = counts.map(\.way).filter { $0.schemes.count > 1 }
  }

  /// The ways of an operation, without certificates, which are the transport's, and without what is not described.
  private func ways(of operation: Operation) -> [Way] {
    (operation.security ?? []).map { names in
      Way(schemes: schemes.filter { names.contains($0.name) && !$0.isCertificate })
    }
  }

  /// The way that an operation is signed in: the client's if that is one of its ways, or sends more. Nil for none.
  func way(of operation: Operation) -> Way? {
    let ways = ways(of: operation)
    if let usual, ways.contains(where: { !$0.schemes.isEmpty && $0.isPart(of: usual) }) { return usual }
    let way = ways.first { $0.schemes.count == 1 } ?? ways.first
    return way?.schemes.isEmpty == true ? nil : way
  }

  /// What an operation needs that no authentication of the client sends: certificates, and what is not described.
  func missing(of operation: Operation) -> (certificates: [String], others: [String]) {
    let way = way(of: operation)
    // Of alternatives, the one that is sent.
    let names =
      operation.security?.first { names in
        way.map { way in names.contains { name in way.schemes.contains { $0.name == name } } } ?? true
      } ?? []
    let unsent = names.filter { name in way?.schemes.contains { $0.name == name } != true }
    let certificates = Set(schemes.filter(\.isCertificate).map(\.name))
    return (unsent.filter(certificates.contains), unsent.filter { !certificates.contains($0) })
  }
}

extension SecurityScheme {
  var isCertificate: Bool { if case .certificate = kind { true } else { false } }
}
