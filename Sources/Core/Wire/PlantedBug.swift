#if DEBUG
  /// A bug that a debug build is given on purpose. It shows that the search for bugs finds them.
  ///
  /// Release builds hold nothing of it. The simulator must find each within 500 seeds (`parlor simulate planted`).
  public enum PlantedBug: String, CaseIterable, Sendable {
    /// Frames leave before the commit of the turn that made them.
    case tellsBeforeCommit = "tells-before-commit"
    /// Two histories of one log are no reason to drop either.
    case acceptsForks = "accepts-forks"
    /// Proofs of forks are kept to oneself.
    case hidesForks = "hides-forks"
    /// Entries above a removal's cut count.
    case forgetsCuts = "forgets-cuts"
    /// The link of the next round is revealed in this one.
    case revealsEarly = "reveals-early"
    /// The write of a field that arrives last wins.
    case lastArrivalWins = "last-arrival-wins"
    /// The wall clock of its author orders a write.
    case clocksDecide = "clocks-decide"
    /// Entries of a table that come again are applied again.
    case appliesTwice = "applies-twice"
    /// The player who taps first gets the first card picked.
    case picksInTapOrder = "picks-in-tap-order"
    /// A restored home continues the log that it had.
    case reusesSequences = "reuses-sequences"
    /// Private rooms are shared with everybody.
    case forgetsMembers = "forgets-members"
    /// After a cut the peer is taken to have everything.
    case assumesLevel = "assumes-level"
    /// The secret of a chain is not on disk when its tip is told.
    case keepsSecretInMemory = "keeps-secret-in-memory"
    /// Chunks of files are not compared with their hashes.
    case trustsChunks = "trusts-chunks"
    /// Entries of third peers are not passed on.
    case relaysNothing = "relays-nothing"
    /// Fields that this version does not know are dropped.
    case dropsUnknownFields = "drops-unknown-fields"
    /// Records that are rebuilt from the logs ignore deletes.
    case rebuildsWithoutDeletes = "rebuilds-without-deletes"
    /// Strangers may fill the lobby.
    case ignoresQuotas = "ignores-quotas"
    /// Signatures are not looked at.
    case trustsSignatures = "trusts-signatures"
    /// A delete erases whatever entries of its author it names.
    case erasesAnything = "erases-anything"
    /// Everybody may delete everything.
    case letsAnybodyDelete = "lets-anybody-delete"
    /// Bytes that nothing points at any more are kept.
    case keepsLooseBlobs = "keeps-loose-blobs"
    /// A silent link is taken to be alive.
    case trustsSilence = "trusts-silence"
  }
#endif
