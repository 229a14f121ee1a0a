#if Macros
/// Makes a struct or a class read and write itself as JSON: it becomes ``JSONDecodable`` and ``JSONEncodable``.
///
/// ```swift
/// @JSONModel
/// struct Repository {
///   let id: Int
///   var fullName: String
///   var license: String?  // nil where it is absent or null
///   var topics: [String] = []  // empty where it is absent or null
///
///   enum CodingKeys: String, CodingKey {
///     case id, license, topics
///     case fullName = "full_name"
///   }
/// }
/// ```
///
/// It writes `init(json:)` and `write(to:)` as one would by hand, for each stored property one line. What is read and
/// written is what `Codable` reads and writes:
///
/// - The keys are the names of the properties, or what an enum `CodingKeys` in the type says, in its order. What has no
///   case there is neither read nor written, and has a default value. (A `CodingKeys` in an extension is not seen.)
/// - An optional is nil where its key is absent or null, and left out where it is nil.
/// - A constant with a value, as `let kind = "user"`, is written and not read.
/// - Properties that are static, computed or lazy are neither read nor written.
///
/// Beyond `Codable`, a property with a default value keeps it where its key is absent or null. If it is an optional,
/// null is nil, and nil is written as null.
///
/// Of a generic type, the parameters that its properties use have to be ``JSONDecodable`` and ``JSONEncodable``, too. A
/// class has no superclass. A conformance whose function the type has itself is left to it.
@attached(
  member, conformances: Decodable, Encodable, JSONDecodable, JSONEncodable, names: named(init(json:)),
  named(write(to:)))
@attached(
  extension, conformances: Decodable, Encodable, JSONDecodable, JSONEncodable, names: named(init(json:)),
  named(write(to:)))
public macro JSONModel() = #externalMacro(module: "ReparteeMacros", type: "JSONModelMacro")
#endif
