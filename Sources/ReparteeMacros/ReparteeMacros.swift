#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct ReparteeMacros: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [JSONModelMacro.self]
}
#else
/// A macro target has to be a program, even when the trait is off and there is nothing to expand.
@main
enum ReparteeMacros {
  static func main() {}
}
#endif
