import Replication

extension SimulatedRosters {
  /// Lets a node end and start again, sometimes.
  func restart(_ number: Int, oneIn: Int) throws {
    if faults.below(oneIn) == 0 { try homes[number].restart() }
  }

  /// Lets two homes find out what either lacks.
  func compareHomes(_ one: Int, _ other: Int) throws {
    var rosters = (left: homes[one].roster, right: homes[other].roster)
    let isDue =
      rosters.left.hash != rosters.right.hash
      || rosters.left.chain.last != rosters.right.chain.last
    if isDue {
      var link = RosterLink(rosters.left, rosters.right, mostWhole: mostWhole, frame: 1_000)
      try link.settle()
      rosters = link.rosters
    }
    let newest = (homes[one].newest, homes[other].newest)
    try homes[one].take(rosters.left, newest.1)
    try homes[other].take(rosters.right, newest.0)
  }
}
