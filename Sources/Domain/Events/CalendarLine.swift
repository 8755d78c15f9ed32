import Schema

/// One property of a calendar file: NAME;PARAMETER=VALUE:VALUE (RFC 5545, section 3.1).
public struct CalendarLine: Equatable, Sendable {
  let number: Int
  /// All of it.
  let content: String
  let name: String
  let parameters: [String: String]
  /// As it stands there.
  let value: String

  /// Takes a line apart; nil if it is not one.
  init?(_ line: String, number: Int) {
    self.number = number
    content = line
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

  /// The whole line with another value of a parameter, which it need not have.
  func replacing(_ parameter: String, with other: String) -> String {
    head { name, _ in name != parameter } + ";\(parameter)=\(other):\(value)"
  }

  /// The name with some of the parameters, as they stand in the line.
  ///
  /// - Parameter isKept: takes a parameter's name in capitals, and whether it has a value.
  func head(where isKept: (_ name: String, _ hasValue: Bool) -> Bool) -> String {
    // The pieces, each with the semicolon before it.
    var (pieces, isQuoted): ([[UInt8]], Bool) = ([[]], false)
    for byte in content.utf8.dropLast(value.utf8.count + 1) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, byte == UInt8(ascii: ";") { pieces.append([]) }
      pieces[pieces.count - 1].append(byte)
    }
    let kept = pieces.enumerated().filter { place, piece in
      let name = piece.dropFirst().prefix { $0 != UInt8(ascii: "=") }
      return place == 0
        || isKept(
          String(decoding: name, as: UTF8.self).uppercased(), name.count + 1 < piece.count)
    }
    return String(decoding: kept.flatMap(\.element), as: UTF8.self)
  }

  /// The value as a length of time (section 3.3.6), in seconds: P1DT2H30M; nil if it is not one, or negative.
  ///
  /// It has at most four parts, so the sum stays small.
  var seconds: Int64? { Self.seconds(value) }

  /// A text as a length of time; nil as above.
  static func seconds(_ value: String) -> Int64? {
    duration(value).map { $0.days * 86_400 + $0.seconds }
  }

  /// A duration in days of the calendar and seconds beside them (section 3.3.6); nil if it is not one.
  static func duration(_ value: String) -> (days: Int64, seconds: Int64)? {
    var text = Substring(value.uppercased())
    if text.first == "+" { text.removeFirst() }
    guard text.first == "P" else { return nil }
    var (sum, days, count, isTime, parts) = (Int64(0), Int64(0), "", false, 0)
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
        isTime ? ["H": 3_600, "M": 60, "S": 1] : ["W": 7, "D": 1]
      guard let unit = units[character], parts < 4, count.count <= 9, let number = Int64(count)
      else {
        return nil
      }
      if isTime { sum += number * unit } else { days += number * unit }
      (count, parts) = ("", parts + 1)
    }
    return count.isEmpty && parts > 0 ? (days, sum) : nil
  }
}
