import Foundation

/// The most bytes of memory that the process had in use at once; nil where the system does not tell.
func peakMemory() -> Int? {
  #if os(Linux)
  // What getrusage(2) tells begins with what the process had that started this one.
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
  else { return nil }
  return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  #else
  var usage = rusage()
  return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : nil
  #endif
}
