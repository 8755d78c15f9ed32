#if DEBUG
  import Feature

  /// A bug of trades that nodes of a debug build can be given on purpose, so that the simulator is seen to find it.
  ///
  /// It comes in through the lookups of a registry, where no other node sees it. Release builds hold nothing of it.
  public enum PlantedTradeBug: String, CaseIterable, Lookup {
    /// A copy stays with the person who has given it.
    case keepsGiven = "keeps-given-cards"
    /// An offer is settled although its copies have gone elsewhere meanwhile.
    case settlesGone = "settles-gone-cards"
    /// A node makes the copies of a trade again each time it looks at the trade.
    case takesAgain = "takes-cards-again"
    /// A copy that somebody gives in an answer stays in the Card Box until the trade is settled, and can be given once more.
    case holdsNoStakes = "holds-no-stakes"
    /// A lent copy that was given back does not come home.
    case losesReturned = "loses-returned-cards"
  }
#endif
