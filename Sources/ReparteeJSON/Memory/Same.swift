/// Returns a value as its own type. A cast would look up the types at run time.
@inlinable @inline(__always) func same<A, T>(_ value: A, as type: T.Type) -> T {
  precondition(A.self == T.self)
  // The types are the same.
  return unsafe unsafeBitCast(value, to: T.self)
}

/// Distinguishes two retained errors.
func identity(of error: any Error) -> UInt {
  // A reference is a word, which is only compared. `as any Error` keeps the compiler from opening the existential.
  unsafe unsafeBitCast(error as any Error, to: UInt.self)
}
