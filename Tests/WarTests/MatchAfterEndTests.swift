import Schema
import Testing

@testable import War

/// Agreements of the two after the end (rows G-52, G-56), admitted spectators (G-49), and playing on (G-70).
@Suite struct MatchAfterEndTests {
  private func started(
    _ seed: UInt64 = 1, spectators: SpectatorPolicy = .everybody
  ) throws -> TwoSeats {
    var seats = TwoSeats(seed: seed)
    let bytes: [UInt8] = try seats.rules.serializedBytes()
    let open = TableStep.with {
      $0.open.nonce = .init(seats.nonces.host)
      $0.open.rules = .init(bytes)
      $0.open.name = "Ada"
      $0.open.spectators = spectators
      $0.open.spectatorsTalk = true
    }
    seats.write(.host, open)
    seats.write(.host, .with { $0.seat.joiner = .init(seats.keys.joiner) })
    seats.exchange()
    while seats.fulfil(.joiner) { seats.exchange() }
    seats.write(.host, seats.step(for: .commit, of: .host))
    seats.write(.host, .with { $0.start = StartMatch() })
    seats.exchange()
    return seats
  }

  private static let request = TableStep.with { $0.requestTakeBack = RequestTakeBack() }
  private static let grant = TableStep.with { $0.grantTakeBack = GrantTakeBack() }
  private static let offer = TableStep.with { $0.offerRematch = OfferRematch() }
  private static let withdraw = TableStep.with { $0.withdrawRematch = WithdrawRematch() }
  private static let playOn = TableStep.with { $0.playOn = PlayOn() }

  private static func accept(_ byte: UInt8 = 7, count: Int = 16) -> TableStep {
    .with { $0.acceptRematch.table = .init([UInt8](repeating: byte, count: count)) }
  }

  @Test("G-52 A concession is taken back when the other lets it, and the match goes on")
  func takeBack() throws {
    var seats = try started()
    seats.play(rounds: 3)
    #expect(!seats.trying(.joiner, Self.request).isAccepted, "nothing was conceded")
    seats.write(.joiner, .giveUp)
    #expect(!seats.trying(.host, Self.grant).isAccepted, "nobody has asked")
    seats.write(.joiner, Self.request)
    #expect(!seats.trying(.joiner, Self.request).isAccepted, "asked twice")
    #expect(!seats.trying(.host, Self.grant).isAccepted, "the host has not seen it")
    seats.exchange()
    #expect(seats.matches.host.takeBackAsked == .joiner)
    #expect(seats.matches.host.result?.ending == .conceded)
    seats.write(.host, Self.grant)
    #expect(seats.matches.host.result == nil)
    seats.exchange()
    #expect(seats.matches.joiner.result == nil)
    #expect(seats.matches.joiner.takeBackAsked == nil)
    #expect(seats.matches.host == seats.matches.joiner)
    var again = seats
    again.write(.joiner, .giveUp)
    again.exchange()
    #expect(again.matches.host.result?.winner == .host)
    #expect(again.matches.host.violation(of: .joiner) == nil, "it may be conceded again")
    seats.play()
    #expect(seats.matches.host.result?.ending != .conceded)
    #expect(seats.matches.host == seats.matches.joiner)
  }

  @Test("G-52 A card cannot be taken back, and nobody grants itself anything")
  func noTakeBackOfOthers() throws {
    var seats = try started()
    seats.tap(.joiner)
    #expect(!seats.trying(.joiner, Self.request).isAccepted)
    seats.exchange()
    var both = try started()
    both.write(.joiner, .giveUp)
    both.write(.host, .giveUp)
    both.exchange()
    #expect(!both.trying(.joiner, Self.request).isAccepted, "the host has conceded, too")
    var own = try started()
    own.write(.joiner, .giveUp)
    own.write(.joiner, Self.request)
    #expect(!own.trying(.joiner, Self.grant).isAccepted, "one's own question")
  }

  @Test("G-52 An end by the cards that did not know of the concession stays the end")
  func cardsStay() throws {
    var rules = Rules.standard
    rules.roundCap = 1
    for seed in UInt64(1)...20 {
      var seats = TwoSeats(seed: seed, rules: rules)
      try seats.start()
      seats.tap(.joiner)
      seats.tap(.host)
      seats.deliver(to: .host)
      seats.fulfil(.host)
      guard seats.matches.host.result?.ending == .roundCap else { continue }
      seats.write(.joiner, .giveUp)
      seats.write(.joiner, Self.request)
      seats.exchange()
      #expect(!seats.trying(.host, Self.grant).isAccepted)
      #expect(seats.matches.host.result?.ending == .roundCap)
      return
    }
    Issue.record("No seed of 20 ended in its first round.")
  }

  @Test("G-56 A rematch is offered, taken back, offered again and accepted, all after the end")
  func rematch() throws {
    var seats = try started()
    #expect(!seats.trying(.host, Self.offer).isAccepted, "the match goes on")
    seats.write(.joiner, .giveUp)
    #expect(!seats.trying(.host, Self.offer).isAccepted, "the host does not know the end")
    seats.exchange()
    #expect(!seats.trying(.host, Self.accept()).isAccepted, "nothing is offered")
    #expect(!seats.trying(.host, Self.withdraw).isAccepted)
    seats.write(.joiner, Self.offer)
    #expect(!seats.trying(.joiner, Self.offer).isAccepted, "offered twice")
    #expect(!seats.trying(.joiner, Self.accept()).isAccepted, "one's own offer")
    seats.write(.joiner, Self.withdraw)
    seats.exchange()
    #expect(!seats.trying(.host, Self.accept()).isAccepted, "it was taken back")
    seats.write(.joiner, Self.offer)
    seats.exchange()
    #expect(seats.matches.host.rematchOffers == [.joiner])
    #expect(!seats.trying(.host, Self.accept(count: 15)).isAccepted, "no id has 15 bytes")
    seats.write(.host, Self.accept())
    seats.exchange()
    #expect(seats.matches.joiner.rematchHost == .host)
    #expect(seats.matches.joiner.rematchTable == [UInt8](repeating: 7, count: 16))
    #expect(seats.matches.joiner.rematchOffers.isEmpty)
    #expect(seats.matches.joiner == seats.matches.host)
    #expect(!seats.trying(.host, Self.accept(8)).isAccepted, "accepted twice")
  }

