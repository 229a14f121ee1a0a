import Foundation
import ReparteeJSON

/// The body that a command sends.
struct CurlBody {
  private(set) var body: Body?

  init(_ request: CurlCommand) throws {
    guard request.hasBody else { return }
    body = request.form.isEmpty ? try Self.data(request) : try Self.form(request.form)
  }

  // MARK: Forms with files

  private static func form(_ fields: [CurlFormField]) throws -> Body {
    var body = Body(format: .multipart, contentType: "multipart/form-data", schema: .any, isRequired: true)
    var properties: [Schema.Property] = []
    for (name, fields) in grouped(fields) {
      var schema = fields[0].isFile ? Schema(.string(.binary)) : try schema(of: fields[0])
      if fields.count > 1 || fields[0].isList { schema = Schema(.array(schema)) }
      properties.append(Schema.Property(key: name, schema: schema, isRequired: true))
      let type = fields[0].contentType.map { MediaType($0).isJSON && !fields[0].isFile ? nil : $0 } ?? nil
      if type != nil || fields[0].filename != nil {
        body.parts[name] = Body.Part(contentType: type, filename: fields.count > 1 ? nil : fields[0].filename)
      }
    }
    body.schema = Schema(.object(Schema.Object(properties: properties)))
    return body
  }

  /// A text, or JSON where its type says so.
  private static func schema(of field: CurlFormField) throws -> Schema {
    guard field.contentType.map({ MediaType($0).isJSON }) == true else { return Schema(.string(.plain)) }
    let value = try? SourceFile.json(Data(Placeholders.filled(json: field.text).utf8), file: "the field")
    return value.map { Sample([$0]).schema() } ?? .any
  }

  /// In the order of the names.
  private static func grouped(_ fields: [CurlFormField]) -> [(name: String, fields: [CurlFormField])] {
    var groups: [(name: String, fields: [CurlFormField])] = []
    for field in fields {
      if let index = groups.firstIndex(where: { $0.name == field.name }) {
        groups[index].fields.append(field)
      } else {
        groups.append((field.name, [field]))
      }
    }
    return groups
  }

  // MARK: Data

  private static func data(_ request: CurlCommand) throws -> Body? {
    let isFile = request.upload != nil || request.data.contains(where: \.isFile)
    let text = request.data.map(\.text).joined(separator: request.isJSON ? "" : "&")
    if text.isEmpty, request.encoded.isEmpty, !isFile { return nil }
    // The whole is a value to fill in: `-d "$BODY"`.
    let isOpen = Placeholders.pieces(of: text).count == 1 && Placeholders.has(text)
    let given = request.headers.first { $0.name.lowercased() == "content-type" }?.value
    let usual = isFile ? "application/octet-stream" : MediaType.form
    let type = given ?? (request.isJSON || (looksLikeJSON(text) && !isOpen) ? "application/json" : usual)
    let mediaType = MediaType(type)
    if mediaType.isJSON {
      var body = Body(format: .json, contentType: mediaType.name, schema: .any, isRequired: true)
      if isFile || isOpen { return body }
      let filled = Placeholders.filled(json: text)
      let value = try SourceFile.json(Data(filled.utf8), file: "the body")
      let schema = Sample([value]).schema()
      // What is to be filled in stands as null.
      body.schema = filled == text ? schema : withoutNull(schema)
      return body
    }
    if mediaType.bodyFormat == .form, !isFile, !isOpen,
      request.data.isEmpty ? hasNames(request.encoded) : isForm(text)
    {
      return Body(
        format: .form, contentType: MediaType.form, schema: formSchema(request), isRequired: true)
    }
    let isText = mediaType.bodyFormat == .text || (mediaType.bodyFormat == .form && !isFile)
    return Body(format: isText ? .text : .bytes, contentType: type, schema: .any, isRequired: true)
  }

  private static func withoutNull(_ schema: Schema) -> Schema {
    var result = schema
    switch schema.shape {
    case .any: result.isNullable = false
    case .array(let element): result.shape = .array(withoutNull(element))
    case .map(let value): result.shape = .map(withoutNull(value))
    case .object(var object):
      for index in object.properties.indices {
        object.properties[index].schema = withoutNull(object.properties[index].schema)
      }
      result.shape = .object(object)
    default: break
    }
    return result
  }

  private static func formSchema(_ request: CurlCommand) -> Schema {
    let fields = fields(request.data, encoded: request.encoded)
    var seen: Set<String> = []
    let properties = fields.filter { seen.insert($0.name).inserted }.map { field in
      let isList = fields.count { $0.name == field.name } > 1
      let text = Schema(.string(.plain))
      return Schema.Property(key: field.name, schema: isList ? Schema(.array(text)) : text, isRequired: true)
    }
    return Schema(.object(Schema.Object(properties: properties)))
  }

  private static func looksLikeJSON(_ text: String) -> Bool {
    text.first { !$0.isWhitespace }.map { "{[".contains($0) } ?? false
  }

  /// Whether a text has fields, whose names are without spaces.
  private static func isForm(_ text: String) -> Bool {
    text.contains("=")
      && text.split(separator: "&").allSatisfy { !$0.prefix { $0 != "=" }.contains(where: \.isWhitespace) }
  }

  private static func hasNames(_ encoded: [String]) -> Bool {
    fields([], encoded: encoded).count == encoded.count
  }

  static func fields(_ data: [CurlCommand.Part], encoded: [String]) -> [(name: String, value: String)] {
    let fields = data.filter { !$0.isFile }.flatMap { $0.text.split(separator: "&") }.map { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].removingPercentEncoding ?? String(parts[0])
      return (name: name, value: parts.count == 2 ? String(parts[1]) : "")
    }
    // `name=text`, or `name@file`; what has no name in front is no field.
    return fields
      + encoded.compactMap { field in
        guard let end = field.firstIndex(of: "=") ?? field.firstIndex(of: "@"), end > field.startIndex
        else { return nil }
        return (String(field[..<end]), String(field[field.index(after: end)...]))
      }
  }
}
