import ReparteeBase

/// The decoder of the last outcome that read a response, and the failures of included outcomes.
final class OutcomeNotes: Sendable {
  private let last: Mutex<any ResponseDecoder>
  private let noted = Mutex<[any Error]>([])

  init(_ decoder: any ResponseDecoder) { last = Mutex(decoder) }

  var decoder: any ResponseDecoder {
    get { last.withLock { $0 } }
    set { last.withLock { $0 = newValue } }
  }

  var failures: [any Error] { noted.withLock { $0 } }

  func note(_ failure: any Error) { noted.withLock { $0.append(failure) } }
}
