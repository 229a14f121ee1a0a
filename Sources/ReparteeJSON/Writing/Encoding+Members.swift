/// The last of equal keys counts: a class and its superclass may both write one.
extension Encoding {
  func arrangeMembers(from first: Int) {
    if members.count - first > 1, sortsKeys || mayRepeat(from: first) { rewriteMembers(from: first) }
  }

  private func mayRepeat(from first: Int) -> Bool {
    let hashes = members[first...]
    if hashes.count > 64 { return Set(hashes.lazy.map(\.hash)).count < hashes.count }
    // A bit for each value of six bits of a hash, rarely shared.
    var seen: UInt64 = 0
    for index in hashes.indices {
      let hash = members[index].hash
      let bit: UInt64 = 1 << (hash >> 58)
      if seen & bit != 0, members[first..<index].contains(where: { $0.hash == hash }) { return true }
      seen |= bit
    }
    return false
  }

  private func rewriteMembers(from first: Int) {
    let start = members[first].start
    let text = writer.bytes(from: start)
    let all = members[first...].indices.map { index in
      let end = index + 1 < members.count ? members[index + 1].start - 1 : writer.count
      return members[index].start..<end
    }
    var last: [ArraySlice<UInt8>: Int] = [:]
    let keys = all.map { key(in: text[($0.lowerBound - start)..<($0.upperBound - start)]) }
    for index in all.indices { last[keys[index]] = index }
    var kept = all.indices.filter { last[keys[$0]] == $0 }
    if sortsKeys {
      let names = keys.map(name)
      kept.sort { names[$0] < names[$1] }
    }
    // A part is at the end of its member, or within it.
    var partsOfMember: [Int: [Part]] = [:]
    var member = 0
    let firstPart = parts.lastIndex { $0.offset <= start }.map { $0 + 1 } ?? 0
    for part in parts[firstPart...] {
      while all[member].upperBound < part.offset { member += 1 }
      partsOfMember[member, default: []].append(part)
    }
    parts.removeLast(parts.count - firstPart)
    writer.buffer.cut(to: start)
    for index in kept {
      if writer.count > start { writer.put(UInt8(ascii: ",")) }
      let range = all[index]
      for part in partsOfMember[index] ?? [] {
        parts.append(
          Part(offset: part.offset - range.lowerBound + writer.count, encoding: part.encoding))
      }
      writer.put(text[(range.lowerBound - start)..<(range.upperBound - start)])
    }
  }

  private func key(in member: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var index = member.startIndex + 1
    while member[index] != UInt8(ascii: "\"") { index += member[index] == UInt8(ascii: "\\") ? 2 : 1 }
    return member[...index]
  }

  private func name(_ key: ArraySlice<UInt8>) -> String {
    guard key.contains(UInt8(ascii: "\\")) else {
      return String(decoding: key.dropFirst().dropLast(), as: UTF8.self)
    }
    return key.withBytes { key in key.withSpan(at: 1, count: key.count - 2) { $0.unescaped() } }
  }
}
