#if Macros
/// Makes a struct or a class ``JSONDecodable`` and ``JSONEncodable``.
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
/// It generates `init(json:)` and `write(to:)`, unless the type declares them:
///
/// - The keys are the properties' names, or the cases of an enum `CodingKeys` in the type (not in an extension), in
///   their order. A property without a case is neither read nor written, and needs a default value.
/// - An optional is nil if its key is absent or null; nil is left out.
/// - A constant with a value, such as `let kind = "user"`, is only written.
/// - Static, computed and lazy properties are neither read nor written.
/// - A property with a default value keeps it if its key is absent or null. An optional one reads null as nil, and
///   writes nil as null.
///
/// The type's own `init(from:)` without `init(json:)`, or `encode(to:)` without `write(to:)`, is an error: a
/// ``JSONCoder`` would not call it. The macro does not see one in an extension.
///
/// Generic parameters that properties use must be ``JSONDecodable`` and ``JSONEncodable``. A class can't have a
/// superclass.
@attached(
  member, conformances: Decodable, Encodable, JSONDecodable, JSONEncodable, names: named(init(json:)),
  named(write(to:)))
@attached(
  extension, conformances: Decodable, Encodable, JSONDecodable, JSONEncodable, names: named(init(json:)),
  named(write(to:)))
public macro JSONModel() = #externalMacro(module: "ReparteeMacros", type: "JSONModelMacro")
#endif
