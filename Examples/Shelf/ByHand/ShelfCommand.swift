import ArgumentParser
import Foundation

@main
struct ShelfCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shelf", abstract: "Keeps files in a container registry.",
    subcommands: [SignIn.self, SignOut.self, List.self, Put.self, Get.self, Watch.self])

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      ProgressLine.end()
      exit(withError: (error as? CocoaError).map(ShelfError.file) ?? error)
    }
  }
}

struct SignIn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Signs in, until you sign out.")

  @Argument(help: "The registry's URL.") var registry: String
  @Option(name: .shortAndLong, help: "Your name there.") var username: String

  func run() async throws {
    let password =
      ProcessInfo.processInfo.environment["SHELF_PASSWORD"] ?? String(cString: getpass("Password: "))
    let home = try Home()
    try await home.shelf(at: registry).signIn(username: username, password: password)
    print("You are signed in to \(registry) as \(username).")
  }
}

struct SignOut: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Forgets who you are, and what was stored for you.")

  func run() async throws {
    let home = try Home()
    try await home.session.signOut()
    try home.save(nil)
    try home.cache.removeAll()
  }
}

struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Prints what is on the shelf.")

  @Flag(name: .customLong("continue"), help: "Go on where the last list was interrupted.") var continues =
    false
  @Option(help: "How many names to ask for at once.") var pageSize = 100

  func run() async throws {
    let home = try Home()
    var count = 0
    let start = continues ? try home.cursor() : nil
    for try await page in try await home.shelf().repositories(from: start, pageSize: pageSize) {
      ProgressLine.end()
      for name in page.repositories { print(printable(name)) }
      count += page.repositories.count
      try home.save(page.next)
      ProgressLine.show("\(count) in \(page.number) pages…")
    }
    ProgressLine.end()
  }
}

struct Put: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Puts a file on the shelf.")

  @Argument(help: "The file.") var file: String
  @Argument(help: "What to call it: name or name:tag.") var item: Item

  func run() async throws {
    try await Home().shelf().put(URL(filePath: file), as: item, progress: ProgressLine.show)
    ProgressLine.end()
  }
}

struct Get: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Gets a file from the shelf.")

  @Argument(help: "What it is called: name or name:tag.") var item: Item
  @Option(name: .shortAndLong, help: "Where to put it.") var output: String

  func run() async throws {
    try await Home().shelf().get(item, to: URL(filePath: output), progress: ProgressLine.show)
    ProgressLine.end()
  }
}

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Tells when something on the shelf changes.")

  @Argument(help: "What it is called: name or name:tag.") var item: Item
  @Option(help: "Seconds between two looks.") var every = 5

  func validate() throws {
    guard every >= 1 else { throw ValidationError("--every is at least 1.") }
  }

  func run() async throws {
    try await Home().shelf().watch(item, every: .seconds(every)) { blob in
      let state = blob.map { "\($0.title ?? "a file"), \($0.size) bytes, \($0.digest)" } ?? "not there"
      // Written at once: `print` would buffer the line in a pipe.
      FileHandle.standardOutput.write(Data("\(printable("\(item): \(state)"))\n".utf8))
    }
  }
}
