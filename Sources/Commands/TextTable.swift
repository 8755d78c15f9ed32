/// Sets columns beside each other: a negative width sets the text to the left.
package func table(_ columns: [String], widths: [Int]) -> String {
  let cells = zip(columns, widths).map { text, width in
    let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + padding : padding + text
  }
  let line = cells.joined(separator: " ")
  return String(line.reversed().drop { $0 == " " }.reversed())
}

/// A number with a fixed count of decimals, and `-` for what is not a number.
package func decimal(_ value: Double, places: Int) -> String {
  guard value.isFinite else { return value.isNaN ? "-" : value < 0 ? "-∞" : "∞" }
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let scaled = (abs(value) * scale).rounded()
  guard scaled < 1e15 else { return "\(value)" }
  let digits = String(Int(scaled))
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  let point = padded.index(padded.endIndex, offsetBy: -places)
  let sign = value < 0 && scaled > 0 ? "-" : ""
  return sign + padded[..<point] + (places > 0 ? "." + padded[point...] : "")
}
