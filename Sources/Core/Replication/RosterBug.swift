#if DEBUG
  /// A bug of rosters that is put in on purpose, to show that the simulation finds it.
  public enum RosterBug: String, CaseIterable, Sendable {
    /// Of two statements of one generation the one that came last counts.
    case lastArrivalWins = "last-arrival-wins"
    /// The words of former owners about people count.
    case hearsFormerOwners = "hears-former-owners"
    /// An open invite lets people back in whom an owner removed.
    case readmitsByInvite = "readmits-by-invite"
    /// A closed invite goes on counting.
    case ignoresClosing = "ignores-closing"
    /// Incarnations that a removal does not name count.
    case forgetsIncarnations = "forgets-incarnations"
    /// Nobody's word makes it take another term than the first that came.
    case staysWithFirst = "stays-with-first"
    /// Voters count who no longer belong to the room.
    case hearsRemovedVoters = "hears-removed-voters"
    /// Everybody is a voter, and more words are enough.
    case anyMajority = "any-majority"
    /// After a restart nobody knows any more which of two terms came first.
    case forgetsFirst = "forgets-first"
    /// Of what differs between two nodes one bucket is left out.
    case leavesOutBucket = "leaves-out-bucket"
  }
#endif
