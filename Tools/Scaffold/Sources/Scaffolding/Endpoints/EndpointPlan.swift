/// An endpoint that is written for an operation.
struct EndpointPlan {
  var name: String
  var operation: Operation
  var group: String
  var documentation: String?
  var isDeprecated = false
  /// What could not be said in Swift.
  var remarks: [String] = []
  var members: [Member] = []
  var nested: [TypeDeclaration] = []
  /// What stands before the request is made.
  var statements: [String] = []
  var request: Code = .text("")
  /// The properties that it encodes as a query or a form; empty if it is not encoded.
  var encoded: [Member] = []
  var output = "Void"
  /// An enum of outputs of different types.
  var outputs: [PayloadCase] = []
  var failure = "Never"
  /// An enum of failures of this endpoint alone.
  var failures: [PayloadCase] = []
  var cases: [Code] = []
  var paging: PagingPlan?
  /// The stream that is declared beside another body.
  var isSecond = false
}

/// A case of an enum of outputs or failures.
struct PayloadCase: Hashable {
  var name: String
  var type: String?
  var documentation: String?
}

/// The failures that most operations of an API share.
struct SharedFailures {
  struct Entry: Hashable {
    var status: DeclaredResponse.Status
    var content: DeclaredResponse.Content
  }

  var entries: [Entry] = []
  var cases: [PayloadCase] = []
  var lines: [Code] = []
  /// `DiscordFailure`
  var type: String
  /// `Discord.failures`
  var map: String
}
