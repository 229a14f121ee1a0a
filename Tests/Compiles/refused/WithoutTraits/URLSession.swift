// system: Linux
import Foundation
import FoundationNetworking
import Repartee

// expect: 'urlSession' is unavailable: enable the trait URLSession in the package line: traits: ["URLSession"]
let shared = Client(baseURL: "https://api.example.com", transport: .urlSession)

// expect: 'URLSessionTransport' is unavailable: enable the trait URLSession in the package line: traits: ["URLSession"]
let own = Client(baseURL: "https://api.example.com", transport: URLSessionTransport())
let configured = Client(
  baseURL: "https://api.example.com",
  transport: URLSessionTransport(configuration: URLSessionConfiguration.ephemeral))
