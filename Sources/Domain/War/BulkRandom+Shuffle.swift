extension BulkRandom {
  /// Puts the first `count` cards into an order drawn uniformly from all orders.
  ///
  /// Several indices come out of one draw, exactly uniform: Brackett-Rozinsky and Lemire, "Batched
  /// Ranged Random Integer Generation" (2024). A batch that is rejected is drawn again on the cards
  /// as they then lie, which is as good a start as any.
  /// - Parameter cards: At least `count` initialised bytes.
  @inline(__always)
  mutating func shuffle(_ cards: UnsafeMutablePointer<UInt8>, count: Int) {
    var remaining = count
    while remaining > 1 {
      var index = remaining
      var product: UInt64 = 1
      var low = next()
      repeat {
        product &*= UInt64(truncatingIfNeeded: index)
        let wide = low.multipliedFullWidth(by: UInt64(truncatingIfNeeded: index))
        low = wide.low
        let other = Int(truncatingIfNeeded: wide.high)
        index &-= 1
        let card = cards[index]
        cards[index] = cards[other]
        cards[other] = card
      } while index > 1 && product < Self.batchLimit
      if low < product, low < (0 &- product) % product { continue }
      remaining = index
    }
  }

  /// Puts the cards into an order drawn uniformly from all orders.
  mutating func shuffle(_ cards: inout [UInt8]) {
    cards.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { shuffle(start, count: buffer.count) }
    }
  }

  /// A batch closes when the product of its ranges has reached this, so that at most one batch in
  /// 256 may have to be drawn again and no product overflows.
  private static var batchLimit: UInt64 { 1 << 50 }
}
