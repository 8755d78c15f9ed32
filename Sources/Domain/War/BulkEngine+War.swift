extension BulkEngine {
  /// Fights the wars of a round whose first two cards were equal, and hands out what was laid.
  /// - Returns: The result when the game ends here, else nil.
  @inline(never)
  mutating func fightWars(_ piles: inout BulkPiles, _ outcome: inout BulkOutcome) -> BulkResult? {
    let hostStart = piles.hostHead &- 1
    let joinerStart = piles.joinerHead &- 1
    var wars = 0
    defer { outcome.count(wars: wars) }
    while true {
      var hostLays = min(piles.hostCount, rules.laidInWar)
      var joinerLays = min(piles.joinerCount, rules.laidInWar)
      let fewer = min(hostLays, joinerLays)
      if fewer < rules.laidInWar {
        if rules.shortPlay == .loses {
          wars &+= 1
          outcome.plays &+= fewer
          outcome.endedInWar = true
          return hostLays == joinerLays ? .draw : hostLays < joinerLays ? .joinerWins : .hostWins
        }
        if fewer == 0 {
          let bothOut = hostLays == joinerLays
          if bothOut && rules.splitsWhenBothOut {
            split(&piles, hostStart, joinerStart)
            return nil
          }
          outcome.endedInWar = true
          return bothOut ? .draw : hostLays == 0 ? .joinerWins : .hostWins
        }
        if rules.shortPlay == .equalForce {
          hostLays = fewer
          joinerLays = fewer
        }
      }
      lay(hostLays, head: &piles.hostHead, end: &piles.hostEnd, tail: piles.hostTail)
      lay(joinerLays, head: &piles.joinerHead, end: &piles.joinerEnd, tail: piles.joinerTail)
      outcome.plays &+= max(hostLays, joinerLays)
      wars &+= 1
      let host = cards[piles.hostHead &- 1]
      let joiner = cards[piles.joinerHead &- 1]
      if host > joiner {
        collect(&piles.hostTail, piles, hostStart, joinerStart, joinerFirst: false)
        return nil
      }
      if host < joiner {
        let joinerFirst = rules.order == .winnerFirst
        collect(&piles.joinerTail, piles, hostStart, joinerStart, joinerFirst: joinerFirst)
        return nil
      }
    }
  }

  /// Lays a seat's next cards, turning won cards over where the pile runs out.
  @inline(__always)
  private mutating func lay(_ count: Int, head: inout Int, end: inout Int, tail: Int) {
    if rules.refill == .inOrder {
      head &+= count
      return
    }
    for _ in 0..<count {
      turnOverIfEmpty(head: head, end: &end, tail: tail)
      head &+= 1
    }
  }

  /// Puts all cards laid in this round behind the winner's tail, in the order that the rules say.
  @inline(__always)
  private mutating func collect(
    _ tail: inout Int, _ piles: BulkPiles, _ hostStart: Int, _ joinerStart: Int, joinerFirst: Bool
  ) {
    let hostLaid = piles.hostHead &- hostStart
    let joinerLaid = piles.joinerHead &- joinerStart
    if rules.order == .asLaid {
      pair(tail, hostStart, hostLaid, joinerStart, joinerLaid)
    } else if joinerFirst {
      copy(joinerStart, to: tail, count: joinerLaid)
      copy(hostStart, to: tail &+ joinerLaid, count: hostLaid)
    } else {
      copy(hostStart, to: tail, count: hostLaid)
      copy(joinerStart, to: tail &+ hostLaid, count: joinerLaid)
    }
    let won = hostLaid &+ joinerLaid
    if rules.order == .shuffled { random.shuffle(cards + tail, count: won) }
    tail &+= won
  }

  /// Deals all cards laid in this round out again alternately, the host first. Both seats are out.
  private mutating func split(_ piles: inout BulkPiles, _ hostStart: Int, _ joinerStart: Int) {
    var laid = Array(
      UnsafeBufferPointer(start: cards + hostStart, count: piles.hostHead - hostStart))
    let joinerLaid = piles.joinerHead - joinerStart
    laid += UnsafeBufferPointer(start: cards + joinerStart, count: joinerLaid)
    if rules.order == .shuffled { random.shuffle(&laid) }
    for (index, card) in laid.enumerated() {
      if index % 2 == 0 {
        cards[piles.hostTail] = card
        piles.hostTail += 1
      } else {
        cards[piles.joinerTail] = card
        piles.joinerTail += 1
      }
    }
  }

  /// Writes cards in pairs, the host's first, and then what only one seat has laid.
  private func pair(
    _ tail: Int, _ hostStart: Int, _ hostLaid: Int, _ joinerStart: Int, _ joinerLaid: Int
  ) {
    var next = tail
    for index in 0..<max(hostLaid, joinerLaid) {
      if index < hostLaid {
        cards[next] = cards[hostStart &+ index]
        next &+= 1
      }
      if index < joinerLaid {
        cards[next] = cards[joinerStart &+ index]
        next &+= 1
      }
    }
  }

  /// Copies cards to free memory eight at a time, so up to seven bytes behind them are overwritten.
  @inline(__always)
  private func copy(_ start: Int, to destination: Int, count: Int) {
    let source = UnsafeRawPointer(cards + start)
    let target = UnsafeMutableRawPointer(cards + destination)
    var index = 0
    while index < count {
      let eight = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      target.storeBytes(of: eight, toByteOffset: index, as: UInt64.self)
      index &+= 8
    }
  }
}
