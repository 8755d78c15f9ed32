extension BulkEngine {
  /// Turns won cards over for each seat whose pile is empty; where they are played in the order won
  /// this may be done at any time. Moves cards that come near the end of the memory to its start.
  @inline(__always)
  mutating func refill(_ piles: inout BulkPiles) {
    if max(piles.hostTail, piles.joinerTail &- BulkPiles.size) > BulkPiles.comfortable {
      moveToStart(&piles)
    }
    if rules.refill == .inOrder {
      piles.hostEnd = piles.hostTail
      piles.joinerEnd = piles.joinerTail
    } else {
      turnOverIfEmpty(head: piles.hostHead, end: &piles.hostEnd, tail: piles.hostTail)
      turnOverIfEmpty(head: piles.joinerHead, end: &piles.joinerEnd, tail: piles.joinerTail)
    }
  }

  /// Makes a seat's won cards its pile when that is empty.
  @inline(__always)
  mutating func turnOverIfEmpty(head: Int, end: inout Int, tail: Int) {
    guard head == end else { return }
    let won = cards + end
    let count = tail &- end
    switch rules.refill {
    case .inOrder: break
    case .shuffled: random.shuffle(won, count: count)
    case .reversed:
      var range = UnsafeMutableBufferPointer(start: won, count: count)
      range.reverse()
    }
    end = tail
  }

  @inline(never)
  private func moveToStart(_ piles: inout BulkPiles) {
    cards.update(from: cards + piles.hostHead, count: piles.hostCount)
    piles.hostEnd &-= piles.hostHead
    piles.hostTail &-= piles.hostHead
    piles.hostHead = 0
    let start = BulkPiles.size
    (cards + start).update(from: cards + piles.joinerHead, count: piles.joinerCount)
    piles.joinerEnd &-= piles.joinerHead &- start
    piles.joinerTail &-= piles.joinerHead &- start
    piles.joinerHead = start
  }
}
