public import Repartee

/// The states of an operation, and its result as the last element. Each loop starts the work again, unless it begins at
/// a handle.
public struct OperationSequence<E: OperationEndpoint>: AsyncSequence, Sendable {
  public typealias Element = OperationProgress<E.Output, E.Value>
  public typealias Failure = E.Thrown

  private let start: @Sendable () -> OperationRun<E>

  init(_ start: @escaping @Sendable () -> OperationRun<E>) { self.start = start }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(run: start()) }

  /// An iterator over an ``OperationSequence``, which ends after an error.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let run: OperationRun<E>

    public mutating func next() async throws(E.Thrown) -> OperationProgress<E.Output, E.Value>? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(E.Thrown) -> OperationProgress<E.Output, E.Value>? {
      do throws(CallError<E.Failure>) { return try await run.progress() } catch { throw E.Thrown(error) }
    }
  }
}

// Endpoints and states may hold secrets.

extension OperationSequence: CustomReflectable {
  /// Shows only the endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["endpoint": "\(E.self)"]) }
}

extension OperationSequence.AsyncIterator: CustomReflectable {
  /// Shows only the endpoint's type.
  public var customMirror: Mirror { Mirror(self, children: ["endpoint": "\(E.self)"]) }
}
