/// The weights of pairs of a bracket, in the order of the criteria of the Dutch system (FIDE Handbook C.04.3, part C).
struct SwissCriteria {
  /// A number of a pair, and the most that all pairs can have of it together.
  private struct Digit {
    let most: Int64
    let value: (_ high: Int, _ low: Int) -> Int64
  }

  /// A bracket: places of the list `order`, the highest first.
  struct Bracket {
    /// All that can be paired in this step, the highest first: those of the bracket, then others.
    let order: [Int]
    /// The number of those moved down from higher brackets.
    let moved: Int
    /// The number of those in the bracket.
    let size: Int
    /// The number of those in it or in the next one, where the next one is looked at.
    let next: Int
    /// The step is complete: all that are left are in `order`.
    let isWhole: Bool
    /// One stays without a game in the end, and has this many points.
    let byePoints: Int64?
    /// The one that leaves the bracket without a partner gets the bye.
    let isByeHere: Bool
  }

  let bracket: Bracket
  private let table: SwissTable
  private let players: [SwissTable.Player]
  private var digits: [Digit] = []
  /// For each number the place of its vector, and what it is multiplied by.
  private var places: [(lane: Int, factor: Int64)] = []
  /// The number of places in a weight's vector, without the last one, which is for the order within the bracket.
  private(set) var lanes = 1

  init(_ table: SwissTable, _ bracket: Bracket) {
    self.table = table
    self.bracket = bracket
    players = bracket.order.map { table.players[$0] }
    addCompletion()
    addPairs()
    addColours()
    addFloats()
    if table.clubsApart {
      addInside(bracket.size) { high, low in
        high.club == 0 || high.club != low.club ? 1 : 0
      }
    }
    // As many in one vector place as there is room for.
    var room = Int64(1) << 56
    var packed: [[Int]] = [[]]
    for (number, digit) in digits.enumerated() {
      if room <= digit.most + 1 {
        packed.append([])
        room = 1 << 56
      }
      room /= digit.most + 1
      packed[packed.count - 1].append(number)
    }
    places = Array(repeating: (0, 1), count: digits.count)
    for (lane, numbers) in packed.enumerated() {
      var factor = Int64(1)
      for number in numbers.reversed() {
        places[number] = (lane, factor)
        factor *= digits[number].most + 1
      }
    }
    lanes = packed.count
  }

  /// Returns the weight of a pair; places of `order`, the higher first. Nil where the pair must not be.
  func weight<Weight: SIMD>(_ high: Int, _ low: Int) -> Weight? where Weight.Scalar == Int64 {
    guard low >= bracket.moved else { return nil }
    guard table.mayMeet(bracket.order[high], bracket.order[low]) else { return nil }
    guard bracket.isWhole || high < bracket.size || low < bracket.next else { return nil }
    var weight = Weight.zero
    for (digit, place) in zip(digits, places) {
      weight[place.lane] += digit.value(high, low) * place.factor
    }
    return weight
  }

  func points(_ place: Int) -> Int64 { players[place].points }

  private mutating func add(_ most: Int, _ value: @escaping (_ high: Int, _ low: Int) -> Int64) {
    if most > 0 { digits.append(Digit(most: Int64(most), value: value)) }
  }

  /// A criterion of pairs within the bracket.
  private mutating func addInside(
    _ most: Int, _ value: @escaping (SwissTable.Player, SwissTable.Player) -> Int64
  ) {
    let (players, size) = (players, bracket.size)
    add(most) { high, low in low < size ? value(players[high], players[low]) : 0 }
  }

  // MARK: C.4 to C.9

  /// Whether somebody could get the bye: rules C.2 and C.5.
  static func isCandidate(_ player: SwissTable.Player, _ points: Int64?) -> Bool {
    player.mayHaveBye && player.points <= (points ?? 0)
  }

  /// All the others can be paired too (C.4), and the bye goes to one with as few points as can be (C.2, C.5).
  private mutating func addCompletion() {
    guard bracket.isWhole || bracket.isByeHere else { return }
    let must = bracket.order.map { number in
      bracket.byePoints != nil && !Self.isCandidate(table.players[number], bracket.byePoints)
    }
    let isWhole = bracket.isWhole
    add(bracket.order.count * 2) { high, low in
      (isWhole ? 1 : 0) + (must[high] ? 1 : 0) + (must[low] ? 1 : 0)
    }
  }

