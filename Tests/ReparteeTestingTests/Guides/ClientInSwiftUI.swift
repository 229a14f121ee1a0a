// The examples of "Testing your client" for SwiftUI. Linux compiles none of this.
#if canImport(SwiftUI)
import Repartee
import ReparteeTesting
import SwiftUI
import TestSupport

extension EnvironmentValues {
  @Entry var client = Client(
    baseURL: "https://api.example.com", transport: .urlSession)
}

struct UserView: View {
  var id: Int
  @Environment(\.client) private var client
  @State private var user: User?

  var body: some View {
    Text(user?.name ?? "")
      .task(id: id) {
        user = try? await client.send(GetUser(id: id))
      }
  }
}

@MainActor
func preview(_ ada: User) -> some View {
  UserView(id: 7)
    .environment(
      \.client, .preview { Stub(GetUser.self, .success(ada)) })
}
#endif
