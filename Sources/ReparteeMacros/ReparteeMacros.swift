#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct ReparteeMacros: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [JSONModelMacro.self]
}
#else
/// A macro is a program, also where the trait is off and there is nothing to expand.
@main
enum ReparteeMacros {
  static func main() {}
}
#endif
