// Functions in place of Swift Testing's macros, where their argument has no label.
import Testing

func _expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil
) {}

func _require(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil
) throws {}

func _require<T>(
  _ value: T?, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil
) throws -> T {
  throw CancellationError()
}
