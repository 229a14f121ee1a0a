#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct ReparteeMacros: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [JSONModelMacro.self]
}
#else
/// A macro target is a program, even without the trait.
@main
enum ReparteeMacros {
  static func main() {}
}
#endif
