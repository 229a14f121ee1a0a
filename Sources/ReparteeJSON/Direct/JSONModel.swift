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
/// The macro generates `init(json:)` and `write(to:)` as you would write them by hand, with one line for each stored
/// property. They read and write what `Codable` does:
///
/// - The keys are the names of the properties, or the cases of an enum `CodingKeys` in the type, in their order. A
///   property without a case there is neither read nor written, and has a default value. (A `CodingKeys` in an
///   extension is ignored.)
/// - An optional is nil if its key is absent or null, and left out if it is nil.
/// - A constant with a value, such as `let kind = "user"`, is written and not read.
/// - Static, computed and lazy properties are neither read nor written.
///
/// Unlike with `Codable`, a property with a default value keeps it if its key is absent or null. If the property is
/// optional, null is read as nil, and nil is written as null.
///
/// In a generic type, the parameters that its properties use must be ``JSONDecodable`` and ``JSONEncodable``, too. A
/// class can't have a superclass. If the type declares one of the two functions itself, the macro does not generate it.
@attached(
  member, conformances: Decodable, Encodable, JSONDecodable, JSONEncodable, names: named(init(json:)),
  named(write(to:)))
@attached(
  extension, conformances: Decodable, Encodable, JSONDecodable, JSONEncodable, names: named(init(json:)),
  named(write(to:)))
public macro JSONModel() = #externalMacro(module: "ReparteeMacros", type: "JSONModelMacro")
#endif
