/// The names under which one service may be registered.
package enum InstanceName {
  /// Cuts a name to 63 octets of UTF-8 between two characters.
  package static func fitting(_ name: String, octets: Int = Limits.nameOctets) -> String {
    guard name.utf8.count > octets else { return name }
    var kept = ""
    var used = 0
    for character in name {
      let size = character.utf8.count
      if used + size > octets { break }
      kept.append(character)
      used += size
    }
    return kept.isEmpty ? fittingScalars(name, octets: octets) : kept
  }

  /// Gives the name to try after `name` was taken: "Ada", "Ada #2", "Ada #3".
  package static func following(_ name: String) -> String {
    var base = Substring(name)
    var number = 1
    if let mark = name.lastIndex(of: "#"), mark > name.startIndex,
      name[name.index(before: mark)] == " ",
      let found = Int(name[name.index(after: mark)...]), found > 1, found < 1_000_000
    {
      base = name[..<name.index(before: mark)]
      number = found
    }
    let suffix = " #\(number + 1)"
    return fitting(String(base), octets: Limits.nameOctets - suffix.utf8.count) + suffix
  }

  /// One character alone may be longer than a label: then cut between its scalars.
  private static func fittingScalars(_ name: String, octets: Int) -> String {
    var kept = String.UnicodeScalarView()
    var used = 0
    for scalar in name.unicodeScalars {
      let size = UTF8.width(scalar)
      if used + size > octets { break }
      kept.append(scalar)
      used += size
    }
    return String(kept)
  }
}
