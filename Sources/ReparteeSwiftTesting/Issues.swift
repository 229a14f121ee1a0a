#if canImport(Testing)
import Foundation
public import ReparteeTesting
public import Testing

extension Stubs {
  /// Returns stubs whose `problems` are issues of the test that made the call.
  ///
  /// - Parameters:
  ///   - sourceLocation: The location that the issues show.
  ///   - stubs: The stubs.
  public static func recordingIssues(
    sourceLocation: SourceLocation = #_sourceLocation, @StubBuilder _ stubs: () -> [Stub] = { [] }
  ) -> Stubs {
    Stubs(stubs) { Issue.record(Comment(rawValue: $0), sourceLocation: sourceLocation) }
  }
}

extension ContractCoverage.Report {
  /// Attaches the report to the running test, as text and as JSON.
  public func attach(named name: String = "coverage", sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    Attachment.record(description, named: "\(name).txt", sourceLocation: sourceLocation)
    Attachment.record([UInt8](try json), named: "\(name).json", sourceLocation: sourceLocation)
  }
}
#endif
