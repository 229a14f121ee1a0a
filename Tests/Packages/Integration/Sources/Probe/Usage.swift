/// Why the options can't be used.
struct UsageError: Error {
  var message: String
}

enum Usage {
  static let text = """
    usage: probe URL [options]

    Makes a call to the URL, and prints a line of JSON. The exit status is 0 whenever the line was printed, whatever the
    call came to, and 2 if the options can't be used.

      --transport NAME         async-http-client (default) or url-session
      --method NAME            default: GET, or POST with a body
      --header 'NAME: VALUE'   may be repeated; Accept, Content-… and If-… fields belong to the request, all others are
                               the client's, which go to the URL's own origin only
      --bearer TOKEN           the client's Authorization: Bearer TOKEN
      --refresh URL            a GET of this URL gives a token, {"access_token": …}. It is called when a request is refused with
                               401, once for all calls that wait, and the request is sent again, once. The first token is that
                               of --bearer; without it the first request is sent without one
      --idempotency-key [KEY]  sends an Idempotency-Key, the same in each attempt, so that a POST is sent again too. Without
                               KEY, or before another option or a URL, each call has a random one
      --body TEXT              sent as application/json, unless --header says otherwise
      --stalled-body           a body of 100,000 bytes that is never sent completely
      --deadline SECONDS       for the whole call, and for the reading of a stream; default: 60
      --idle SECONDS           between two parts of a body; default: no limit
      --max-body BYTES         of a decoded body that is read whole; default: 67108864
      --redirects N|off        how many are followed; default: 10
      --retries N              how often a request that failed is sent again at most; default: 0
      --observe                each event of a call is a line of JSON on the standard error
      --as KIND                what a 2xx is read as:
                                 json (default), text, data       the whole body
                                 empty, validated-empty           no body; if there is one, it is ignored, or the call fails
                                 lines, ndjson, events, array     a stream, read to its end
      --at KEY.PATH            the value there only: with json, ndjson, or array (keys only); at most 5 steps
      --declare CODE           a declared failure with a JSON body, or none; may be repeated
      --count N                calls, a line each and a summary; default: 1, or as many as --parallel says
      --parallel N             calls at a time; default: 1. The transport's own limit of connections holds
      --root-certificate FILE  PEM; trusted in place of the system's; not with url-session
      --http2                  HTTP/2 where the server offers it (TLS); without it HTTP/1.1. With url-session the system
                               decides
      --then URL               after the call, at most 10 GETs of this URL, until one gives a 2xx

    The line:

      stage      output, declared, undeclared, undecodable, transport, authentication or request
      kind       output, declared, undeclared: the name of the status; all others: the kind of the error
                 (timedOut.total, bodyTooLarge, keyNotFound, url)
      status     of the response; null without one
      attempts   how many requests were on the wire
      redirects  the URLs of the redirects that were followed, secrets masked
      bytes      of the body; null without one, and for a stream or an ignored body
      value      json, declared: the value; text: the text; data: the number of bytes; empty: null; a stream: the number of
                 elements, also if it fails after them. A text that is not UTF-8 is an error
      message    the error's description; null for an output
      ms         from the call to its end, reading included
      peakRSS    the most bytes of memory that the process had so far
      processed  false if the server did certainly not act on the request; only with stage transport
      then       whether a call to --then succeeded; only with that

    The line of an event, secrets masked; members without a value are left out:

      kind       callStarted, attemptStarted, headReceived, attemptEnded, retried, notRetried, redirected, refused, refreshed or
                 callEnded
      id, call   which call: its number, the same in all its events, and its method and path. A request for a token
                 is a call as well
      ms         from the beginning of the call
      number     which attempt of the call; the first is 1
      url        of the request
      cause      why the attempt was made: first, retry, redirect or refresh; of attemptEnded
      status     of the response
      pause      how many ms the call waits before it sends the request again
      retryability transient, throttled, neverSent or permanent
      redirect   the URL that is followed
      error      why the call failed

    The last line of several calls is a summary: calls; by, the number of calls by stage and kind; p50 and p99, in ms;
    req/s; peakRSS.
    """
}
