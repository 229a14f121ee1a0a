import Repartee

/// A few stops under one heading.
struct Chapter: Sendable {
  var heading: String
  var stops: [Stop]

  init(_ heading: String, _ stops: [Stop]) {
    self.heading = heading
    self.stops = stops
  }
}

/// A call, and what has to come of it.
struct Stop: Sendable {
  /// Makes the call, and compares.
  let visit: @Sendable (Client) async -> Visit

  /// The endpoint's output, with this status.
  static func output<E: Endpoint>(
    _ endpoint: E, _ status: Int, _ isDeclared: @escaping @Sendable (E.Output) -> Bool
  ) -> Stop where E.Thrown == CallError<E.Failure> {
    let type = shownType(E.Output.self)
    return Stop(endpoint, "\(status), \(type)") { reply in
      Visit(.output, type, shown(reply.value), as: reply.status.code == status && isDeclared(reply.value))
    }
  }

  /// What the endpoint streams with this status, read to its end, one element after the other.
  static func stream<E: Endpoint, Element>(
    _ endpoint: E, _ status: Int, _ isDeclared: @escaping @Sendable ([Element]) -> Bool
  ) -> Stop where E.Thrown == CallError<E.Failure>, E.Output == ResponseStream<Element> {
    let type = "\(shownType(Element.self))…"
    return Stop(endpoint, "\(status), \(type)") { reply in
      var elements: [Element] = []
      do throws(CallError<Never>) {
        for try await element in reply.value { elements.append(element) }
      } catch {
        return Visit(.output, type, error.summary, as: false)
      }
      let value = elements.map { shown($0) }.joined(separator: ", ")
      return Visit(.output, type, value, as: reply.status.code == status && isDeclared(elements))
    }
  }

  /// The endpoint's output, asked for twice with a cache, which gives it the second time.
  static func kept<E: Endpoint>(
    _ endpoint: E, _ status: Int, _ isDeclared: @escaping @Sendable (E.Output) -> Bool
  ) -> Stop where E.Thrown == CallError<E.Failure> {
    let type = shownType(E.Output.self)
    let stop = Stop(endpoint, "\(status), \(type)") { reply in
      let isKept = reply.source == .cache && reply.attempts.isEmpty
      return Visit(
        .output, type, "\(shown(reply.value)), from the cache", as: isKept && isDeclared(reply.value))
    }
    return Stop { client in
      var client = client
      client.cache = ResponseCache()
      _ = await client.result(of: endpoint)
      return await stop.visit(client)
    }
  }

  /// The items of a list, on whatever page they are; the status is that of the first.
  static func items<E: PagedEndpoint>(
    _ endpoint: E, _ status: Int, _ isDeclared: @escaping @Sendable ([E.Item]) -> Bool
  ) -> Stop where E.Thrown == CallError<E.Failure> {
    let type = "\(shownType(E.Item.self)), …"
    return Stop { client in
      var visit: Visit
      do throws(CallError<E.Failure>) {
        var (items, reply): ([E.Item], Reply<E.Output>?) = ([], nil)
        for try await page in client.pages(of: endpoint) {
          items += endpoint.items(of: page.value)
          reply = reply ?? page.reply
        }
        let isAsDeclared = reply?.status.code == status && isDeclared(items)
        visit = Visit(.output, type, items.map { shown($0) }.joined(separator: ", "), as: isAsDeclared)
        visit.status = reply?.status
        visit.url = reply?.request.url
      } catch {
        visit = Visit(.undecodable, type, error.summary, as: false)
      }
      visit.request = endpoint.request
      visit.expected = "\(status), \(type)"
      return visit
    }
  }

  /// A failure that the endpoint declares.
  static func declared<E: Endpoint>(
    _ endpoint: E, _ status: Int, _ isDeclared: @escaping @Sendable (E.Failure) -> Bool
  ) -> Stop where E.Thrown == CallError<E.Failure> {
    Stop(
      endpoint, "\(status), \(shownType(E.Failure.self))",
      error: { error in
        guard case .declared(let failure) = error.reason else { return false }
        return error.response?.status.code == status && isDeclared(failure)
      })
  }

