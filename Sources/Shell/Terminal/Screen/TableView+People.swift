import Schema

extension TableView {
  /// The seat shown at the bottom: ours, the one that we could have or ask for, or else the host's.
  public var nearSeat: Seat {
    // Of a table that was closed before we had a chair, we asked for the joiner's.
    let isAskers = phase == .offered || phase == .asked || phase == .closed && seat == .unspecified
    return seat == .joiner || isAskers ? .joiner : .host
  }

  /// The command whose subcommands are about this table: "parlor war".
  public var command: String { "parlor \(face.command)" }

  /// The player of a seat.
  public func player(_ seat: Seat) -> PlayerView { seat == .joiner ? joiner : host }

  /// The player at the bottom: we, when we play.
  public var near: PlayerView { player(nearSeat) }

  /// The player at the top: our opponent, when we play.
  public var far: PlayerView { player(nearSeat == .host ? .joiner : .host) }

  /// The name of a seat, safe to print; with words of the key where both players have the same name.
  public func name(_ seat: Seat) -> String {
    let (name, other) = (plainName(seat), plainName(seat == .joiner ? .host : .joiner))
    let (own, others) = (
      player(seat).words.plain, player(seat == .joiner ? .host : .joiner).words.plain
    )
    guard name.lowercased() == other.lowercased(), !own.isEmpty, !others.isEmpty else {
      return name
    }
    let word = KeyWords.first(own)
    return "\(name) (\(word == KeyWords.first(others) ? own : word))"
  }

  private func plainName(_ seat: Seat) -> String {
    let name = player(seat).name.plain
    return name.isEmpty ? (seat == .joiner ? "Joiner" : "Host") : name
  }

  /// Those who ask for the other chair of our table, and the command to answer; nil where nobody does.
  var ask: (sentence: String, command: String)? {
    guard seat == .host, phase == .open, !asks.isEmpty else { return nil }
    let names = asks.map { $0.name.isEmpty ? "Somebody" : $0.name.plain }
    guard names.count > 1 else { return ("\(names[0]) asks to join", "\(command) accept") }
    // Three names at most, and the last place is that of the last one or of all others.
    let last = names.count > 3 ? "\(names.count - 3) more" : names[names.count - 1]
    let first = names.dropLast(names.count > 3 ? names.count - 3 : 1).joined(separator: ", ")
    return (
      "\(first) and \(last) ask to join", "\(command) accept \(ShortID.text(id)) --asker NAME"
    )
  }

  /// The same as one sentence.
  public var askText: String? { ask.map { "\($0.sentence): `\($0.command)`" } }

  /// The claim of the other player that we can accept, or undo with our next card; nil for none.
  public var farClaim: ClaimView? {
    guard seat != .unspecified else { return nil }
    return claims.first { $0.seat != seat }
  }

  /// The claims that nobody has accepted or undone, a sentence each.
  public var claimTexts: [String] { claims.map { $0.text.plain + " Claimed, not confirmed." } }

  /// Whether it is a match of two others that our person watches, asks to watch, or has seen to its end.
  public var isLookedAt: Bool {
    seat == .unspecified && (watching || phase == .watchable || phase == .finished)
  }

  /// The names of the two who play, and our person's part: "War vs. Bob", or "Ada – Bob, you watch".
  func title(_ style: Style) -> String {
    guard isLookedAt else { return phase == .open ? face.title : "\(face.title) vs. \(farName)" }
    let names = "\(name(.host)) \("–".ascii(style, "-")) \(name(.joiner))"
    if phase == .watchable { return names }
    return watching && !isOver ? names + ", you watch" : names
  }

  /// The other player's name, safe to print.
  public var farName: String { name(nearSeat == .host ? .joiner : .host) }

  /// The reason why the table was closed, as a sentence; a name at its beginning stays as its person writes it.
  public var closedSentence: String {
    let text = closedReason.plain
    let isName = [host, joiner].contains { !$0.name.isEmpty && text.hasPrefix($0.name.plain) }
    // The letter in front takes the capital.
    return isName ? String("x\(text)".sentence.dropFirst()) : text.sentence
  }

  /// The terms to which people agree by sitting down, beside the rules: "20 seconds for each card", "everybody may watch".
  public var conditions: [String] {
    var terms = face.conditions(self)
    if moveSeconds > 0 {
      terms.append("\(Count.of(moveSeconds, "second")) for each card")
    }
    switch spectators {
    case .everybody: terms.append("everybody may watch")
    case .paired: terms.append("people paired with the host may watch")
    case .unspecified, .UNRECOGNIZED: break
    }
    return terms
  }

  /// The spectators, in a sentence; none when nobody watches.
  public var watcherTexts: [String] {
    let names = watchers.map(\.name.plain)
    guard !names.isEmpty else { return [] }
    return [
      "\(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? " and \(names.count - 8) more" : "") \(Count.word(names.count, "watches", "watch"))."
    ]
  }

  /// The questions that wait for an answer after the end, a sentence each.
  public var afterTexts: [String] {
    guard phase == .finished else { return [] }
    var texts: [String] = []
    if takeBack != .unspecified {
      texts.append("\(name(takeBack)) asks to take the concession back.")
    }
    if !rematch.isEmpty {
      texts.append("The rematch is agreed: table \(ShortID.text(rematch)).")
    } else {
      texts += rematchOffers.map { "\(name($0)) offers a rematch." }
    }
    return texts
  }

  /// Whether the other player offers a rematch that we can accept.
  public var hasFarRematch: Bool {
    seat != .unspecified && rematch.isEmpty && rematchOffers.contains { $0 != seat }
  }

  /// Whether we offer a rematch that nobody has accepted.
  public var hasOwnRematch: Bool { rematch.isEmpty && rematchOffers.contains(seat) }

  /// Whether we have conceded and may ask to take that back.
  public var mayAskTakeBack: Bool {
    phase == .finished && result.ending == .conceded && seat != .unspecified
      && result.winner != seat && takeBack == .unspecified && rematch.isEmpty
      && face.mayTakeBack(self)
  }

  /// Whether something can be said to the other player (row C-13).
  public var mayTalk: Bool {
    (seat != .unspecified || watching && spectatorsTalk) && !noChat
      && [.seated, .playing, .finished].contains(phase)
  }

  /// Whether the other seat has offered us to decide from now on.
  public var canTakeHosting: Bool {
    seat != .unspecified && offeredHosting != .unspecified && offeredHosting != seat
  }

  /// Whether we play a match that has begun and is not over.
  public var isPlaying: Bool { phase == .playing && !watching }

  /// Whether nothing more will happen at the table.
  public var isOver: Bool { phase == .finished || phase == .closed }

  /// "You Won!", "You Lost!", "It's a Draw!", or who won for those who only looked on.
  public var verdict: String {
    switch (result.winner, seat) {
    case (.unspecified, _), (.UNRECOGNIZED, _): "It's a Draw!"
    case (let winner, let seat) where winner == seat: "You Won!"
    case (let winner, .unspecified): "\(name(winner)) Won!"
    default: "You Lost!"
    }
  }
}