  @Test("G-56 Where both offer, it is the host who accepts") func bothOffer() throws {
    var seats = try started()
    seats.write(.joiner, .giveUp)
    seats.exchange()
    for seat in [Seat.host, .joiner] { seats.write(seat, Self.offer) }
    seats.exchange()
    #expect(!seats.trying(.joiner, Self.accept()).isAccepted)
    #expect(seats.trying(.host, Self.accept()).isAccepted)
  }

  @Test("G-49 Only the host lets people watch, each once, and nobody where nobody may")
  func spectators() throws {
    let key = [UInt8](repeating: 9, count: 32)
    func admit(_ key: [UInt8]) -> TableStep {
      .with {
        $0.admitSpectator.author = .init(key)
        $0.admitSpectator.name = "Cyd\u{202e}"
      }
    }
    let remove = TableStep.with {
      $0.removeSpectator.author = .init(key)
      $0.removeSpectator.last = [.with { $0.sequence = 3 }]
    }
    var closed = try started(spectators: .unspecified)
    let refused = closed.write(.host, admit(key))
    #expect(!refused.isAccepted)
    var seats = try started()
    #expect(!seats.trying(.joiner, admit(key)).isAccepted)
    #expect(!seats.trying(.host, remove).isAccepted, "nobody watches")
    for other in [seats.keys.host, seats.keys.joiner, [1, 2]] {
      #expect(!seats.trying(.host, admit(other)).isAccepted)
    }
    let admitted = seats.write(.host, admit(key))
    #expect(admitted == .accepted([.admitted(name: "Cyd")]))
    #expect(!seats.trying(.host, admit(key)).isAccepted, "it watches already")
    #expect(seats.matches.host.watches(key))
    seats.write(.host, remove)
    seats.exchange()
    let gone = try #require(seats.matches.joiner.spectator(key))
    #expect(!seats.matches.joiner.watches(key))
    #expect(gone.counts(3, incarnation: 0) && !gone.counts(4, incarnation: 0))
    #expect(!gone.counts(1, incarnation: 5), "a log that the host did not know")
    seats.play()
    #expect(seats.matches.host.result != nil)
    seats.write(.host, admit(key))
    #expect(seats.matches.host.watches(key), "also after the end")
    #expect(seats.matches.host.violation(of: .host) == nil)
  }

  @Test(
    "G-49 The cards of a round are hidden from the moment when they are known until it is decided")
  func hiding() throws {
    var seats = try started()
    #expect(!seats.matches.host.hidesCards && seats.matches.host.isBetweenRounds)
    seats.tap(.host)
    #expect(!seats.matches.host.hidesCards, "one link tells no card")
    #expect(!seats.matches.host.isBetweenRounds)
    seats.exchange()
    seats.fulfil(.joiner)
    seats.exchange()
    #expect(seats.matches.host.hidesCards)
    seats.play(rounds: 1)
    #expect(!seats.matches.host.hidesCards && seats.matches.host.isBetweenRounds)
  }

  @Test("G-70 Once every card has been seen, one step plays all that is left") func playOnToTheEnd()
    throws
  {
    for seed in UInt64(1)...6 {
      var seats = try started(seed)
      #expect(!seats.trying(.joiner, Self.playOn).isAccepted, "cards are unseen")
      var whole = seats
      whole.play()
      while seats.matches.host.layout.needsLinks, seats.matches.host.result == nil {
        seats.play(rounds: 1)
      }
      guard seats.matches.host.result == nil else { continue }
      seats.write(.joiner, Self.playOn)
      #expect(!seats.trying(.joiner, Self.playOn).isAccepted, "twice")
      #expect(!seats.trying(.joiner, .playing(seats.matches.joiner.round, 0)).isAccepted)
      seats.exchange()
      #expect(seats.matches.host.hasPlayed(.joiner))
      seats.write(.host, Self.playOn)
      while seats.fulfil(.host) {}
      seats.exchange()
      #expect(seats.matches.host.result == whole.matches.host.result)
      #expect(seats.matches.host.stateHash == whole.matches.host.stateHash, "as by hand")
      #expect(seats.matches.host == seats.matches.joiner)
      #expect(seats.matches.host.checkConservation())
    }
  }

  @Test("G-53 A table gives nobody longer than a day for a card") func moveSeconds() throws {
    var seats = TwoSeats(seed: 1)
    let bytes: [UInt8] = try seats.rules.serializedBytes()
    func open(_ seconds: UInt32) -> TableStep {
      .with {
        $0.open.nonce = .init(seats.nonces.host)
        $0.open.rules = .init(bytes)
        $0.open.moveSeconds = seconds
      }
    }
    #expect(!seats.trying(.host, open(86_401)).isAccepted)
    seats.write(.host, open(86_400))
    #expect(seats.matches.host.moveSeconds == 86_400)
  }
}