  /// As many pairs as can be (C.6), with the highest of those who were moved down (C.7); then the same for the next bracket (C.8).
  private mutating func addPairs() {
    let points = bracket.order.map { table.players[$0].points }
    let (moved, size, next) = (bracket.moved, bracket.size, bracket.next)
    add(size) { _, low in low < size ? 1 : 0 }
    for score in classes(moved) {
      add(score.count) { high, low in
        high < moved && low < size && points[high] == score.points ? 1 : 0
      }
    }
    if next > size {
      add(next) { _, low in low >= size && low < next ? 1 : 0 }
      for score in classes(size) {
        add(score.count) { high, low in
          high < size && low >= size && low < next && points[high] == score.points ? 1 : 0
        }
      }
    }
    if bracket.isByeHere, let byePoints = bracket.byePoints {
      let unplayed = bracket.order.map { number in
        table.players[number].points == byePoints ? Int64(table.players[number].unplayed) : 0
      }
      add(Int(unplayed.reduce(0, +))) { high, low in unplayed[high] + unplayed[low] }
    }
  }

  /// The points of the first ones, the most first, and how many have them.
  private func classes(_ count: Int) -> [(points: Int64, count: Int)] {
    var classes: [(points: Int64, count: Int)] = []
    for place in 0..<count {
      let points = players[place].points
      if classes.last?.points == points {
        classes[classes.count - 1].count += 1
      } else {
        classes.append((points, 1))
      }
    }
    return classes
  }

  // MARK: C.10 to C.13

  private mutating func addColours() {
    guard table.hasColours, table.rounds > 0 else { return }
    let half = bracket.size
    addInside(half) { high, low in
      high.imbalance < 2 || low.imbalance < 2 || high.due != low.due ? 1 : 0
    }
    addInside(half) { high, low in
      guard high.isAbsolute, low.isAbsolute, high.due == low.due else { return 1 }
      guard high.imbalance != low.imbalance else {
        return high.repeated == nil || high.repeated != low.repeated ? 1 : 0
      }
      let weaker = high.imbalance > low.imbalance ? low : high
      // Their wish is denied: the same colour a third time in a row.
      return weaker.repeated != weaker.due.map { !$0 } ? 1 : 0
    }
    addInside(half) { high, low in
      high.due == nil || low.due == nil || high.due != low.due ? 1 : 0
    }
    addInside(half) { high, low in
      let weak = (!high.isStrong && !high.isAbsolute) || (!low.isStrong && !low.isAbsolute)
      return weak || (high.isAbsolute && low.isAbsolute) || high.due != low.due ? 1 : 0
    }
  }

  // MARK: C.14 to C.21

  private mutating func addFloats() {
    let (moved, size) = (bracket.moved, bracket.size)
    let last = Array(bracket.order.prefix(size)).map { table.players[$0].floats.last }
    let before = Array(bracket.order.prefix(size)).map { table.players[$0].floats.before }
    var all: [[SwissTable.Float]] = []
    if table.rounds > 0 { all.append(last) }
    if table.rounds > 1 { all.append(before) }
    for floats in all {
      // Who had come down is paired here.
      add(size) { high, low in
        guard low < size else { return 0 }
        return (floats[low] == .down ? 1 : 0) + (high >= moved && floats[high] == .down ? 1 : 0)
      }
      // Who had met one from above does not meet one again.
      if moved > 0 {
        add(size) { high, low in low < size && (high >= moved || floats[low] != .up) ? 1 : 0 }
      }
    }
    let points = Array(bracket.order.prefix(moved)).map { table.players[$0].points }
    for floats in all {
      for score in classes(moved) {
        add(score.count) { high, low in
          high < moved && low < size && points[high] == score.points && floats[high] == .down
            ? 1 : 0
        }
      }
      for score in classes(moved) {
        add(score.count) { high, low in
          high < moved && low < size && points[high] == score.points && floats[low] != .up ? 1 : 0
        }
      }
    }
  }
}
