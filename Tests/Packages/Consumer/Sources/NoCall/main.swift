#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

print("Hello, \(String(decoding: Data("Ada".utf8), as: UTF8.self))!")
