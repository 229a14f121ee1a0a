extension EndpointPlanner {
  func line(_ status: DeclaredResponse.Status, _ outcome: Code) -> Code {
    switch status {
    case .code(let code): .call(".code", [.text(String(code)), outcome])
    case .range(2): .call(".success", [outcome])
    case .range(4): .call(".clientError", [outcome])
    case .range(5): .call(".serverError", [outcome])
    case .range(let first): .call(".codes", [.text("\(first)00...\(first)99"), outcome])
    case .any: .call(".any", [outcome])
    }
  }

  func text(_ status: DeclaredResponse.Status) -> String {
    switch status {
    case .code(let code): String(code)
    case .range(let first): "\(first)XX"
    case .any: "every other status"
    }
  }

  func statusName(_ status: DeclaredResponse.Status) -> String {
    switch status {
    case .code(let code): Self.names[code] ?? "status\(code)"
    case .range(2): "success"
    case .range(4): "clientError"
    case .range(5): "serverError"
    case .range(let first): "status\(first)XX"
    case .any: "unexpected"
    }
  }

  /// The reason phrases of RFC 9110, section 15, as names.
  private static let names: [Int: String] = [
    200: "ok", 201: "created", 202: "accepted", 203: "nonAuthoritative", 204: "noContent",
    205: "resetContent",
    206: "partialContent", 207: "multiStatus", 300: "multipleChoices", 301: "movedPermanently", 302: "found",
    303: "seeOther", 304: "notModified", 307: "temporaryRedirect", 308: "permanentRedirect",
    400: "badRequest", 401: "unauthorized", 402: "paymentRequired",
    403: "forbidden", 404: "notFound", 405: "methodNotAllowed", 406: "notAcceptable", 408: "requestTimeout",
    409: "conflict", 410: "gone", 411: "lengthRequired", 412: "preconditionFailed", 413: "contentTooLarge",
    414: "uriTooLong", 415: "unsupportedMediaType", 416: "rangeNotSatisfiable", 417: "expectationFailed",
    418: "teapot", 421: "misdirectedRequest", 422: "unprocessableContent", 423: "locked",
    424: "failedDependency",
    425: "tooEarly", 426: "upgradeRequired", 428: "preconditionRequired", 429: "tooManyRequests",
    431: "headerFieldsTooLarge", 451: "unavailableForLegalReasons", 500: "internalServerError",
    501: "notImplemented", 502: "badGateway", 503: "serviceUnavailable", 504: "gatewayTimeout",
    507: "insufficientStorage",
  ]
}
