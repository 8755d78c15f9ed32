/// Fills an area as people expect it: all that has the colour of a place and is connected with it, up to the next line.
///
/// The result is a stroke like any other, which goes round the area: so it looks the same on every node.
public enum Flood {
  /// The number of cells from left to right in which the paper is looked at.
  private static let cells = 500
  /// A cell in tenths of a unit.
  private static let cell = DrawingRules.side * DrawingRules.parts / cells
  private static let paper = UInt32.max

  /// The stroke that fills an area.
  ///
  /// - Parameters:
  ///   - x: tenths of a unit from the left.
  ///   - y: the same from the top.
  ///   - sketch: what is on the paper.
  ///   - colour: as 0xrrggbb.
  /// - Returns: nil where the area is too jagged to go round.
  public static func ink(x: Int32, y: Int32, in sketch: Sketch, colour: UInt32) -> Ink? {
    var grid = Grid()
    for line in sketch.lines { grid.paint(line.ink) }
    let area = grid.area(around: min(cells - 1, Int(x) / cell), min(cells - 1, Int(y) / cell))
    let points = path(around: area)
    guard points.count > 2, points.count <= DrawingRules.mostPoints else { return nil }
    return Ink(tool: .fill, colour: colour, points: points, hasTimes: false)
  }

  // MARK: What is on the paper

  private struct Grid {
    var colours = Array(repeating: paper, count: cells * cells)

    mutating func paint(_ ink: Ink) {
      let colour = ink.tool.erases ? paper : ink.colour
      if ink.tool.covers == .area {
        for row in 0..<cells {
          let height = Double(row * cell + cell / 2)
          InkShape.spans(of: ink.points, at: height).forEach { from, to in
            set(row, Int(from) / cell, Int(to) / cell, colour)
          }
        }
        return
      }
      for part in InkShape.parts(of: ink) {
        let radius = max(Double(part.width) / 20 / Double(cell), 0.5)
        var last = part.points[0]
        for point in part.points {
          let steps = max(1, Int(max(abs(point.x - last.x), abs(point.y - last.y))) * 2 / cell)
          for step in 0...steps {
            let share = Double(step) / Double(steps)
            dab(
              (Double(last.x) + Double(point.x - last.x) * share) / Double(cell),
              (Double(last.y) + Double(point.y - last.y) * share) / Double(cell), radius, colour)
          }
          last = point
        }
      }
    }

    private mutating func dab(_ x: Double, _ y: Double, _ radius: Double, _ colour: UInt32) {
      for row in max(0, Int(y - radius))...max(0, min(cells - 1, Int(y + radius))) {
        let height = Double(row) + 0.5 - y
        let reach = (radius * radius - height * height).squareRoot()
        set(row, Int(x - (reach > 0 ? reach : 0)), Int(x + (reach > 0 ? reach : 0)), colour)
      }
    }

    private mutating func set(_ row: Int, _ from: Int, _ to: Int, _ colour: UInt32) {
      guard row < cells, from < cells, to >= 0 else { return }
      for column in max(0, from)...min(cells - 1, to) { colours[row * cells + column] = colour }
    }

    /// The cells of one colour that are connected with one, and a margin of one cell, which lies below the line around them.
    func area(around column: Int, _ row: Int) -> [Bool] {
      var area = Array(repeating: false, count: cells * cells)
      let first = row * cells + column
      area[first] = true
      var queue = [first]
      while let place = queue.popLast() {
        for next in neighbours(place) where !area[next] && colours[next] == colours[first] {
          area[next] = true
          queue.append(next)
        }
      }
      var wider = area
      for place in area.indices where area[place] {
        for next in neighbours(place) { wider[next] = true }
      }
      return wider
    }

    private func neighbours(_ place: Int) -> [Int] {
      var places: [Int] = []
      if place % cells > 0 { places.append(place - 1) }
      if place % cells < cells - 1 { places.append(place + 1) }
      if place >= cells { places.append(place - cells) }
      if place < cells * (cells - 1) { places.append(place + cells) }
      return places
    }
  }

  // MARK: The way round it

  /// One closed line round an area and round what is left out of it: what lies between is inside of it once.
  private static func path(around area: [Bool]) -> [Ink.Point] {
    let loops = loops(of: area).map(smooth)
    guard let anchor = loops.first?.first else { return [] }
    return loops.flatMap { $0 + [$0[0], anchor] }.dropLast(2)
  }

  /// The edges of an area as closed lines along the corners of cells, the longest first.
  private static func loops(of area: [Bool]) -> [[(x: Int, y: Int)]] {
    let wide = cells + 1
    var next: [Int: [Int]] = [:]
    func isIn(_ column: Int, _ row: Int) -> Bool {
      column >= 0 && row >= 0 && column < cells && row < cells && area[row * cells + column]
    }
    for row in 0..<cells {
      for column in 0..<cells where area[row * cells + column] {
        let corner = row * wide + column
        if !isIn(column, row - 1) { next[corner, default: []].append(corner + 1) }
        if !isIn(column + 1, row) { next[corner + 1, default: []].append(corner + 1 + wide) }
        if !isIn(column, row + 1) { next[corner + 1 + wide, default: []].append(corner + wide) }
        if !isIn(column - 1, row) { next[corner + wide, default: []].append(corner) }
      }
    }
    var loops: [[(x: Int, y: Int)]] = []
    for start in next.keys.sorted() {
      while let begun = next[start]?.popLast() {
        var loop = [start]
        var here = begun
        while here != start {
          loop.append(here)
          guard let onward = next[here]?.popLast() else { break }
          here = onward
        }
        loops.append(loop.map { ($0 % wide, $0 / wide) })
      }
    }
    return loops.sorted { $0.count > $1.count }
  }

  /// The middles of the edges: steps become straight lines. Points on a straight line are left out.
  private static func smooth(_ loop: [(x: Int, y: Int)]) -> [Ink.Point] {
    let middles = loop.indices.map { place in
      let (one, two) = (loop[place], loop[(place + 1) % loop.count])
      return Ink.Point(x: Int32((one.x + two.x) * cell / 2), y: Int32((one.y + two.y) * cell / 2))
    }
    return middles.indices.filter { place in
      let before = middles[(place + middles.count - 1) % middles.count]
      let (here, after) = (middles[place], middles[(place + 1) % middles.count])
      return (here.x - before.x) * (after.y - here.y) != (here.y - before.y) * (after.x - here.x)
    }.map { middles[$0] }
  }
}
