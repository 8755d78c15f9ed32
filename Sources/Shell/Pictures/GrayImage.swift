import Glibc

/// A picture without colours, one byte a pixel, row by row.
struct GrayImage {
  let width: Int
  let height: Int
  let pixels: [UInt8]

  /// A part of a picture that was turned: the one that stood upright before.
  ///
  /// - Parameters:
  ///   - degrees: by how much the picture was turned to the right.
  ///   - rows: the part of the height that is wanted, from 0 at the top to 1.
  func turnedBack(degrees: Double, rows: Range<Double>) -> GrayImage {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let (first, last) = (
      Int(rows.lowerBound * Double(height)), Int(rows.upperBound * Double(height))
    )
    let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
    var turned: [UInt8] = []
    turned.reserveCapacity(width * (last - first))
    for y in first..<last {
      for x in 0..<width {
        let (dx, dy) = (Double(x) - middleX, Double(y) - middleY)
        turned.append(
          value(x: middleX + dx * cosine - dy * sine, y: middleY + dx * sine + dy * cosine))
      }
    }
    return GrayImage(width: width, height: last - first, pixels: turned)
  }

  /// Between four pixels, each by how near it is; white outside.
  private func value(x: Double, y: Double) -> UInt8 {
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    guard left >= 0, top >= 0, left + 1 < width, top + 1 < height else { return 255 }
    let (right, below) = (x - Double(left), y - Double(top))
    let place = top * width + left
    let upper = Double(pixels[place]) * (1 - right) + Double(pixels[place + 1]) * right
    let lower =
      Double(pixels[place + width]) * (1 - right) + Double(pixels[place + width + 1]) * right
    return UInt8(upper * (1 - below) + lower * below)
  }
}
