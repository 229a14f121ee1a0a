import HTTPTypes
import ReparteeBase

/// A response map without its types, so that no generic code handles a call on its way.
final class UntypedMap: ResponsePlanner {
  let table: ResponseTable
  let handlers: [Handler]
  /// The JSON options for a response without an outcome.
  let json: JSONChange?
  private let rule: (@Sendable (UntypedResult) -> Retryability?)?
  let includedRules: [IncludedRule]
  private let countOfOwn: Int
  /// The traits before ``ResponseMap/wrapping(_:)``, those of included maps last.
  let declared: [OutcomeTraits]
  // Only code with the type of the failures can do these three.
  /// Nil for an error that is no failure.
  let failure: @Sendable (any Error) -> AnyBox?
  private let unboxed: @Sendable (AnyBox) -> any Error
  let callError: @Sendable (UntypedError) -> any CallErrorProtocol
  private let accept = Mutex<(decoders: Decoders, field: Result<HTTPField, RequestError>)?>(nil)

  enum Handler: Sendable {
    case whole(@Sendable (Response, any ResponseDecoder) throws -> UntypedValue)
    case wholeAsync(@Sendable (Response, any ResponseDecoder) async throws -> UntypedValue)
    case handedOver(@Sendable (StreamedResponse, any ResponseDecoder) throws -> UntypedValue)
    case streamed(@Sendable (StreamedResponse, any ResponseDecoder) async throws -> UntypedValue)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  init<Output, Failure>(
    _ table: ResponseTable, _ outcomes: [Outcome<Output, Failure>], declared: [OutcomeTraits], own count: Int,
    rule: ResponseCase<Output, Failure>.RetryRule?, includedRules: [IncludedRule], json: JSONChange?
  ) {
    self.table = table
    self.declared = declared
    self.includedRules = includedRules
    self.json = json
    countOfOwn = count
    handlers = outcomes.map { $0.untyped }
    if let rule {
      self.rule = { result in
        let typed: Result<Output, CallError<Failure>> = result.typed()
        return rule(typed)
      }
    } else {
      self.rule = nil
    }
    failure = { error in
      // Every error can be cast to `any Error`.
      guard Failure.self != (any Error).self, let failure = error as? Failure else { return nil }
      return Box(failure)
    }
    unboxed = { $0.value(as: Failure.self) }
    callError = { $0.typed() as CallError<Failure> }
  }

  // MARK: Planning

  func declares(_ code: Int) -> Bool { table.declares(code) }

  func plan(for head: HTTPResponse, _ code: Int, to request: () -> SentRequest) -> ResponsePlan {
    // The record of the request is not made for another status.
    let isUnaskedPart = code == 206 && request().isUnaskedPart(head.status)
    return table.plan(for: head, code, head.headerFields.mediaType, isUnaskedPart: isUnaskedPart)
  }

  // MARK: Reading a response

  func options(at index: Int?) -> JSONChange? { index.map { table.cases[$0].traits.json } ?? json }

  // MARK: Rules for retries

  var hasRule: Bool { rule != nil || !includedRules.isEmpty }

  /// Nil if no rule decides, or if an outcome of this map itself decides before the rules of included maps.
  func retryability(of result: UntypedResult, at index: Int?, after noted: [any Error]) -> Retryability? {
    if let own = rule?(result) { return own }
    if index.map({ $0 < countOfOwn && table.cases[$0].traits.retryability != nil }) ?? false { return nil }
    guard case .failure(let error) = result else { return nil }
    switch error.reason.separated {
    case .failure(let failure):
      return includedRules.retryability(
        of: CallError<Never>(.undeclared, error.record), noted + [unboxed(failure.box)])
    case .success(let reason):
      return includedRules.retryability(of: CallError(masked: reason, error.record), [])
    }
  }

  // MARK: The request

  func firstAttempt(in context: CallContext) throws(RequestError) -> AttemptScope {
    AttemptScope(
      try context.outgoing { () throws(RequestError) in try accept(context.decoders) }, by: self, in: context)
  }

