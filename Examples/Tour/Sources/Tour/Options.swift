/// What stands on the command line.
struct Options: Sendable {
  /// Where the calls go; nil for the server in this process.
  var baseURL: String?
  var wantsHelp = false

  static let help = """
    A tour of Repartee: calls as an application makes them, and what comes back, typed.

    USAGE: swift run --package-path Examples/Tour Tour [--base-url URL]

      --base-url URL   Send the calls there, to a server that speaks as httpbin does, and not to the
                       server that the tour starts in its own process.
      --help           Show this.

    Exits with 0 if every response is the declared one, with 1 if one is not, with 2 for an unknown option.
    Colours go to a terminal only, and not if NO_COLOR is set.
    """

  /// Reads the arguments, or says what is wrong with them.
  static func parse(_ arguments: some Sequence<String>) -> Result<Options, Misuse> {
    var options = Options()
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--help" || argument == "-h" {
        options.wantsHelp = true
      } else if argument == "--base-url" {
        guard let url = rest.popFirst() else { return .failure(Misuse("--base-url needs a URL")) }
        options.baseURL = url
      } else if argument.hasPrefix("--base-url=") {
        options.baseURL = String(argument.dropFirst("--base-url=".count))
      } else {
        return .failure(Misuse("\(argument) is not an option of the tour"))
      }
    }
    while options.baseURL?.hasSuffix("/") == true { options.baseURL?.removeLast() }
    return .success(options)
  }

  struct Misuse: Error {
    var message: String
    init(_ message: String) { self.message = message }
  }
}
