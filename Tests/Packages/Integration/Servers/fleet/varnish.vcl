vcl 4.1;

# Varnish as a shared cache by RFC 9111; Scripts/integration server varnish puts the origin's port in. Run with default_ttl=0
# (no heuristic freshness) and default_grace=0 (nothing stale, except for stale-while-revalidate).

import std;

backend origin {
  .host = "127.0.0.1";
  .port = "@ORIGIN_PORT@";
  .connect_timeout = 1s;
  .first_byte_timeout = 15s;
  .between_bytes_timeout = 15s;
}

sub vcl_recv {
  unset req.http.X-Forward;  # why the request goes to the origin, for Cache-Status
  if (req.url == "/__varnish") {
    return (synth(200));
  }
  if (req.method == "CONNECT") {
    return (synth(501));
  }
  if (req.method != "GET" && req.method != "HEAD" && req.method != "PRI") {
    set req.http.X-Forward = "method";
    return (pass);
  }
  # /__… of the origin reports on the origin and is not counted: it is never taken from the cache.
  if (req.url ~ "^/__") {
    set req.http.X-Forward = "bypass";
    return (pass);
  }
  # What the client requires of the response (section 5.2.1). An older response is fetched again.
  if (req.http.Cache-Control ~ "(?i)(^|[,\s])no-cache([,\s]|$)") {
    set req.ttl = 1ms;  # 0 is no limit
    set req.grace = 0s;
    set req.http.X-Forward = "request";
  } else if (req.http.Cache-Control ~ "(?i)(^|[,\s])max-age\s*=\s*\d+") {
    set req.ttl = std.duration(regsub(req.http.Cache-Control, "(?i)^(?:.*[,\s])?max-age\s*=\s*(\d+).*$", "\1s"), 0s);
    if (req.ttl < 1ms) {
      set req.ttl = 1ms;
    }
    set req.grace = 0s;
    set req.http.X-Forward = "request";
  }
}

# The built-in ones pass such requests. Here they are looked up: see vcl_hit, and vcl_backend_response for what is
# stored.
sub vcl_req_authorization {
  return;
}

sub vcl_req_cookie {
  return;
}

# Section 3.5, and the same for cookies: a request with credentials gets only a response that is explicitly shared.
sub vcl_hit {
  if ((req.http.Authorization || req.http.Cookie)
      && obj.http.Cache-Control
        !~ "(?i)(^|[,\s])(public|s-maxage)([,\s=]|$)") {
    set req.http.X-Forward = "request";
    return (pass);
  }
}

sub vcl_miss {
  if (req.http.Cache-Control ~ "(?i)(^|[,\s])only-if-cached([,\s]|$)") {
    return (synth(504));
  }
  if (req.http.Cache-Control ~ "(?i)(^|[,\s])no-store([,\s]|$)") {
    set req.http.X-Forward = "request";
    return (pass);
  }
}

sub vcl_backend_fetch {
  unset bereq.http.X-Forward;
}

sub vcl_backend_response {
  # What the fetch was, for Cache-Status of the request that caused it.
  set beresp.http.X-Fetched = "fwd-status=" + beresp.status;
  unset beresp.http.X-Stale;
  if (beresp.was_304) {
    set beresp.http.X-Fetched = "fwd-status=304";
  }
  if (!bereq.uncacheable && (bereq.http.If-None-Match || bereq.http.If-Modified-Since)) {
    set beresp.http.X-Stale = "stale";
  }

  # A failed validation in the background leaves what is stored as it is.
  if (bereq.is_bgfetch && beresp.status >= 500) {
    return (abandon);
  }

  if ((bereq.http.Authorization || bereq.http.Cookie)
      && beresp.http.Cache-Control
        !~ "(?i)(^|[,\s])(public|s-maxage)([,\s=]|$)") {
    set beresp.ttl = 1s;
    set beresp.uncacheable = true;
  }
  # Section 4.2.4: these forbid stale responses.
  if (beresp.http.Cache-Control ~ "(?i)(^|[,\s])(must-revalidate|proxy-revalidate|s-maxage)([,\s=]|$)") {
    set beresp.grace = 0s;
  } else if (beresp.grace > 5s) {
    set beresp.grace = 5s;
  }
  # Kept past that for validation only.
  if (beresp.http.ETag || beresp.http.Last-Modified) {
    set beresp.keep = 120s;
  }
}

# As the built-in one, but requests for that URL wait for each other again after a second, not after two minutes.
sub vcl_beresp_hitmiss {
  set beresp.ttl = 1s;
  set beresp.uncacheable = true;
  return (deliver);
}

sub vcl_backend_error {
  # Requests that wait for this one do not then try one after the other.
  set beresp.ttl = 1s;
  set beresp.uncacheable = true;
  set beresp.http.X-Fetched = "detail=unreachable";
  set beresp.http.Content-Type = "application/problem+json";
  set beresp.http.Retry-After = "1";
  set beresp.http.Cache-Control = "no-store";
  synthetic({"{"title":"the origin does not answer","status":"} + beresp.status + {"}"});
  return (deliver);
}

# Section 4.4: an unsafe request that succeeds invalidates what is stored for its URL, before its sender knows.
sub invalidate {
  if (req.method != "GET" && req.method != "HEAD"
      && req.method != "OPTIONS" && req.method != "TRACE"
      && resp.status >= 200 && resp.status < 400) {
    if (!std.ban("req.url == " + req.url
        + " && req.http.host == " + req.http.host)) {
      std.log("not invalidated: " + std.ban_error());
    }
  }
}

# What is left of the freshness, so that it and Age add up to the lifetime; negative if the response is stale.
sub ttl {
  if (obj.ttl < 0s) {
    set resp.http.X-TTL = std.integer(duration=obj.ttl - 999ms);
  } else {
    set resp.http.X-TTL = std.integer(duration=obj.ttl + 999ms);
  }
}

# RFC 9211; this cache comes after those closer to the origin.
sub vcl_deliver {
  call invalidate;
  call ttl;
  if (obj.hits > 0 && !obj.uncacheable) {
    set resp.http.X-Here = "hit; ttl=" + resp.http.X-TTL;
  } else {
    if (req.http.X-Forward) {
      set resp.http.X-Here = "fwd=" + req.http.X-Forward;
    } else if (resp.http.X-Stale) {
      set resp.http.X-Here = "fwd=stale";
    } else {
      set resp.http.X-Here = "fwd=miss";
    }
    set resp.http.X-Here = resp.http.X-Here + "; " + resp.http.X-Fetched;
    if (!obj.uncacheable) {
      set resp.http.X-Here = resp.http.X-Here + "; stored; ttl=" + resp.http.X-TTL;
    }
  }
  if (resp.http.Cache-Status) {
    std.collect(resp.http.Cache-Status);
    set resp.http.Cache-Status = resp.http.Cache-Status + ", varnish; " + resp.http.X-Here;
  } else {
    set resp.http.Cache-Status = "varnish; " + resp.http.X-Here;
  }
  unset resp.http.X-Here;
  unset resp.http.X-TTL;
  unset resp.http.X-Fetched;
  unset resp.http.X-Stale;
}

sub vcl_synth {
  set resp.http.Content-Type = "application/problem+json";
  set resp.http.Cache-Status = "varnish";
  synthetic({"{"title":""} + resp.reason + {"","status":"} + resp.status + {"}"});
  return (deliver);
}