  /// `Accept` (RFC 9110, section 12.5.1), made once.
  func accept(_ decoders: Decoders) throws(RequestError) -> HTTPField {
    if let known = accept.withLock({ $0?.decoders === decoders ? $0?.field : nil }) { return try known.get() }
    let value = makeAccept(decoders)
    let fault = Request.Headers.fault(of: value, named: HTTPField.Name.accept.rawName)
    let field: Result<HTTPField, RequestError> =
      fault.map { .failure($0) } ?? .success(HTTPField(name: .accept, value: value))
    accept.withLock { $0 = (decoders, field) }
    return try field.get()
  }

  private func makeAccept(_ decoders: Decoders) -> String {
    var ranges: [MediaRange] = []
    for outcome in declared {
      switch (outcome.mediaRange, outcome.bodyUse) {
      case (let range?, _): ranges.append(range)
      case (nil, _) where !outcome.accepts.isEmpty: ranges += outcome.accepts
      case (nil, .decoded): ranges += decoders.mediaTypes
      case (nil, .raw): ranges.append(.any)
      case (nil, .none): break
      }
    }
    return ranges.isEmpty ? "*/*" : acceptValue(ranges)
  }
}

extension Outcome {
  fileprivate var untyped: UntypedMap.Handler {
    switch handler {
    case .buffered(let handler): .whole { try UntypedValue(handler($0, $1)) }
    case .bufferedAsync(let handler): .wholeAsync { try await UntypedValue(handler($0, $1)) }
    case .handedOver(let handler): .handedOver { try UntypedValue(handler($0, $1)) }
    case .streamed(let handler): .streamed { try await UntypedValue(handler($0, $1)) }
    }
  }
}

/// What an outcome's function returns, without its types.
enum UntypedValue: Sendable {
  case output(AnyBox)
  case failure(AnyBox)

  // Inlined, because looking up the type of the result takes as long as decoding a short one.
  @inline(__always)
  fileprivate init<Output: Sendable, Failure: Error>(_ result: consuming Result<Output, Failure>) {
    switch result {
    case .success(let output): self = .output(Box(output))
    case .failure(let failure): self = .failure(Box(failure))
    }
  }
}

/// The result of a call, without the types of its endpoint.
typealias UntypedResult = Result<AnyBox, UntypedError>

typealias UntypedError = CallError<BoxedFailure>

/// A declared failure, without its type.
struct BoxedFailure: Error {
  let box: AnyBox
}

extension UntypedResult {
  init<Output: Sendable, Declared: Error>(_ result: Result<Output, CallError<Declared>>) {
    switch result {
    case .success(let output): self = .success(Box(output))
    case .failure(let error):
      switch error.reason.separated {
      case .failure(let failure):
        self = .failure(CallError(masked: .declared(BoxedFailure(box: Box(failure))), error.record))
      case .success(let reason): self = .failure(CallError(masked: reason.withFailure(), error.record))
      }
    }
  }

  var isOutput: Bool { if case .success = self { true } else { false } }

  /// Only for the types of the endpoint.
  func typed<Output: Sendable, Declared: Error>() -> Result<Output, CallError<Declared>> {
    switch self {
    case .success(let box): .success(box.value())
    case .failure(let error): .failure(error.typed())
    }
  }
}

extension UntypedError {
  /// Only for the type of the endpoint.
  @inline(__always)
  func typed<Declared: Error>() -> CallError<Declared> {
    let typed: CallError<Declared>.Reason =
      switch reason {
      case .declared(let failure): .declared(failure.box.value())
      case .undeclared: .undeclared
      case .undecodable(let failure): .undecodable(failure)
      case .transport(let error): .transport(error)
      case .authentication(let error): .authentication(error)
      case .request(let error): .request(error)
      }
    return CallError<Declared>(masked: typed, record)
  }

  func ruled(_ retryability: Retryability) -> UntypedError {
    CallError(masked: reason, record.ruled(retryability))
  }
}

/// A value whose type the reader knows.
class AnyBox: @unchecked Sendable {  // only `Box` inherits
  fileprivate init() {}

  /// Only for the type it was made with.
  @inline(__always)
  final func value<Value: Sendable>(as type: Value.Type = Value.self) -> Value {
    assert(self is Box<Value>)
    // A cast would take twenty times as long.
    return unsafe unsafeDowncast(self, to: Box<Value>.self).value
  }
}

final class Box<Value: Sendable>: AnyBox, @unchecked Sendable {  // as its value is
  fileprivate let value: Value

  init(_ value: Value) { self.value = value }
}
