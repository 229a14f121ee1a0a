#if !Macros
// Without the trait the compiler says which one is missing. A macro would need its implementation; a global actor is
// accepted in the same place.

/// Needs the trait `Macros`.
@available(*, unavailable, message: "enable the trait Macros in the package line: traits: [\"Macros\"]")
@globalActor public enum JSONModel {
  /// Needs the trait `Macros`.
  @_alwaysEmitIntoClient public static var shared: MainActor { .shared }
}
#endif
