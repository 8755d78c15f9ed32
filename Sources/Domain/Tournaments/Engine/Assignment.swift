/// Gives each of some a place of its own.
enum Assignment {
  /// For each the place that it gets, the first ones as early as can be; nil where not all can have one.
  ///
  /// - Parameters:
  ///   - count: how many there are, and how many places.
  ///   - allows: whether one may have a place.
  static func places(_ count: Int, allows: (_ one: Int, _ place: Int) -> Bool) -> [Int]? {
    var holders: [Int?] = Array(repeating: nil, count: count)
    func find(_ one: Int, _ seen: inout Set<Int>) -> Bool {
      for place in 0..<count where allows(one, place) && seen.insert(place).inserted {
        guard let holder = holders[place] else {
          holders[place] = one
          return true
        }
        if find(holder, &seen) {
          holders[place] = one
          return true
        }
      }
      return false
    }
    for one in (0..<count).reversed() {
      var seen: Set<Int> = []
      guard find(one, &seen) else { return nil }
    }
    var places = Array(repeating: 0, count: count)
    for (place, holder) in holders.enumerated() {
      if let holder { places[holder] = place }
    }
    return places
  }
}
