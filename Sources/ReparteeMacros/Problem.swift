#if Macros
import SwiftDiagnostics
import SwiftSyntax

enum Problem {
  // The type
  case otherDeclaration
  case actor
  case enumWithRawValue(name: String, raw: String)
  case otherEnum
  case superclass(name: String, first: String)
  case notCopyable(name: String)
  case privateIn(name: String, outer: String)
  case nothingToWrite(name: String)
  case ownCodable(name: String, declared: String, parameters: [String])
  case notCalled(name: String, function: String, called: String)
  // Its properties
  case attribute(property: String, attribute: String)
  case tuple(property: String)
  case function(property: String)
  case notStrong(property: String, modifier: String)
  // Its keys
  case keysNotAnEnum
  case keysNotACodingKey
  case keysOfTheirOwn(member: String)
  case keysUnderACondition
  case noProperty(key: String, type: String)
  case noKey(property: String)
}

extension Problem: DiagnosticMessage {
  var message: String {
    switch self {
    case .otherDeclaration: "@JSONModel is for structs and classes"
    case .actor:
      "@JSONModel is for structs and classes: the properties of an actor can't be read at once; put them into a struct"
    case .enumWithRawValue(let name, let raw):
      "an enum with a raw value needs no macro: enum \(name): \(raw), JSONDecodable, JSONEncodable"
    case .otherEnum:
      "@JSONModel is for structs and classes: write init(json:) and write(to:) of an enum, with a switch over its cases"
    case .superclass(let name, let first):
      "@JSONModel is for classes without a superclass: write init(json:) and write(to:) of '\(name)'; if '\(first)' is a "
        + "protocol, conform to it in an extension"
    case .notCopyable(let name):
      "'\(name)' is not Copyable, and a Decodable type must be: put its values into a copyable struct"
    case .privateIn(let name, let outer):
      "make '\(name)' fileprivate: @JSONModel conforms it in extensions outside '\(outer)', where "
        + "a private type is not visible"
    case .nothingToWrite(let name):
      "'\(name)' declares JSONDecodable and JSONEncodable itself: @JSONModel has nothing to write"
    case .ownCodable(let name, let declared, let parameters):
      "remove \(declared) from '\(name)': @JSONModel declares it, with the condition that "
        + "\(parameters.joined(separator: " and ")) can be read and written"
    case .notCalled(let name, let function, let called):
      "'\(name)' has its own \(function), which @JSONModel would not call: remove it, or write \(called)"
    case .attribute(let property, let attribute):
      "@JSONModel can't know how '\(property)' is stored, because it has \(attribute): write init(json:) "
        + "and write(to:), or leave it out of CodingKeys"
    case .tuple(let property): "'\(property)' is a tuple, which JSON can't represent: make it a struct"
    case .function(let property):
      "'\(property)' is a function, which JSON can't represent: leave it out of CodingKeys, with a "
        + "default value"
    case .notStrong(let property, let modifier):
      "'\(property)' is \(modifier), so the decoded object would be released at once: leave it out of "
        + "CodingKeys, with a default value"
    case .keysNotAnEnum:
      "@JSONModel reads the keys where they are written: enum CodingKeys: String, CodingKey { … }"
    case .keysNotACodingKey: "declare the keys as enum CodingKeys: String, CodingKey"
    case .keysOfTheirOwn(let member):
      "@JSONModel reads the keys where they are written: remove '\(member)', and give the cases raw values"
    case .keysUnderACondition:
      "@JSONModel can't know which keys apply under #if: declare all of them outside of it"
    case .noProperty(let key, let type):
      "'\(key)' is not a stored property of '\(type)': remove the case, or add the property"
    case .noKey(let property):
      "'\(property)' is not in CodingKeys, so it is not read: add it there, or give it a default value"
    }
  }

  var severity: DiagnosticSeverity {
    if case .nothingToWrite = self { .warning } else { .error }
  }

  var diagnosticID: MessageID {
    MessageID(domain: "ReparteeMacros", id: "\(Mirror(reflecting: self).children.first?.label ?? "\(self)")")
  }
}
#endif
