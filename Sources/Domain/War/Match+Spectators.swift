import Feature
import Schema

// Who may watch: the host says so in its log.
extension Match {
  /// The most spectators of one table, those who were sent away among them; a node lets in fewer.
  public static let mostSpectators = 256

  /// Whether the cards of the round being played are known and not all of them are turned over.
  public var hidesCards: Bool { phase == .playing && roundNeedsLinks && deal != nil }

  /// Whether nobody has done anything yet in the round being played.
  public var isBetweenRounds: Bool {
    battle == 0 && !hasPlayed(.host) && !hasPlayed(.joiner)
      && logs.host.reveal?.round != round && logs.joiner.reveal?.round != round
  }

  mutating func admit(_ step: AdmitSpectator, _ author: StepWriter) throws(Violation)
    -> [MatchEvent]
  {
    guard author.seat == .host else {
      throw author.refuse("let somebody watch, which only the host can do")
    }
    guard spectatorPolicy != .unspecified else {
      throw author.refuse("let somebody watch at a table that nobody may watch")
    }
    let key = Array(step.author)
    guard key.count == Self.keyByteCount, key != hostKey, key != joinerKey else {
      throw author.refuse("let somebody watch who cannot be a spectator")
    }
    let name = Label.clean(step.name, limit: Label.nameLimit)
    if let index = spectators.firstIndex(where: { $0.key == key }) {
      guard spectators[index].isRemoved else {
        throw author.refuse("let somebody watch who watches already")
      }
      spectators[index].isRemoved = false
    } else {
      guard spectators.count < Self.mostSpectators else {
        throw author.refuse("let more than \(Self.mostSpectators) people watch")
      }
      spectators.append(Spectator(key: key, name: name))
    }
    return [.admitted(name: name)]
  }

  mutating func remove(_ step: RemoveSpectator, _ author: StepWriter) throws(Violation)
    -> [MatchEvent]
  {
    guard author.seat == .host else {
      throw author.refuse("sent a spectator away, which only the host can do")
    }
    guard let index = spectators.firstIndex(where: { $0.key == Array(step.author) }),
      !spectators[index].isRemoved
    else { throw author.refuse("sent somebody away who does not watch") }
    spectators[index].isRemoved = true
    for cut in step.last { spectators[index].last[UInt64(cut.incarnation)] = cut.sequence }
    return [.removed(name: spectators[index].name)]
  }
}
