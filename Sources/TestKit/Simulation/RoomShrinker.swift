/// Makes a failing world of rooms small: it is run again with ever more of what happens left out, as long as it fails
/// (delta debugging, Zeller 1999).
public struct RoomShrinker {
  private let seed: UInt64
  private let nodes: Int?
  private let hasRosters: Bool
  private let acts: [any FeatureActs.Type]
  private var cuts = RoomCuts()
  /// Worlds that were run.
  public private(set) var runs = 0

  /// Shrinks the world of a seed.
  ///
  /// - Parameters:
  ///   - hasRosters: whether the private rooms have rosters.
  ///   - acts: what people may do in it.
  public init(
    seed: UInt64, nodes: Int?, hasRosters: Bool = false,
    acts: [any FeatureActs.Type] = SimulatedRooms.parlorActs
  ) {
    self.seed = seed
    self.hasRosters = hasRosters
    self.nodes = nodes
    self.acts = acts
  }

  /// Leaves out what it can.
  ///
  /// - Parameters:
  ///   - limit: how many worlds are run at most.
  ///   - withFrames: whether each frame is among the lines.
  /// - Returns: the lines of what remains, and the failure at the end; nil when the seed does not fail at all.
  public mutating func shrink(
    limit: Int = 400, withFrames: Bool = false
  ) -> (lines: [String], failure: SimulationFailure)? {
    guard let first = fails(with: cuts) else { return nil }
    var remaining = first.parts
    var size = max(1, remaining.count / 2)
    while size > 0, runs < limit {
      var isSmaller = false
      var start = 0
      while start < remaining.count, runs < limit {
        var tried = cuts
        tried.parts.formUnion(remaining[start..<min(start + size, remaining.count)])
        if let failure = fails(with: tried) {
          cuts = tried
          remaining = failure.parts
          isSmaller = true
        } else {
          start += size
        }
      }
      size = isSmaller && size < remaining.count ? size : size / 2
    }
    var lines: [String] = []
    let world = SimulatedRooms(
      seed: seed, nodes: nodes, cuts: cuts, hasRosters: hasRosters, acts: acts)
    world.trace = { lines.append($0) }
    if withFrames { world.traceFrames = { lines.append($0) } }
    do {
      _ = try world.run()
    } catch {
      return (lines, error)
    }
    return nil
  }

  private mutating func fails(with cuts: RoomCuts) -> SimulatedRooms? {
    runs += 1
    let world = SimulatedRooms(
      seed: seed, nodes: nodes, cuts: cuts, hasRosters: hasRosters, acts: acts)
    do {
      _ = try world.run()
      return nil
    } catch {
      return world
    }
  }
}
