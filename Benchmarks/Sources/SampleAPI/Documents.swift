package import Foundation

/// The bodies of the API's responses: those in the folder `REPARTEE_DATA`, or else some of the same size.
package struct Documents: Sendable {
  package let user: Data
  package let users: Data
  /// A thousand events of 80 bytes, as lines and as an array.
  package let lines = Data(Array(repeating: event, count: 1_000).joined(separator: "\n").utf8)
  package let array = Data(
    #"{"data":[\#(Array(repeating: event, count: 1_000).joined(separator: ",\n"))]}"#.utf8)
  package let refusal = Data(#"{"code":"not_found","message":"No user has this number."}"#.utf8)

  package init() {
    let folder = ProcessInfo.processInfo.environment["REPARTEE_DATA"] ?? ""
    func load(_ name: String) -> Data? {
      folder.isEmpty ? nil : try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/json/\(name)"))
    }
    user = load("user.json") ?? Data(Self.user(1).utf8)
    users = load("users.json") ?? Data("[\((0..<1000).map(Self.user).joined(separator: ","))]".utf8)
  }

  private static let event =
    #"{"id":4711,"name":"a name of some length","tags":["red","green"],"score":12.5}"#

  private static func user(_ number: Int) -> String {
    let id = 100_000 + number
    return #"{"id":\#(id),"login":"person-\#(id)x","name":"Grace Hopper","#
      + #""email":"us\#(id)@example.com","active":true,"score":56.92,"#
      + #""createdAt":"2024-02-09T03:31:48Z","bio":"Writes \"tools\"\nfor people","#
      + #""tags":["alpha","beta","gamma"],"#
      + #""addresses":[{"street":"58 Main St","city":"Berlin","zip":"95405"}]}"#
  }
}
