import Schema

/// What is going on here, for one look.
public struct Overview: Sendable {
  private let status: StatusView
  private let peers: [PeerView]
  private let tables: [TableView]
  private let pairings: [PairView]
  private let rooms: [RoomView]
  private let introductions: [IntroductionView]

  /// Puts what the node knows together.
  public init(
    status: StatusView, peers: [PeerView], tables: [TableView], pairings: [PairView] = [],
    rooms: [RoomView] = [], introductions: [IntroductionView] = []
  ) {
    self.status = status
    self.pairings = pairings
    self.rooms = rooms
    self.introductions = introductions
    self.peers = peers
    self.tables = tables
  }

  /// Who we are, who is there, which matches go on, and what to do next.
  public func lines() -> [Line] {
    var lines = [Line(status.name.plain, .bold)]
    lines[0].add("  \(status.words.plain)", .faint)
    lines += problems()
    lines.append(Line())
    let online = peers.filter { $0.online || $0.discovered }
    lines.append(Line("People here", .bold))
    lines += online.isEmpty ? [Line("  nobody", .faint)] : Self.lines(of: online)
    lines += pairings.compactMap(PairText.question).map { Line("  \($0)") }
    lines += introductions.map { Line("  \(PairText.question($0))") }
    lines.append(Line())
    if !rooms.isEmpty {
      lines.append(Line("Rooms", .bold))
      lines += rooms.map(MessageText.activity(in:))
      lines.append(Line())
    }
    let list = TableListText(tables)
    lines += list.waiting.map { Line("  \($0)", .bold) }
    lines += list.lines(completed: false)
    lines.append(Line())
    lines.append(Line("parlor chat · war host · war join · war resume · settings · --help", .faint))
    return lines
  }

  private func problems() -> [Line] {
    [
      status.storageProblem, status.calendar.problem,
      status.isStartingDiscovery
        ? "Looking for others on this network ..."
        : status.discovery
          ? "" : "Others are not found automatically. \(status.discoveryProblem.sentence)",
    ]
    .filter { !$0.isEmpty }.map { Line($0.plain) } + ConflictText.notice(status.conflicts)
  }

  /// The figures of one node, one a line.
  public static func lines(of status: StatusView) -> [Line] {
    let discovery =
      status.discovery
      ? "on" : status.isStartingDiscovery ? "starting" : "off, \(status.discoveryProblem.plain)"
    var fields = [
      ("name", status.name.plain), ("words", status.words.plain), ("node", status.node.plain),
      ("account", status.account.plain), ("home", status.home.plain), ("port", "\(status.port)"),
    ]
    fields += status.addresses.map { ("address", $0.plain) }
    fields += [
      ("discovery", discovery),
      ("peers", "\(status.peersOnline) online, \(status.peersKnown) known"),
      ("tables", "\(status.tablesPlaying) playing, \(status.tablesOpen) open"),
      ("version", "\(status.version.plain), protocol \(status.protocolVersion)"),
      ("up", ClockText.duration(milliseconds: status.uptimeMilliseconds)),
    ]
    fields += ShareText.lines(of: status.shares).map { ("share", $0) }
    if status.lock.locked { fields.append(("locked", status.lock.text.plain)) }
    if !status.storageProblem.isEmpty { fields.append(("storage", status.storageProblem.plain)) }
    if !status.calendar.folder.isEmpty {
      fields += FolderText.lines(of: status.calendar).map { ("calendar", $0) }
    }
    if status.hasPage, !(status.page.address + status.page.problem).isEmpty {
      fields.append(("page", (status.page.address + status.page.problem).plain))
    }
    if status.conflicts > 0 { fields.append(("conflicts", "\(status.conflicts)")) }
    return fields.map { name, value in
      var line = Line(Columns.fit(name, to: 11), .faint)
      line.add(value)
      return line
    }
  }

  /// Peers, one a line.
  public static func lines(of peers: [PeerView]) -> [Line] {
    if peers.isEmpty {
      return [
        Line(
          "  nobody yet: does Parlor run on another machine of this network? `parlor peer add` adds one by its address."
        )
      ]
    }
    return peers.map { peer in
      let name = peer.name.isEmpty ? peer.addresses.first ?? "unknown" : peer.name
      var line = Line("  ")
      line.add(Columns.fit(name.plain, to: 20), .bold)
      let state = peer.online ? "online" : peer.discovered ? "nearby" : "away"
      line.add("  \(Columns.fit(state, to: 6))  \(Columns.fit(ShortID.text(peer.id), to: 8))")
      let trust = PairText.trust(in: peer)
      line.add("  \(peer.id.isEmpty ? "" : "\(trust)  ")\(peer.words.plain)", .faint)
      if state == "nearby" { line.add("  announced on this network, not connected", .faint) }
      if !peer.online, peer.lastSeenMilliseconds > 0 {
        line.add(
          "  last seen \(ClockText.dateTime(milliseconds: peer.lastSeenMilliseconds))", .faint)
      }
      let withheld = PairText.withheld(from: peer)
      if !withheld.isEmpty { line.add("  \(withheld)", .faint) }
      let advice = PairText.advice(on: peer)
      if !advice.isEmpty { line.add("  \(advice)") }
      if !peer.problem.isEmpty { line.add("  \(peer.problem.plain)") }
      if peer.shareUsedUp > 0 {
        line.add(
          "  keeps no more of yours: your \(FileText.size(peer.shareUsedUp)) there are used up")
      }
      return line
    }
  }
}
