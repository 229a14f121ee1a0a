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
}
