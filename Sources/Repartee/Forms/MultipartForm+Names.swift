// As NamesOfOtherLibraries.swift, for forms.

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension MultipartForm {
  @available(
    *, unavailable,
    message: "form.append(\"photo\", data, filename: \"sea.jpg\", contentType: \"image/jpeg\")"
  )
  @_alwaysEmitIntoClient public mutating func append(
    _ data: Data, withName name: String, fileName: String, mimeType: String
  ) { fatalError() }
  @available(*, unavailable, message: "form.append(\"photo\", .file(url), filename: \"sea.jpg\")")
  @_alwaysEmitIntoClient public mutating func append(_ file: URL, withName name: String) { fatalError() }
  @available(
    *, unavailable,
    message: "form.append(\"name\", \"Ada\"), form.append(\"photo\", data, filename: \"sea.jpg\")"
  )
  @_alwaysEmitIntoClient public mutating func append(_ data: Data, withName name: String) { fatalError() }
  @available(
    *, unavailable,
    message: "form.append(\"photo\", .file(url, contentType: \"image/jpeg\"), filename: \"sea.jpg\")"
  )
  @_alwaysEmitIntoClient public mutating func append(
    _ file: URL, withName name: String, fileName: String, mimeType: String
  ) { fatalError() }
  @available(*, unavailable, message: "form.append(\"photo\", .file(url), filename: \"sea.jpg\")")
  @_alwaysEmitIntoClient public mutating func append(_ name: String, _ file: URL, filename: String? = nil) {
    fatalError()
  }
  @available(*, unavailable, message: "a text is a String: form.append(\"age\", \"\\(age)\")")
  @_disfavoredOverload @_alwaysEmitIntoClient public mutating func append(_ name: String, _ value: Int) {
    fatalError()
  }
  @available(*, unavailable, message: "a text is a String: form.append(\"age\", \"\\(age)\")")
  @_disfavoredOverload @_alwaysEmitIntoClient public mutating func append(_ name: String, _ value: Double) {
    fatalError()
  }
  @available(*, unavailable, renamed: "append(_:_:)")
  @_alwaysEmitIntoClient public mutating func addFormDataPart(_ name: String, _ value: String) {
    fatalError()
  }
  @available(*, unavailable, renamed: "append(_:_:)")
  @_alwaysEmitIntoClient public mutating func append(key: String, value: String) { fatalError() }
  @available(*, unavailable, renamed: "append(_:_:)")
  @_alwaysEmitIntoClient public mutating func append(name: String, value: String) { fatalError() }
}

extension Request.Body {
  @available(
    *, unavailable,
    message: "var form = MultipartForm(); form.append(\"name\", \"Ada\"); body: .multipart(form)"
  )
  @_disfavoredOverload @_alwaysEmitIntoClient public static func multipart(
    _ make: (inout MultipartForm) -> Void
  ) -> Request.Body { fatalError() }
}

extension Client {
  @available(*, unavailable, message: ".post(path, body: .multipart(form)), of a MultipartForm")
  @_alwaysEmitIntoClient public func upload(
    multipartFormData make: (inout MultipartForm) -> Void, to path: Any
  )
    async throws -> Response
  { fatalError() }
}

extension Request {
  @available(*, unavailable, message: "body: .multipart(form)")
  @_alwaysEmitIntoClient public static func post(_ path: Path, body: MultipartForm) -> Request {
    fatalError()
  }
  @available(*, unavailable, message: "body: .multipart(form)")
  @_alwaysEmitIntoClient public static func put(_ path: Path, body: MultipartForm) -> Request { fatalError() }
  @available(*, unavailable, message: "body: .multipart(form)")
  @_alwaysEmitIntoClient public static func patch(_ path: Path, body: MultipartForm) -> Request {
    fatalError()
  }
}
