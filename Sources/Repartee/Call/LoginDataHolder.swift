/// Keeps data of logins, such as stored responses, and removes them when a login ends; see
/// ``SessionLogin/note(_:named:isLasting:)``.
public protocol LoginDataHolder: AnyObject, Sendable {
  /// Removes the data that were noted under a name. A sign-out waits for it; what it throws is the error of
  /// ``Session/signOut()``, and the next sign-out tries again.
  func removeData(named name: String) async throws
}
