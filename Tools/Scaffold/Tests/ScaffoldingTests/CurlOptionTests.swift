import Foundation
import Testing

@testable import Scaffolding

/// What stands in copied commands beside a URL: it is written, or a comment says what becomes of it.
struct CurlOptionTests {
  private func endpoint(_ command: String) throws -> String {
    try Scaffold(curl: command).files.map(\.text).joined()
  }

  @Test(arguments: [
    ("{id}", "id"), (":id", "id"), ("<ID>", "id"), ("$ID", "id"), ("${ID}", "id"), ("{{id}}", "id"),
    ("%7Bid%7D", "id"), ("%3Cid%3E", "id"), ("${ID:-7}", "id"), ("YOUR_ID", "id"), ("<your-id>", "id"),
    ("USER_ID", "userID"), ("$(cat id)", "userID"), ("[1-9]", "userID"), ("{a,b}", "userID"), ("7", "userID"),
    ("cus_123", "userID"), ("ada@example.com", "userID"), ("C012AB3CD", "userID"),
  ])
  func aValueInThePathIsAParameter(segment: String, name: String) throws {
    for command in [
      "curl 'https://a.example/v1/users/\(segment)'", "curl \"https://a.example/v1/users/\(segment)\"",
    ] {
      let text = try endpoint(command)
      #expect(
        text.contains("struct GetUser: Endpoint") && text.contains(#""/v1/users/\(\#(name))""#), "\(text)")
    }
  }

  @Test(arguments: [
    ("/files/$NAME.pdf", #""/files/\(name).pdf""#), ("/bot<token>/getMe", #""/bot\(token)/getMe""#),
    ("/jobs/7:cancel", #""/jobs/7:cancel""#), ("/a/{x}/b/{x}", #""/a/\(x)/b/\(x)""#),
    ("/a/{x}/{y}/", #""/a/\(x)/\(y)/""#), ("/price/$5", #""/price/$5""#),
    ("/repos/OWNER/REPO", #""/repos/\(owner)/\(repo)""#), ("/REST/users", #""/REST/users""#),
    ("/orgs/ORG/repos", #""/orgs/\(org)/repos""#), ("/SMS/messages", #""/SMS/messages""#),
    ("/API/V2/STATUS", #""/API/V2/STATUS""#),
  ])
  func aValueMayBePartOfASegment(path: String, written: String) throws {
    let text = try endpoint("curl 'https://a.example\(path)'")
    #expect(text.contains(written), "\(text)")
  }

  @Test(arguments: [
    ("$BASE_URL/users", "$BASE_URL"), ("{{base}}/users", "{{base}}"),
    ("https://$HOST:$PORT/users", "https://$HOST:$PORT"),
    ("{scheme}://<host>/users?a=1", "{scheme}://<host>"), ("a.example/users", "https://a.example"),
    ("https://u:p@{host}/users#x", "https://{host}"),
  ])
  func theHostMayBeAValueToo(url: String, origin: String) throws {
    let text = try endpoint("curl '\(url)'")
    #expect(text.hasPrefix("// Of \(origin)") && text.contains(".get(\"/users\""), "\(text)")
  }

  @Test(arguments: [
    "$ curl", "% curl", "ada@host:~$ curl", "# curl", "sudo -u www curl", "TOKEN=x A=1 curl", "time curl",
    "export A=1\ncurl", "# A comment.\n\ncurl", "env A=1 /usr/bin/curl", "docker run --rm curlimages/curl",
    "curl.exe",
    "cd /tmp && curl", "if ! curl", "A=$(date); curl",
  ])
  func whatStandsBeforeTheCommandIsLeftOut(start: String) throws {
    #expect(try endpoint(start + " -s https://a.example/users").contains(#".get("/users")"#))
  }

  @Test(arguments: [
    "| jq .", "| jq '.a | .b' > out.json", "> out.json 2>&1", "2>/dev/null", "; echo done", "&& echo done",
    "&",
    "\n{\"id\": 1}".replacing("\n{\"id\": 1}", with: " || exit 1"), "`\n -s", "\\\n -s",
  ])
  func whatFollowsTheCommandIsLeftOut(end: String) throws {
    #expect(try endpoint("curl a.example/users \(end)").contains(#".get("/users")"#))
  }

  @Test func aTextBelowOrBeforeTheCommandIsItsBody() throws {
    for command in [
      "curl -d @- https://a.example/x <<EOF\n{\"name\": \"a\"}\nEOF\n",
      "curl https://a.example/x -d @- <<'E' | jq\n{\"name\": \"a\"}\nE",
      "echo '{\"name\": \"a\"}' | curl -d @- https://a.example/x",
      "curl -d @- https://a.example/x <<< '{\"name\": \"a\"}'",
      "ID=$(curl -s -d '{\"name\": \"a\"}' https://a.example/x)",
    ] { #expect(try endpoint(command).contains("var name: String\n"), "\(command)") }
  }

  @Test func eachRequestIsAnEndpoint() throws {
    let text = try endpoint(
      """
      curl https://a.example/users -d a=1 --next -X DELETE https://a.example/users/7
      curl https://a.example/orders https://b.example/orders/8
      """)
    for name in ["CreateUser", "DeleteUser", "ListOrders", "GetOrder"] {
      #expect(text.contains("struct \(name): "), "\(name)")
    }
    #expect(text.contains("at https://b.example: send it with a client of that base URL"))
    #expect(try endpoint("curl https://a.example/users --next").contains("ListUsers"))
  }

  @Test(arguments: [
    ("-k", "valid is a setting of the transport"), ("--insecure", "valid"),
    ("--cert c.pem", "a certificate of the client"),
    ("-E c.pem:x", "a certificate"), ("--resolve a:443:1.2.3.4", "how the host is reached"),
    ("-x h:1", "a proxy is"),
    ("-o out.json", "write the response to a file"), ("-O", "write the response"), ("-m 5", "`timeout`"),
    ("--retry 3", "`retry`"), ("-r 0-99", "`Range`"), ("-z now", "`ReparteeCaching`"), ("-A x", "`headers`"),
    ("-b jar.txt", "`cookies`"), ("-c jar.txt", "`cookies`"), ("-n", "`authentication`"),
    ("-K a", "not read"),
    ("--tlsv1.2", "the version of a protocol"), ("--request-target /x", "says nothing of the request"),
    ("--some-new", "is not known"), ("-H @fields", "not read"), ("-H odd", "without a colon"),
    ("--url-query =a", "without a name"), ("--digest -u a:b", "Write HTTP digest authentication"),
    ("--aws-sigv4 aws:amz -u k:s", "Write AWS Signature Version 4 (`aws:amz`)"),
    ("--negotiate -u :", "`Authentication.signing`"),
    ("-u a:b", "signed in by the user"), ("--oauth2-bearer x", "signed in by the bearer token"),
    ("-b session=x", "signed in by the cookie session"),
    ("-H 'Cookie: sid=x'", "signed in by the cookie sid"),
  ])
  func whatIsNotWrittenIsSaid(option: String, remark: String) throws {
    let text = try endpoint("curl --url https://a.example/x \(option)")
    #expect(text.split(separator: "\n").contains { $0.contains("//") && $0.contains(remark) }, "\(text)")
  }

  @Test(arguments: [
    "-sSLfv", "--compressed", "-i -w '%{http_code}' -D -", "-X GET", "-H 'Accept:'", "--http2 -N",
  ])
  func whatEveryClientDoesNeedsNoWord(options: String) throws {
    let text = try endpoint("curl \(options) https://a.example/x")
    #expect(text.split(separator: "\n").count { $0.contains("//") } == 1, "\(text)")
  }

  @Test(arguments: [
    ("-XPUT -d 'a b'", ".put(\"/x\", body: .text("), ("--data-urlencode =x", ".text("),
    ("--data-urlencode x", ".text("),
    ("--data-urlencode a@f --data-urlencode b=1", #".form(["a": a, "b": b])"#), ("-d \"$BODY\"", ".text("),
    ("--json \"$BODY\"", ".json(body)"), ("-G --data-urlencode 'q=a b' -d n=1", #"query: ["n": n, "q": q]"#),
    ("--url-query +a=%20", #"query: ["a": a]"#), ("-F 'a=x;y'", #"form.append("a", a)"#),
    ("-F 'a=@f.txt;type=text/plain;charset=utf-8'", #""Content-Type": "text/plain;charset=utf-8""#),
    (#"-F 'a=@"a b.png"'"#, #"aName = "a b.png""#), ("-F a=@1.png,2.png", "[Request.Body]"),
    ("-H 'Accept: text/csv'", #"headers: ["Accept": "text/csv"]"#),
    ("-H 'Accept: text/event-stream'", ".stream(.serverSentEvents())"), ("-H 'X-A;'", #""X-A": xA"#),
    ("-H 'X-A: $A'", #""X-A": xA"#),
  ])
  func bodiesQueriesAndFieldsAreWritten(options: String, code: String) throws {
    let text = try endpoint("curl \(options) https://a.example/x")
    #expect(text.contains(code), "\(text)")
  }

  @Test(arguments: [
    (#"{"a": $N, "b": ${B}, "c": {id}, "d": <D>, "e": {{e}}, "f": "$F"}"#, ["a", "b", "c", "d", "e"]),
    (#"{"a": [$N], "b": {"c": $(date +%s)}}"#, []),
  ])
  func aValueInABodyIsToBeFilledIn(body: String, open: [String]) throws {
    let text = try endpoint("curl --json '\(body)' https://a.example/x")
    for name in open { #expect(text.contains("var \(name): JSONValue\n"), "\(text)") }
    #expect(text.contains("var f: String\n") || text.contains("var a: [JSONValue]\n"))
  }
}
