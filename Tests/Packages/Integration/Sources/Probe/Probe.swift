import Foundation
import Repartee
import ReparteeJSON

/// Makes one call to one URL, or several, and prints a line of JSON for each; see `Usage.swift`.
@main struct Probe: Sendable {
  let options: Options
  let transport: any Transport

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") {
      print(Usage.text)
      exit(0)
    }
    do throws(UsageError) {
      let options = try Options(arguments)
      let probe = Probe(options: options, transport: try options.makeTransport())
      await probe.run { line in
        print(line.printable)
        fflush(nil)
      }
      // Nothing is torn down: threads of the transports still run, and can keep `exit` from ending the process.
      _exit(0)
    } catch {
      FileHandle.standardError.write(Data("probe: \(error.message)\n\n\(Usage.text)\n".utf8))
      exit(2)
    }
  }
}

extension JSONValue {
  /// The value on one line, with everything escaped that a terminal could act on: control and format characters, and
  /// separators of lines, also those that JSON allows in a string.
  var printable: String {
    var text = ""
    for scalar in description.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        for unit in Character(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
