/// The wire form of a TXT record: each pair behind one octet of length (RFC 6763 section 6).
package enum TextRecord {
  /// Encodes the pairs that fit, in order; a pair that does not fit is left out.
  package static func encode(_ pairs: [String]) -> [UInt8] {
    var record: [UInt8] = []
    for pair in pairs {
      let octets = Array(pair.utf8)
      guard !octets.isEmpty, octets.count <= Limits.pairOctets, octets.first != UInt8(ascii: "="),
        record.count + 1 + octets.count <= Limits.textOctets
      else { continue }
      record.append(UInt8(octets.count))
      record += octets
    }
    return record.isEmpty ? [0] : record
  }

  /// Decodes what a stranger announces: bounded, the first value of a key counts.
  package static func decode(_ record: some Collection<UInt8>) -> [String: String] {
    var rest = record.prefix(Limits.foreignTextOctets)
    var values: [String: String] = [:]
    while let length = rest.popFirst() {
      let pair = rest.prefix(Int(length))
      guard pair.count == Int(length) else { break }
      rest = rest.dropFirst(Int(length))
      guard let mark = pair.firstIndex(of: UInt8(ascii: "=")), mark != pair.startIndex else {
        continue
      }
      let key = String(decoding: pair[..<mark], as: UTF8.self).lowercased()
      let value = String(decoding: pair[pair.index(after: mark)...], as: UTF8.self)
      if values[key] == nil && key.isPlain && value.isPlain { values[key] = value }
    }
    return values
  }
}
