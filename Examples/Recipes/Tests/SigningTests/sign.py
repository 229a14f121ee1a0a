"""Signs requests, a JSON array on the standard input, with botocore, and prints what it adds to each."""

import datetime
import json
import sys
from base64 import b64decode
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from botocore import auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

job = json.load(sys.stdin)
now = datetime.datetime.fromtimestamp(job["time"], datetime.timezone.utc)
auth.get_current_datetime = lambda *arguments, **named: now

results = []
for one in job["requests"]:
    credentials = Credentials(job["id"], job["secret"], one.get("token"))
    parts = urlsplit(one["url"])
    # botocore's own serializer makes the path from its segments.
    path = "/".join(quote(unquote(segment), safe="-._~") for segment in parts.path.split("/"))
    items = parse_qsl(parts.query, keep_blank_values=True)
    is_s3 = one["service"] == "s3"
    arguments = [credentials, one["service"], one["region"]]
    request = AWSRequest(method=one["method"], url=f"{parts.scheme}://{parts.netloc}{path}")
    if "expires" in one:
        request.params = dict(items)
        kind = auth.S3SigV4QueryAuth if is_s3 else auth.SigV4QueryAuth
        kind(*arguments, expires=one["expires"]).add_auth(request)
        signed = parse_qsl(urlsplit(request.url).query, keep_blank_values=True)
        results.append(sorted(f"{name}={value}" for name, value in signed))
    else:
        request.params = items
        request.data = b64decode(one["body"])
        for name, value in one["headers"]:
            request.headers[name] = value
        kind = auth.S3SigV4Auth if is_s3 else auth.SigV4Auth
        kind(*arguments).add_auth(request)
        names = ["Authorization", "X-Amz-Date", "X-Amz-Content-SHA256", "X-Amz-Security-Token"]
        results.append([f"{name}: {request.headers[name]}" for name in names if name in request.headers])
json.dump(results, sys.stdout)
