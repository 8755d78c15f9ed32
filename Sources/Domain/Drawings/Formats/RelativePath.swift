/// The data of a path as SVG has it, where each place is said by its distance from the one before: the shortest way.
enum RelativePath {
  /// A place in twentieths of a unit.
  struct Place {
    var x: Int
    var y: Int
  }

  /// Writes a smooth line.
  ///
  /// - Parameter pen: where the path ended so far; nil for one that begins. Its new end afterwards.
  static func write(_ points: [Ink.Point], from pen: inout Place?, to text: inout String) {
    for step in InkShape.steps(points) {
      switch step {
      case .move(let x, let y):
        text += pen == nil ? "M" : "m"
        write(x, y, from: pen ?? Place(x: 0, y: 0), to: &text)
        pen = Place(x: x, y: y)
      case .line(let x, let y):
        text += "l"
        write(x, y, from: pen ?? Place(x: 0, y: 0), to: &text)
        pen = Place(x: x, y: y)
      case .curve(let throughX, let throughY, let x, let y):
        let start = pen ?? Place(x: 0, y: 0)
        text += "q"
        write(throughX, throughY, from: start, to: &text)
        if x >= start.x { text += " " }
        write(x, y, from: start, to: &text)
        pen = Place(x: x, y: y)
      }
    }
  }

  private static func write(_ x: Int, _ y: Int, from start: Place, to text: inout String) {
    write(x - start.x, to: &text)
    if y >= start.y { text += " " }
    write(y - start.y, to: &text)
  }

  private static func write(_ twentieths: Int, to text: inout String) {
    JSONWriting.write(5 * twentieths, of: 100, to: &text)
  }
}
