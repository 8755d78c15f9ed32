import Schema

extension TableView {
  /// The seat shown at the bottom: ours, the one that we could have or ask for, or else the host's.
  public var nearSeat: Seat {
    seat == .joiner || phase == .offered || phase == .asked ? .joiner : .host
  }

  /// The player of a seat.
  public func player(_ seat: Seat) -> PlayerView { seat == .joiner ? joiner : host }

  /// Who sits at the bottom: we, when we play.
  public var near: PlayerView { player(nearSeat) }

  /// Who sits at the top: our opponent, when we play.
  public var far: PlayerView { player(nearSeat == .host ? .joiner : .host) }

  /// The name of a seat, safe to print.
  public func name(_ seat: Seat) -> String {
    let name = player(seat).name.plain
    return name.isEmpty ? (seat == .joiner ? "Joiner" : "Host") : name
  }

  /// The other player's name, safe to print.
  public var farName: String { name(nearSeat == .host ? .joiner : .host) }

  /// True when something can be said to the other player (row C-13).
  public var mayTalk: Bool {
    seat != .unspecified && !noChat && [.seated, .playing, .finished].contains(phase)
  }

  /// True when the other seat has offered us to decide from now on.
  public var canTakeHosting: Bool {
    seat != .unspecified && offeredHosting != .unspecified && offeredHosting != seat
  }

  /// True when the match has begun and is not over.
  public var isPlaying: Bool { phase == .playing }

  /// True when nothing more will happen at the table.
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
