import Schema

/// One property of a calendar file: NAME;PARAMETER=VALUE:VALUE (RFC 5545, section 3.1).
public struct CalendarLine: Equatable {
  let number: Int
  let name: String
  let parameters: [String: String]
  /// As it stands there.
  let value: String

  /// What a calendar file says beside what has a field here, as it is kept and shown: lines of a calendar without control
  /// characters, each ended by a line feed.
  ///
  /// - Returns: nil where that is more than is kept.
  public static func others(_ text: String) -> String? {
    var kept = ""
    for line in text.split(separator: "\n") {
      let clean = Text.clean(String(line), limit: .max)
      if CalendarLine(clean, number: 0) != nil { kept += clean + "\n" }
    }
    return kept.utf8.count <= EventRules.calendar ? kept : nil
  }

  /// Lines with those put together that were folded, each with the number of its first; empty ones are left out.
  static func unfolded(_ text: String) -> [(number: Int, content: String)] {
    var lines: [(number: Int, content: String)] = []
    // A carriage return and a line feed are one character.
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      if let first = line.first, first == " " || first == "\t", !lines.isEmpty {
        lines[lines.count - 1].content += line.dropFirst()
      } else if !line.isEmpty {
        lines.append((index + 1, String(line)))
      }
    }
    return lines
  }

  /// Takes a line apart; nil for what is none.
  init?(_ line: String, number: Int) {
    self.number = number
    var (head, quoted) = ([""], false)
    var rest: Substring?
    for index in line.indices {
      let character = line[index]
      if character == "\"" { quoted.toggle() }
      if !quoted, character == ":" {
        rest = line[line.index(after: index)...]
        break
      }
      if !quoted, character == ";" {
        head.append("")
      } else if character != "\"" {
        head[head.count - 1].append(character)
      }
    }
    guard let rest, let name = head.first, !name.isEmpty,
      name.utf8.allSatisfy({ $0 == 45 || (48...57).contains($0) || (65...90).contains($0 & 0xdf) })
    else { return nil }
    self.name = name.uppercased()
    value = String(rest)
    var parameters: [String: String] = [:]
    for parameter in head.dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { parameters[parts[0].uppercased()] = String(parts[1]) }
    }
    self.parameters = parameters
  }

  /// The value as text, without its escapes (section 3.3.11).
  var text: String {
    var (result, isEscaped) = ("", false)
    for character in value {
      if isEscaped {
        result.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// The value as a length of time (section 3.3.6), in seconds: P1DT2H30M; nil for what is none, or less than nothing.
  var seconds: Int64? {
    var text = Substring(value.uppercased())
    if text.first == "+" { text.removeFirst() }
    guard text.first == "P" else { return nil }
    var (sum, count, isTime, parts) = (Int64(0), "", false, 0)
    for character in text.dropFirst() {
      if character == "T", !isTime, count.isEmpty {
        isTime = true
        continue
      }
      if character.isASCII, character.isNumber {
        count.append(character)
        continue
      }
      let units: [Character: Int64] =
        isTime ? ["H": 3_600, "M": 60, "S": 1] : ["W": 604_800, "D": 86_400]
      guard let unit = units[character], count.count <= 9, let number = Int64(count) else {
        return nil
      }
      sum += number * unit
      (count, parts) = ("", parts + 1)
    }
    return count.isEmpty && parts > 0 ? sum : nil
  }
}
