import Repartee
import ReparteeAsyncHTTPClient

// expect: 'asyncHTTPClient' is unavailable: enable the trait AsyncHTTPClient in the package line: traits: ["AsyncHTTPClient"]
let shared = Client(baseURL: "https://api.example.com", transport: .asyncHTTPClient)

// expect: 'AsyncHTTPClientTransport' is unavailable: enable the trait AsyncHTTPClient in the package line: traits: ["AsyncHTTPClient"]
let own = Client(baseURL: "https://api.example.com", transport: AsyncHTTPClientTransport())
let pinned = Client(
  baseURL: "https://api.example.com", transport: AsyncHTTPClientTransport(pinnedKeys: ["sha256/AA=="]))

struct Holder { let transport: AsyncHTTPClientTransport }