  /// A status that the endpoint does not declare, its whole response kept.
  static func undeclared<E: Endpoint>(
    _ endpoint: E, _ status: Int, _ isDeclared: @escaping @Sendable (Response) -> Bool
  ) -> Stop where E.Thrown == CallError<E.Failure> {
    Stop(
      endpoint, "\(status), .undeclared",
      error: { error in
        guard case .undeclared = error.reason, let response = error.response else { return false }
        return response.status.code == status && isDeclared(response)
      })
  }

  /// A declared status whose body does not fit.
  static func undecodable<E: Endpoint>(
    _ endpoint: E, _ status: Int, _ isDeclared: @escaping @Sendable (DecodingFailure) -> Bool
  ) -> Stop where E.Thrown == CallError<E.Failure> {
    Stop(
      endpoint, "\(status), .undecodable",
      error: { error in
        guard case .undecodable(let failure) = error.reason else { return false }
        return error.response?.status.code == status && isDeclared(failure)
      })
  }

  /// No usable response.
  static func transport<E: Endpoint>(
    _ endpoint: E, _ isDeclared: @escaping @Sendable (TransportError) -> Bool
  ) -> Stop where E.Thrown == CallError<E.Failure> {
    Stop(
      endpoint, ".transport",
      error: { error in
        guard case .transport(let failure) = error.reason else { return false }
        return isDeclared(failure)
      })
  }

  /// A request that can't be built, so that nothing is sent.
  static func request<E: Endpoint>(
    _ endpoint: E, _ isDeclared: @escaping @Sendable (RequestError) -> Bool
  ) -> Stop where E.Thrown == CallError<E.Failure> {
    Stop(
      endpoint, ".request",
      error: { error in
        guard case .request(let failure) = error.reason else { return false }
        return isDeclared(failure)
      })
  }

  private init(_ visit: @escaping @Sendable (Client) async -> Visit) { self.visit = visit }

  private init<E: Endpoint>(
    _ endpoint: E, _ expected: String,
    reply read: @escaping @Sendable (Reply<E.Output>) async -> Visit = { reply in
      Visit(.output, shownType(E.Output.self), shown(reply.value), as: false)
    },
    error isDeclaredError: @escaping @Sendable (CallError<E.Failure>) -> Bool = { _ in false }
  ) where E.Thrown == CallError<E.Failure> {
    visit = { client in
      var visit = await Self.send(endpoint, with: client, read, isDeclaredError)
      visit.request = endpoint.request
      visit.expected = expected
      return visit
    }
  }

  private static func send<E: Endpoint>(
    _ endpoint: E, with client: Client, _ read: (Reply<E.Output>) async -> Visit,
    _ isDeclaredError: (CallError<E.Failure>) -> Bool
  ) async -> Visit where E.Thrown == CallError<E.Failure> {
    do {
      let reply = try await client.reply(to: endpoint)
      var visit = await read(reply)
      visit.status = reply.status
      visit.url = reply.request.url
      return visit
    } catch {
      var visit: Visit
      let isDeclared = isDeclaredError(error)
      switch error.reason {
      case .declared(let failure):
        visit = Visit(.declared, shownType(E.Failure.self), shown(failure), as: isDeclared)
      case .undeclared:
        visit = Visit(.undeclared, ".undeclared", shown(error.response as Any), as: isDeclared)
      case .undecodable:
        visit = Visit(.undecodable, ".undecodable", error.summary, as: isDeclared)
      case .transport(let failure):
        visit = Visit(.transport, ".transport", failure.description, as: isDeclared)
      case .authentication(let failure):
        visit = Visit(.authentication, ".authentication", failure.description, as: isDeclared)
      case .request(let failure):
        visit = Visit(.request, ".request", failure.description, as: isDeclared)
      }
      visit.status = error.response?.status
      visit.url = error.request?.url
      return visit
    }
  }
}
