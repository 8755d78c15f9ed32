import Schema

/// Everything at one look: what waits for our person, who is here, what is played, what comes next.
///
/// It fits on a terminal of 80 columns and 24 lines whatever there is.
public struct Overview {
  /// The columns in which its lines fit.
  static let columns = 80
  /// The most lines that it has.
  public static let rows = 24
  /// The most lines that say what is wrong.
  private static let problemRows = 5

  private let facts: OverviewFacts
  private let text: PlannedText

  /// Puts what the node knows together.
  ///
  /// - Parameter text: of the person and the moment.
  public init(_ facts: OverviewFacts, _ text: PlannedText) {
    (self.facts, self.text) = (facts, text)
  }

  /// A title with the groups below it.
  private struct Section {
    let title: String
    var groups: [OverviewGroup]
  }

  /// The overview, at most `rows` lines.
  public func lines() -> [Line] {
    let sections = self.sections.filter { !$0.groups.isEmpty }
    let groups = sections.flatMap(\.groups)
    let (head, foot) = (self.head, Self.foot)
    let room = Self.rows - head.count - sections.count - 1
    // Empty lines stay where each group has two lines all the same.
    let airy = OverviewGroup.share(room - sections.count - 1, among: groups)
    let isAiry = zip(airy, groups).allSatisfy { $0 >= min($1.size, 2) }
    var given = (isAiry ? airy : OverviewGroup.share(room, among: groups))[...]
    var lines = head
    for section in sections {
      if isAiry { lines.append(Line()) }
      lines.append(Line(section.title, .bold))
      lines += section.groups.flatMap { $0.lines(in: given.removeFirst()) }
    }
    return lines + (isAiry ? [Line(), foot] : [foot])
  }

  private static let foot = Line(
    "parlor chat · war host · war join · war resume · settings · --help", .faint)

  private var sections: [Section] {
    [
      Section(title: "Waiting for you", groups: WaitingList(facts, text).groups),
      Section(title: "People here", groups: [people]),
      Section(title: "Going on", groups: [matches, tournaments, rooms]),
      Section(title: "Next", groups: [next]),
    ].map { Section(title: $0.title, groups: $0.groups.filter { $0.size > 0 }) }
  }

  /// Our name, and what is wrong.
  private var head: [Line] {
    var name = Line(facts.status.name.plain, .bold)
    name.add("  \(facts.status.words.plain)", .faint)
    let problems = self.problems.flatMap { Line($0.plain).wrapped(to: Self.columns, indent: 2) }
    guard problems.count > Self.problemRows else { return [name] + problems }
    return [name] + problems.prefix(Self.problemRows - 1)
      + [OverviewGroup.line("There is more to say", "parlor doctor")]
  }

  private var people: OverviewGroup {
    let here = facts.peers.filter { $0.online || $0.discovered }
    return OverviewGroup(
      here.isEmpty ? [Line("  nobody", .faint)] : Self.lines(of: here), "person is here",
      "people are here", "parlor peer list")
  }

  private var matches: OverviewGroup {
    OverviewGroup(
      TableListText(facts.tables).brief, "match or table", "matches and tables", "parlor war list")
  }

  private var tournaments: OverviewGroup {
    let running = facts.tournaments.filter { $0.phase == .played || $0.phase == .knockout }
    return OverviewGroup(
      running.map { Line(TournamentText.line(of: $0)) }, "tournament is played",
      "tournaments are played", "parlor tournament list", most: 4)
  }

  private var rooms: OverviewGroup {
    let list = RoomListText(facts.rooms, now: text.now)
    return OverviewGroup(
      (list.lively + list.quiet).map(MessageText.activity(in:)), "room", "rooms",
      "parlor room list", most: min(8, list.lively.count + (list.isFolded ? 1 : list.quiet.count)))
  }

  private var next: OverviewGroup {
    OverviewGroup(
      text.coming(facts.events), "event comes", "events come", "parlor event list", most: 3)
  }

  private var problems: [String] {
    let status = facts.status
    return [
      facts.isOutdated
        ? "Parlor was upgraded, and your node still runs the old version: `parlor stop --restart` starts the new one."
        : "",
      status.storageProblem, status.calendar.problem,
      status.isStartingDiscovery
        ? "Looking for others on this network ..."
        : status.discovery
          ? "" : "Others are not found automatically. \(status.discoveryProblem.sentence)",
    ].filter { !$0.isEmpty }
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
  public static func lines(of peers: [PeerView], _ choice: PeopleChoice = .everybody) -> [Line] {
    if peers.isEmpty {
      return [
        Line(
          "  nobody yet: does Parlor run on another machine of this network? `parlor peer add` adds one by its address."
        )
      ]
    }
    return choice.lines(
      peers.map { peer in
        PeopleChoice.Person(
          names: [peer.name, peer.words, peer.id], rank: rank(of: peer), line: line(of: peer))
      })
  }

  /// Those with news come first, then those who are paired, then those who are here.
  private static func rank(of peer: PeerView) -> Int {
    if !PairText.advice(on: peer).isEmpty { return 0 }
    if peer.blocked { return 5 }
    if peer.paired { return peer.online ? 1 : 2 }
    return peer.online ? 3 : peer.discovered ? 4 : 5
  }

  private static func line(of peer: PeerView) -> Line {
    let name = peer.name.isEmpty ? peer.addresses.first ?? "unknown" : peer.name
    var line = Line("  ")
    line.add(Columns.fit(name.plain, to: 20), .bold)
    let state = peer.online ? "online" : peer.discovered ? "nearby" : "away"
    line.add("  \(Columns.fit(state, to: 6))  \(Columns.fit(ShortID.text(peer.id), to: 8))")
    let trust = PairText.trust(in: peer)
    line.add("  \(peer.id.isEmpty ? "" : "\(trust)  ")\(peer.words.plain)", .faint)
    if state == "nearby" { line.add("  announced on this network, not connected", .faint) }
    if !peer.online, peer.lastSeenMilliseconds > 0 {
      line.add("  last seen \(ClockText.dateTime(milliseconds: peer.lastSeenMilliseconds))", .faint)
    }
    let withheld = PairText.withheld(from: peer)
    if !withheld.isEmpty { line.add("  \(withheld)", .faint) }
    let advice = PairText.advice(on: peer)
    if !advice.isEmpty { line.add("  \(advice)") }
    if !peer.problem.isEmpty { line.add("  \(peer.problem.plain)") }
    if let difference = peer.clockDifference { line.add("  \(difference.plain)") }
    if peer.shareUsedUp > 0 {
      line.add(
        "  keeps no more of yours: your \(FileText.size(peer.shareUsedUp)) there are used up")
    }
    return line
  }
}
