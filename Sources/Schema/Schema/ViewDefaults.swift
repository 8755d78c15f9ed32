/// Views in which every optional field is set, so that JSON shows also what is false or zero.
///
/// A view that is made in one place sets its fields there. These are made in several places, or stored.
extension PeerView {
  /// Gives every optional field that is not set its default.
  public mutating func setDefaults() {
    if !hasOnline { online = false }
    if !hasPaired { paired = false }
    if !hasLastSeenMilliseconds { lastSeenMilliseconds = 0 }
    if !hasDiscovered { discovered = false }
    if !hasBlocked { blocked = false }
    if !hasNameIsTaken { nameIsTaken = false }
    if !hasUnpaired { unpaired = false }
    if !hasUnpairedThere { unpairedThere = false }
    if !hasShareUsedUp { shareUsedUp = 0 }
  }

  /// A peer of whom nothing is known.
  public static var unknown: PeerView { .with { $0.setDefaults() } }
}

extension TableView {
  /// Gives every optional field that is not set its default.
  public mutating func setDefaults() {
    if !hasRound { round = 0 }
    if !hasBattle { battle = 0 }
    if !hasPot { pot = 0 }
    if !hasCanStart { canStart = false }
    if !hasCanPlay { canPlay = false }
    if !hasCanClaim { canClaim = false }
    if !hasRoundsDecided { roundsDecided = 0 }
    if !hasWars { wars = 0 }
    if !hasNoChat { noChat = false }
    if !hasSpectatorsTalk { spectatorsTalk = false }
    if !hasWatching { watching = false }
    if !hasMoveSeconds { moveSeconds = 0 }
    if !hasMoveEndsMilliseconds { moveEndsMilliseconds = 0 }
    if !hasClaimFromMilliseconds { claimFromMilliseconds = 0 }
    if !hasNeedsPassword { needsPassword = false }
    if !hasPairedOnly { pairedOnly = false }
    for index in watchers.indices where !watchers[index].hasOnline {
      watchers[index].online = false
    }
    if hasHost { host.setDefaults() }
    if hasJoiner { joiner.setDefaults() }
    for index in asks.indices { asks[index].setDefaults() }
    for index in lastRounds.indices where !lastRounds[index].hasCards {
      lastRounds[index].cards = 0
    }
  }
}

extension PlayerView {
  /// Gives every optional field that is not set its default.
  public mutating func setDefaults() {
    if !hasCards { cards = 0 }
    if !hasOnline { online = false }
    if !hasHere { here = false }
    if !hasPlayed { played = false }
    if !hasDown { down = 0 }
    if !hasPaired { paired = false }
    if !hasNameIsTaken { nameIsTaken = false }
  }
}

extension AskView {
  /// Gives every optional field that is not set its default.
  public mutating func setDefaults() {
    if !hasPaired { paired = false }
    if !hasOnline { online = false }
    if !hasNameIsTaken { nameIsTaken = false }
  }
}

extension PairView {
  /// Gives every optional field that is not set its default.
  public mutating func setDefaults() {
    if !hasConfirmed { confirmed = false }
    if !hasConfirmedThere { confirmedThere = false }
    if !hasNameIsTaken { nameIsTaken = false }
  }
}

extension BundleView {
  /// Gives every optional field that is not set its default.
  public mutating func setDefaults() {
    if !hasTaken { taken = 0 }
    if !hasKnown { known = 0 }
    if !hasLeft { left = 0 }
    if !hasFiles { files = 0 }
  }
}

extension VerifyReport {
  /// Gives every optional field that is not set its default.
  public mutating func setDefaults() {
    if !hasValid { valid = false }
    if !hasSteps { steps = 0 }
    if !hasStep { step = 0 }
    if !hasRounds { rounds = 0 }
  }
}

extension HeadToHead {
  /// Gives every optional field that is not set its default.
  public mutating func setDefaults() {
    if !hasPlayed { played = 0 }
    if !hasWon { won = 0 }
    if !hasLost { lost = 0 }
    if !hasDrawn { drawn = 0 }
    if !hasConceded { conceded = 0 }
    if !hasConcededByOther { concededByOther = 0 }
    if !hasRounds { rounds = 0 }
    if !hasWars { wars = 0 }
    if !hasLongest { longest = 0 }
    if !hasLastMilliseconds { lastMilliseconds = 0 }
  }
}

extension CalendarView {
  /// Gives every optional field that is not set its default.
  public mutating func setDefaults() {
    if !hasFiles { files = 0 }
    if !hasWrong { wrong = 0 }
  }

  /// No folder is kept.
  public static var none: CalendarView { .with { $0.setDefaults() } }
}
