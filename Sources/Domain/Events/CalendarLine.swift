import Schema

/// One property of a calendar file: NAME;PARAMETER=VALUE:VALUE (RFC 5545, section 3.1).
public struct CalendarLine: Equatable {
  let number: Int
  let name: String
  let parameters: [String: String]
  /// As it stands there.
  let value: String

  /// What a calendar file says beside what has a field here, as it is kept and shown: lines of a calendar without control
  /// characters, each ended by a line feed. Nothing in it can end what it stands in, or say again what has a field.
  ///
  /// - Parameter component: VEVENT or VTODO, in which it stands.
  /// - Returns: nil where that is more than is kept.
  public static func others(_ text: String, of component: String) -> String? {
    let known = CalendarText.known[component] ?? []
    var kept = ""
    // What is within another component, with the names of those that are open.
    var (nested, open): (String, [String]) = ("", [])
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let clean = Text.clean(String(Substring(line)), limit: .max)
      guard let line = CalendarLine(clean, number: 0) else { continue }
      let name = line.value.uppercased()
      switch line.name {
      case "BEGIN":
        guard !CalendarText.known.keys.contains(name), name != "VCALENDAR" else { continue }
        open.append(name)
      case "END":
        guard name == open.last else { continue }
        open.removeLast()
        if open.isEmpty {
          kept += nested + clean + "\n"
          nested = ""
          continue
        }
      default:
        if open.isEmpty {
          if !known.contains(line.name) { kept += clean + "\n" }
          continue
        }
      }
      nested += clean + "\n"
    }
    return kept.utf8.count <= EventRules.calendar ? kept : nil
  }

  /// The same without how often it comes.
  static func withoutRepetition(_ others: String) -> String { without("RRULE", others) }

  /// The same without the lines of a property.
  static func without(_ property: String, _ others: String) -> String {
    others.split(separator: "\n").filter { CalendarLine(String($0), number: 0)?.name != property }
      .map { $0 + "\n" }.joined()
  }

  /// Lines with those put together that were folded, each with the number of its first; empty ones are left out.
  ///
  /// By bytes: a line may have been folded before a mark that belongs to the character before it. Without control characters, as
  /// they are kept: what a line means must not change when it is written again without them.
  static func unfolded(_ text: String) -> [(number: Int, content: String)] {
    var lines: [(number: Int, content: String)] = []
    var (number, first, content): (Int, Int, [UInt8]) = (0, 0, [])
    func end() {
      let text = Text.clean(String(decoding: content, as: UTF8.self), limit: .max, lines: true)
      if !text.isEmpty { lines.append((first, text)) }
      content = []
    }
    let isEnd = { (byte: UInt8) in byte == 10 || byte == 13 }
    var rest = text.utf8[...]
    while !rest.isEmpty {
      number += 1
      let line = rest.prefix { !isEnd($0) }
      if let byte = line.first, byte == 32 || byte == 9, !content.isEmpty {
        content += line.dropFirst()
      } else {
        end()
        (first, content) = (number, Array(line))
      }
      rest = rest[line.endIndex...]
      if rest.starts(with: [13, 10]) { rest = rest.dropFirst() }
      rest = rest.dropFirst()
    }
    end()
    return lines
  }

  /// Takes a line apart; nil for what is none.
  init?(_ line: String, number: Int) {
    self.number = number
    var (head, isQuoted): ([[UInt8]], Bool) = ([[]], false)
    var colon: String.Index?
    for index in line.utf8.indices {
      let byte = line.utf8[index]
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if !isQuoted, byte == UInt8(ascii: ":") {
        colon = index
        break
      } else if !isQuoted, byte == UInt8(ascii: ";") {
        head.append([])
      } else {
        head[head.count - 1].append(byte)
      }
    }
    guard let colon, let name = head.first, !name.isEmpty,
      name.allSatisfy({ $0 == 45 || (48...57).contains($0) || (65...90).contains($0 & 0xdf) })
    else { return nil }
    self.name = String(decoding: name, as: UTF8.self).uppercased()
    value = String(Substring(line.utf8[colon...].dropFirst()))
    var parameters: [String: String] = [:]
    for parameter in head.dropFirst() {
      guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = String(decoding: parameter[..<equals], as: UTF8.self).uppercased()
      parameters[key] = String(decoding: parameter[(equals + 1)...], as: UTF8.self)
    }
    self.parameters = parameters
  }

  /// Whether the value is as long as a day without an hour (section 3.3.4).
  var isDay: Bool { value.utf8.count == 8 }

  /// The value as text, without its escapes (section 3.3.11).
  var text: String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    var (result, isEscaped) = (String.UnicodeScalarView(), false)
    for scalar in value.unicodeScalars {
      if isEscaped {
        result.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The value as a length of time (section 3.3.6), in seconds: P1DT2H30M; nil for what is none, or less than nothing.
  ///
  /// It has at most four parts, so the sum stays small.
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
      guard let unit = units[character], parts < 4, count.count <= 9, let number = Int64(count)
      else {
        return nil
      }
      sum += number * unit
      (count, parts) = ("", parts + 1)
    }
    return count.isEmpty && parts > 0 ? sum : nil
  }
}
