import FoundationEssentials
import Identifiers
import Schema
import Wire

/// The standing of an author: the entries that count, and whether it belongs to the room (specification section 26).
extension RosterStanding {
  /// Whether the owner has the author in the room: an odd generation adds the author, an even one removes it.
  var isIn: Bool { generation & 1 == 1 }

  /// Whether the author belongs to the room, unless it owns it.
  public var belongs: Bool { isIn && !left }

  /// Whether an entry counts: it is in no hole, and in an even generation not above the cut.
  public func counts(_ incarnation: UInt64, _ sequence: UInt64) -> Bool {
    let isBelow = isIn || sequence <= cut.sequence(of: incarnation)
    return isBelow
      && !holes.contains {
        $0.incarnation == incarnation && $0.above < sequence && sequence <= $0.last
      }
  }

  /// The next standing, without the author.
  ///
  /// - Parameters:
  ///   - number: the number of the present term.
  ///   - newest: where the logs of the author stand here; what it wrote up to there goes on counting.
  func removed(in number: UInt64, newest: [LogCut]) -> RosterStanding {
    .with {
      $0.author = author
      $0.generation = generation(in: number) | 1 + 1
      $0.cut = isIn ? newest : cut
      $0.holes = holes
    }
  }

  /// The next standing, in which the author belongs to the room again.
  ///
  /// - Parameters:
  ///   - number: the number of the present term.
  ///   - newest: where its logs stand here; what it wrote meanwhile goes on not counting.
  func returned(in number: UInt64, newest: [LogCut]) -> RosterStanding {
    let meanwhile = newest.filter {
      !isIn && $0.sequence > cut.sequence(of: $0.incarnation)
    }
    let missed = meanwhile.map { newest in
      LogHole.with {
        $0.incarnation = newest.incarnation
        $0.above = cut.sequence(of: newest.incarnation)
        $0.last = newest.sequence
      }
    }
    return .with {
      $0.author = author
      $0.generation = (generation(in: number) + 1) | 1
      $0.holes = (holes + missed).joined
    }
  }

  /// The generation, where it was given in a term; otherwise the one before the first of that term.
  private func generation(in number: UInt64) -> UInt64 {
    generation >> 32 == number ? generation : number << 32
  }

  /// Statements of one generation together: what counts in all of them.
  static func merged(_ standings: [RosterStanding]) -> RosterStanding? {
    guard var merged = standings.first, standings.count > 1 else { return standings.first }
    merged.holes = standings.flatMap(\.holes).joined
    merged.cut = merged.cut.compactMap { cut in
      let lowest = standings.map { $0.cut.sequence(of: cut.incarnation) }.min() ?? 0
      guard lowest > 0 else { return nil }
      return .with {
        $0.incarnation = cut.incarnation
        $0.sequence = lowest
      }
    }
    return merged
  }

  /// Whether cuts and holes have the only form in which they may be written.
  var isWellFormed: Bool {
    author.count == 32 && holes.isInOrder && cut.isInOrder
      && (isIn ? cut.isEmpty : !left)
  }

  /// The standing without anything that a sender put beside what the leaf covers.
  var plain: RosterStanding {
    .with {
      $0.author = author
      $0.generation = generation
      $0.cut = cut.map { cut in
        .with {
          $0.incarnation = cut.incarnation
          $0.sequence = cut.sequence
        }
      }
      $0.holes = holes.map { hole in
        .with {
          $0.incarnation = hole.incarnation
          $0.above = hole.above
          $0.last = hole.last
        }
      }
      $0.left = left
    }
  }

  /// The leaf of the tree whose root a term names.
  var leaf: Bytes32 {
    var bytes = [UInt8](author) + generation.bigEndianBytes + [left ? 1 : 0]
    bytes += UInt64(cut.count).bigEndianBytes
    for cut in cut { bytes += cut.incarnation.bigEndianBytes + cut.sequence.bigEndianBytes }
    bytes += UInt64(holes.count).bigEndianBytes
    for hole in holes {
      bytes +=
        hole.incarnation.bigEndianBytes + hole.above.bigEndianBytes + hole.last.bigEndianBytes
    }
    return Hashing.digest(.standing, bytes)
  }
}

extension RosterMember {
  /// The standing that it gives.
  var standing: RosterStanding {
    .with {
      $0.author = author
      $0.generation = generation
      $0.cut = cut
      $0.holes = holes
    }
  }
}

extension [RosterStanding] {
  /// Their bytes when they travel.
  var size: Int { reduce(0) { $0 + ((try? Coding.encode($1)) ?? []).count } }

  /// The hash that a term names.
  public var root: Bytes32 { HashTree(map(\.leaf), .standings).root }
}

extension [LogCut] {
  /// Whether each incarnation is named once, in order, and there are not too many.
  var isInOrder: Bool {
    count <= Limits.rosterCuts
      && allSatisfy { $0.sequence > 0 && $0.sequence <= Int64.max && $0.incarnation <= Int64.max }
      && zip(self, dropFirst()).allSatisfy { $0.incarnation < $1.incarnation }
  }
}

extension [LogHole] {
  /// Whether they stand in order, with something that counts between any two of one log, and there are not too many.
  var isInOrder: Bool {
    count <= Limits.rosterCuts
      && allSatisfy { $0.above < $0.last && $0.last <= Int64.max && $0.incarnation <= Int64.max }
      && zip(self, dropFirst()).allSatisfy {
        ($0.incarnation, $0.last) < (
          $1.incarnation, $0.incarnation == $1.incarnation ? $1.above : .max
        )
      }
  }

  /// The same holes in order, those that touch made one. Of too many, those with the least between them are made one, so that
  /// fewer entries count and not more.
  var joined: [LogHole] {
    var joined: [LogHole] = []
    for hole in sorted(by: { ($0.incarnation, $0.above) < ($1.incarnation, $1.above) }) {
      if let last = joined.last, last.incarnation == hole.incarnation, hole.above <= last.last {
        joined[joined.count - 1].last = Swift.max(last.last, hole.last)
      } else {
        joined.append(hole)
      }
    }
    while joined.count > Limits.rosterCuts, let index = joined.narrowestGap {
      joined[index].last = joined.remove(at: index + 1).last
    }
    return joined
  }

  /// The first of two neighbours of one log with the least between them.
  private var narrowestGap: Int? {
    indices.dropLast().filter { self[$0].incarnation == self[$0 + 1].incarnation }
      .min { self[$0 + 1].above - self[$0].last < self[$1 + 1].above - self[$1].last }
  }
}
