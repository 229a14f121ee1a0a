import ReparteeJSON

/// The input of the generator: the operations of an API and the schemas they refer to, wherever they were read.
struct API {
  var title: String
  var documentation: String?
  var servers: [Server] = []
  var operations: [Operation] = []
  /// The schemas with a name, in the order of the documents.
  var schemas: [Schema.Name: Schema] = [:]
  /// What to call the schemas that stand within others, or in an operation.
  var placedNames: [Schema.Name: PlacedName] = [:]
  /// Schemas that are written for their own sake.
  var roots: [Schema.Name: TypeUse] = [:]
  var security: [SecurityScheme] = []
  var omissions: [Omission] = []
  /// The document has no operations: its models are all there is to write.
  var isModelsOnly = false
  /// What is required is not known: that samples have it is no rule.
  var isOfSamples = false
}

/// What to call a schema by where it stands.
struct PlacedName: Equatable {
  /// The label of the operation that it stands in, if it does, and what the document calls that.
  var operation: String?
  var operationName = ""
  var text: String
}

/// An operation, or something that operations use, that was not written, and why.
public struct Omission: Equatable, Sendable {
  public var operation: String
  public var reason: String
  public var isOperation = true
}

struct Operation {
  /// `GET`
  var method: String
  /// `/users/{id}`
  var path: String
  /// How many segments at the start of the path say nothing about the operation.
  var prefixCount = 0
  /// The query items that every call has.
  var fixedQuery: [FixedItem] = []
  /// The header fields that every call has.
  var fixedHeaders: [FixedItem] = []
  /// The document's name for it, or one made of method and path.
  var name: String
  var isUnnamed = false
  var tag: String?
  var documentation: String?
  var isDeprecated = false
  var parameters: [Parameter] = []
  var body: Body?
  var responses: [DeclaredResponse] = []
  /// The schemes that are needed at once, of each way to sign in, first those that the document describes;
  /// empty for none at all, nil for those of the API.
  var security: [[String]]?
  /// It may be called without signing in, too.
  var isSignInOptional = false
  /// The schemes that it names and the document does not describe, if it names no others.
  var undescribedSecurity: [String] = []
  /// Where it is served, unless where all are.
  var servers: [String] = []
  /// What could not be said in Swift.
  var remarks: [String] = []
  /// What the document says of its pages.
  var paging: DeclaredPaging?

  var label: String { "\(method) \(path)" }

  /// What a record calls it.
  var recordKey: String { RecordedNames.key(method: method, path: path) }

  /// All that it takes and gives.
  var schemas: [Schema] {
    var schemas = parameters.map(\.schema)
    if let body { schemas.append(body.schema) }
    return schemas + responses.flatMap(\.schemas)
  }
}

struct FixedItem: Hashable, Sendable {
  var name: String
  var value: String
}

struct Parameter {
  enum Place { case path, query, header, cookie }
  enum ArrayStyle: Equatable {
    case repeated
    case joined(String)
  }
  /// How the members of an object are written.
  enum ObjectStyle {
    /// All in one text.
    case text
    /// Each is an item of its own name.
    case members
    /// `filter[name]=x`
    case brackets
  }

  var name: String
  var place: Place
  var isRequired: Bool
  var schema: Schema
  var documentation: String?
  var isDeprecated = false
  var arrays = ArrayStyle.repeated
  var objects = ObjectStyle.text
  /// What stands before the value in a path: `.`, `;name=`.
  var prefix = ""
  /// Of an integer, as the document says.
  var defaultNumber: Int?
  var minimum: Int?
}

struct FieldStyle {
  var arrays = Parameter.ArrayStyle.repeated
  var objects = Parameter.ObjectStyle.text
}

struct Body {
  struct Part {
    var contentType: String?
    var filename: String?
  }

  enum Format { case json, form, multipart, text, bytes }

  var format: Format
  var contentType: String
  var schema: Schema
  var isRequired: Bool
  var documentation: String?
  /// How fields of a form are written, where the document says so.
  var fieldStyles: [String: FieldStyle] = [:]
  /// The parts of a multipart form that have a type or a file name of their own.
  var parts: [String: Part] = [:]
  /// What else the operation takes.
  var otherContentTypes: [String] = []
}

struct DeclaredResponse {
  enum Status: Hashable, Comparable {
    case code(Int)
    /// 4 for 400 to 499.
    case range(Int)
    case any

    /// Whether it has no body, whatever the document says (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5).
    var isEmpty: Bool { [.code(204), .code(205), .code(304)].contains(self) }

    /// Whether it means success: 2xx; for `any`, whether nothing else does.
    var isSuccess: Bool {
      switch self {
      case .code(let code): (200..<300).contains(code)
      case .range(let first): first == 2
      case .any: false
      }
    }

    var isFailure: Bool {
      switch self {
      case .code(let code): code >= 400
      case .range(let first): first >= 4
      case .any: true
      }
    }

    var isRedirect: Bool {
      if case .code(let code) = self { (300..<400).contains(code) } else { self == .range(3) }
    }

    private var order: (Int, Int) {
      switch self {
      case .code(let code): (0, code)
      case .range(let first): (1, first)
      case .any: (2, 0)
      }
    }

    static func < (one: Status, other: Status) -> Bool { one.order < other.order }
  }

  enum Content: Hashable, Sendable {
    case none
    case json(Schema)
    case problem
    case text, bytes
    /// Streams: server-sent events, a JSON value per line, and JSON values in a row.
    case events(Schema), lines(Schema), sequence(Schema)

    /// Of the body, or of the elements of a stream.
    var schema: Schema? {
      switch self {
      case .json(let schema), .events(let schema), .lines(let schema), .sequence(let schema): schema
      case .none, .problem, .text, .bytes: nil
      }
    }

    func with(_ schema: Schema) -> Content {
      switch self {
      case .json: .json(schema)
      case .events: .events(schema)
      case .lines: .lines(schema)
      case .sequence: .sequence(schema)
      case .none, .problem, .text, .bytes: self
      }
    }
  }

  var status: Status
  var content: Content
  var contentType: String?
  var documentation: String?
  var otherContentTypes: [String] = []
  /// A stream that is declared beside a JSON body.
  var stream: Content?
  /// The item of the query that asks for the stream, if there is one.
  var streamItem: String?
  var hasLink = false
  /// The header fields that it declares.
  var fields: [ResponseField] = []
  /// JSON bodies that the document gives as examples.
  var examples: [JSONValue] = []

  var schemas: [Schema] { [content.schema, stream?.schema].compactMap { $0 } }

  /// Takes away the body, which a response to HEAD never has.
  mutating func clear() {
    content = .none
    otherContentTypes = []
    stream = nil
    examples = []
  }
}

struct SecurityScheme {
  enum Kind {
    case basic, bearer
    case header(String), query(String), cookie(String)
    case oauth(authorization: String?, token: String?)
    case openID(String)
    /// The client's, of TLS.
    case certificate
    case other(String)
  }

  var name: String
  var kind: Kind
  var documentation: String?
}
