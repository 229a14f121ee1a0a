import Repartee
import ReparteeAsyncHTTPClient
import Synchronization
import TourServer

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
@preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#endif

@main
enum Main {
  static func main() async throws {
    setvbuf(stdout, nil, _IOLBF, 0)
    switch Options.parse(CommandLine.arguments.dropFirst()) {
    case .failure(let misuse):
      fputs("\(misuse.message)\n\n\(Options.help)\n", stderr)
      exit(2)
    case .success(let options) where options.wantsHelp:
      print(Options.help)
    case .success(let options):
      exit(try await visitAll(options) ? 0 : 1)
    }
  }

  /// Makes the calls one after the other; true if every response is the declared one.
  private static func visitAll(_ options: Options) async throws -> Bool {
    let server = options.baseURL == nil ? try await TourServer.start() : nil
    let baseURL = options.baseURL ?? server?.baseURL ?? ""
    var client = Client(baseURL: baseURL, transport: .asyncHTTPClient)
    let drift = Mutex<[Drift]>([])
    client.drift = DriftDetector(sampling: 1)
    client.observers.append(.handler { $0.drift.map { new in drift.withLock { $0.append(new) } } })
    let page = Page(baseURL: baseURL, style: .standardOutput, width: terminalWidth())

    let place = server == nil ? "" : page.style.dim(", a server in this process")
    print("\(page.style.bold("Repartee"))  calls to \(baseURL)\(place)")
    var visits: [Visit] = []
    let start = ContinuousClock.now
    for chapter in tour(unusedPort: try await TourServer.unusedPort()) {
      print("\n\(page.style.bold(chapter.heading))")
      for stop in chapter.stops {
        let visit = await stop.visit(client)
        visits.append(visit)
        print(page.line(visit))
        if !visit.isAsDeclared { print(page.complaint(visit)) }
      }
    }
    print("\n\(page.totals(visits, in: start.duration(to: .now)))")
    print("\n\(page.remarks(drift.withLock { $0 }))")
    try await server?.stop()
    return visits.allSatisfy(\.isAsDeclared)
  }
}
