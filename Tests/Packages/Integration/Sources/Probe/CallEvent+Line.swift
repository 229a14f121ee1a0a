import Foundation
import Repartee
import ReparteeJSON

extension CallEvent {
  /// What `--observe` writes of it; members that it has nothing for are left out. Repartee has masked the secrets.
  var json: JSONValue {
    var members = JSONObject()
    func set(_ name: String, _ value: JSONValue?) { if let value { members[name] = value } }
    set("kind", .string(kind.description))
    set("id", .string(id.description))
    set("ms", .milliseconds(time))
    set("call", .string(call))
    set("number", number.map { JSONValue($0) })
    set("url", (request?.url).map { .string($0) })
    set("cause", (attempt?.cause.description).map { .string($0) })
    set("status", (status?.code).map { JSONValue($0) })
    set("pause", pause.map { .milliseconds($0) })
    set("retryability", retryability.map { .string("\($0)") })
    set("redirect", (redirect?.url).map { .string($0) })
    set("error", (error?.description).map { .string($0) })
    return .object(members)
  }

  /// Writes its line to the standard error: at once, so that those of parallel calls do not mix.
  static let write: @Sendable (CallEvent) -> Void = { event in
    FileHandle.standardError.write(Data((event.json.printable + "\n").utf8))
  }
}
