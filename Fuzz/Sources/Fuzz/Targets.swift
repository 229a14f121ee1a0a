/// All targets, in the order in which `Scripts/fuzz` runs them. A new one is a function of an ``Input`` in a file of
/// its own, a line here, and a line in the table of `Scripts/fuzz` that says where its seeds and its tokens are.
let targets: [Target] = [
  Target("json", fuzzJSON),
  Target("elements", fuzzElements),
  Target("models", fuzzModels),
  Target("numbers", fuzzNumbers),
  Target("excerpts", fuzzExcerpts),
  Target("jsondates", fuzzISO8601),
  Target("sse", fuzzServerSentEvents),
  Target("lines", fuzzLines),
  Target("multipart", fuzzMultipart),
  Target("link", fuzzLinks),
  Target("dates", fuzzHTTPDates),
  Target("media", fuzzMediaTypes),
  Target("fields", fuzzStructuredFields),
  // Here: WWW-Authenticate (RFC 9110, section 11.6.1), once it is read.
  Target("cookies", fuzzSetCookie),
  Target("limits", fuzzRetryAfterAndRateLimit),
  Target("urls", fuzzURLs),
  Target("references", fuzzReferences),
  Target("percent", fuzzPercentEncoding),
  Target("queries", fuzzQueries),
  Target("redaction", fuzzRedaction),
  Target("inflate", fuzzContentDecoding),
]
