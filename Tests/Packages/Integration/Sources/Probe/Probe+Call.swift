import Repartee
import ReparteeJSON

extension Probe {
  /// One call, and its line.
  func call(_ client: Client) async -> Line {
    let start = ContinuousClock.now
    var line = options.isStream ? await streamed(client, from: start) : await whole(client)
    line.duration = .now - start
    return line
  }

  private func whole(_ client: Client) async -> Line {
    let resource = Resource(options.request, options.wholeResponses)
    do {
      let reply = try await client.response(to: resource)
      return Line(reply, reading: reply.value)
    } catch {
      return Line(error)
    }
  }

  private func streamed(_ client: Client, from start: ContinuousClock.Instant) async -> Line {
    switch options.format {
    case .lines: await streamed(.lines(), client, from: start)
    case .events: await streamed(.serverSentEvents(), client, from: start)
    case .ndjson: await streamed(options.jsonLines, client, from: start)
    default: await streamed(options.jsonArray, client, from: start)
    }
  }

  private func streamed<Element>(
    _ format: StreamFormat<Element, Never>, _ client: Client, from start: ContinuousClock.Instant
  ) async -> Line {
    let resource = Resource(options.request, options.map(.stream(format)))
    let reply: TypedResponse<ResponseStream<Element, Never>>
    do {
      reply = try await client.response(to: resource)
    } catch {
      return Line(error)
    }
    let (count, failure) = await read(reply.value, until: options.deadline.map { start + .seconds($0) })
    guard let failure else { return Line(reply, reading: Reading(value: JSONValue(count))) }
    var line = Line(failure)
    line.value = JSONValue(count)
    return line
  }

  /// Counts the elements of a stream, whose call has its time until the head is there only.
  private func read<Element>(
    _ stream: ResponseStream<Element, Never>, until deadline: ContinuousClock.Instant?
  ) async -> (Int, CallError<Never>?) {
    await withTaskGroup(of: Void.self) { group in
      let reader = Task { await readAll(of: stream) }
      group.addTask {
        guard let deadline else { return }
        do { try await Task.sleep(until: deadline) } catch { return }
        reader.cancel()
      }
      var (count, failure) = await reader.value
      group.cancelAll()
      if let error = failure, error.isCancellation {
        failure = CallError(
          .transport(TransportError(.timedOut(.total))), call: error.call, request: error.request,
          response: error.response, attempts: error.attempts)
      }
      return (count, failure)
    }
  }

  private func readAll<Element>(of stream: ResponseStream<Element, Never>) async -> (Int, CallError<Never>?) {
    var count = 0
    do throws(CallError<Never>) {
      for try await _ in stream { count += 1 }
      return (count, nil)
    } catch {
      return (count, error)
    }
  }

  /// Whether the transport can be used further. A connection that is about to close may take the next request along.
  func recovers(_ client: Client, at url: String) async -> Bool {
    for _ in 0..<10 {
      let result = await client.result(
        of: Resource<Void, Never>(Request(.get, url: url), [.success(.noContent)]))
      if case .success = result { return true }
    }
    return false
  }
}
