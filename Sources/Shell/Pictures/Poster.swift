import CPictures
import Events

/// The words and counters of a snapshot, from the lower edge up.
struct Poster {
  private let snapshot: CountdownImage
  private let canvas: Canvas
  /// The unit of all sizes: the width of a page, or nearly the height of a wide one.
  private let unit: Double
  private let left: Double
  private let width: Double

  init(_ snapshot: CountdownImage, _ canvas: Canvas) {
    (self.snapshot, self.canvas) = (snapshot, canvas)
    unit = min(canvas.width, canvas.height * 0.92)
    width = min(canvas.width - 0.15 * unit, 1.45 * unit)
    left = (canvas.width - width) / 2
  }

  private var margin: Double { 0.075 * unit }

  func paint() {
    var y = canvas.height - margin
    y = snapshot.counters.isEmpty ? past(above: y) : counters(above: y)
    y -= 0.042 * unit
    let when = block(snapshot.when, .init(size: 0.034 * unit, lines: 2, colour: .white.faint(0.88)))
    y -= when.height
    when.paint(x: left, y: y)
    y -= 0.030 * unit
    canvas.use(.white.faint(0.55))
    library.cairo_rectangle(
      canvas.context, canvas.width / 2 - 0.05 * unit, y, 0.10 * unit, max(1, 0.003 * unit))
    library.cairo_fill(canvas.context)
    y -= 0.028 * unit
    let lead =
      snapshot.lead.isEmpty
      ? nil
      : block(
        snapshot.lead, .init(size: 0.036 * unit, spacing: 0.06, colour: .white.faint(0.88)))
    let above = (lead.map { $0.height + 0.014 * unit } ?? 0) + margin
    let name = name(within: y - above)
    y -= name.height
    name.paint(x: (canvas.width - name.most) / 2, y: y)
    if let lead { lead.paint(x: left, y: y - 0.014 * unit - lead.height) }
  }

  /// The name as large as it fits, without a word being broken where that can be helped, its lines about as long as each other.
  private func name(within height: Double) -> TextBlock {
    var size = 0.13
    while true {
      let look = TextBlock.Look(
        size: size * unit, bold: true, lines: size > 0.1 ? 2 : size > 0.065 ? 4 : 6)
      let name = block(snapshot.name, look)
      if name.height <= height, name.isWhole { return balanced(name, look) }
      // Nothing smaller is read from afar.
      if size < 0.05 { return name }
      size *= 0.93
    }
  }

  /// The narrowest block with as many lines.
  private func balanced(_ name: TextBlock, _ look: TextBlock.Look) -> TextBlock {
    var best = name
    var narrow = width
    while narrow > width / 2 {
      narrow *= 0.95
      let next = TextBlock(snapshot.name, look, width: narrow, on: canvas)
      guard next.isWhole, next.lineCount == name.lineCount else { break }
      best = next
    }
    return best
  }

  private func block(_ text: String, _ look: TextBlock.Look) -> TextBlock {
    TextBlock(text, look, width: width, on: canvas)
  }

  private func past(above bottom: Double) -> Double {
    var y = bottom
    for (index, text) in snapshot.past.enumerated().reversed() {
      let look: TextBlock.Look =
        index == 0
        ? .init(size: 0.064 * unit, bold: true)
        : .init(size: 0.040 * unit, colour: .white.faint(0.8))
      let said = block(text, look)
      y -= said.height
      said.paint(x: left, y: y)
    }
    return y
  }

  /// The counters beside each other, and what each counts below it.
  private func counters(above bottom: Double) -> Double {
    let column = width / Double(snapshot.counters.count)
    var size = 0.092 * unit
    let most = snapshot.counters.map { "\($0.count)" }.max { $0.count < $1.count } ?? ""
    while TextBlock(most, .init(size: size), width: 10 * width, on: canvas).width > 0.86 * column {
      size *= 0.95
    }
    var upper = bottom
    for (index, counter) in snapshot.counters.enumerated() {
      let x = left + Double(index) * column
      let shown = counter.isUsedUp ? 0.40 : 1.0
      let unitName = TextBlock(
        counter.unit,
        .init(size: 0.025 * unit, spacing: 0.08, colour: .white.faint(0.78 * shown)),
        width: column, on: canvas)
      let number = TextBlock(
        "\(counter.count)", .init(size: size, colour: .white.faint(shown)), width: column,
        on: canvas)
      let top = bottom - unitName.height - number.height
      unitName.paint(x: x, y: bottom - unitName.height)
      number.paint(x: x, y: top)
      if index > 0 {
        canvas.use(.white.faint(0.22))
        library.cairo_rectangle(
          canvas.context, x, top + 0.2 * number.height, max(1, 0.0016 * unit),
          bottom - top - 0.2 * number.height)
        library.cairo_fill(canvas.context)
      }
      upper = min(upper, top)
    }
    return upper
  }
}
