import Crypto
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// What organisers do with draws, and what nodes do by themselves for their people (row T-10).
enum DrawCommands {
  /// So long members may join, in milliseconds.
  static let openMilliseconds: Int64 = 10_000
  /// So long what was promised may be missing before the next attempt, in milliseconds.
  private static let patience: Int64 = 30_000
  /// Attempts of one tournament.
  private static let mostAttempts = 100

  static func begin(
    _ request: BeginDraw, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    let purpose = try purpose(request, state)
    let entrants = state.competition.entrants
    guard entrants.count > 1 else {
      throw Refused(
        .notNow, "A draw needs at least two entrants: `parlor tournament enter` adds them.")
    }
    let earlier = state.draws
    guard earlier.count < mostAttempts else {
      throw Refused(.notNow, "\(state.name) has had \(mostAttempts) draws, and that is the most.")
    }
    if let last = earlier.last, last.seed == nil, home.now < last.record.wall + patience {
      throw Refused(
        .notNow,
        "A draw of \(state.name) goes on: wait until its members have shown their bytes.")
    }
    // Who has not shown what was promised does not take part again.
    let excluded = Set(
      earlier.filter { $0.isClosed && $0.seed == nil }.flatMap { draw in
        draw.parts.filter { $0.secret == nil }.map(\.author)
      }
    ).subtracting([home.me])
    let count =
      request.groups > 0
      ? Int(request.groups)
      : state.competition.groups.isEmpty
        ? GroupDeal.count(entrants.count) : state.competition.groups.count
    guard purpose != .groups || (count <= entrants.count && count <= TournamentRules.mostGroups)
    else {
      throw Refused(
        .invalid,
        "\(count) groups are too many for \(entrants.count) entrants: no group may be without one.")
    }
    let body = DrawRequest.with {
      $0.purpose = purpose
      $0.excluded = excluded.map(\.data).sorted { $0.lexicographicallyPrecedes($1) }
      $0.groups = purpose == .groups ? UInt32(count) : 0
      $0.clubsApart = state.body.clubsApart
      $0.entrants = state.members.map(\.record.item.data)
    }
    try draft.make(
      TournamentKinds.drawRequest, in: state.record.room, parent: state.record.id, body)
    return .record(state.record.id, in: state.record.room)
  }

  private static func purpose(
    _ request: BeginDraw, _ state: TournamentState
  ) throws -> DrawPurpose {
    if request.lots {
      try state.checkMayEdit()
      guard state.body.started else {
        throw Refused(
          .notNow, "Lots are drawn for ties, and \(state.name) has not started.")
      }
      return .lots
    }
    try state.checkIsDraft("the draw")
    switch state.body.format {
    case .groups: return .groups
    case .knockout, .double: return .seeds
    default:
      throw Refused(
        .notNow,
        "\(state.name) has neither groups nor a knockout to draw: --lots draws lots for ties.")
    }
  }

  static func close(
    _ request: CloseDraw, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let record = try home.find(request.draw, [.drawRequest], in: home.rooms())
    guard record.author == home.me, let parent = record.parent else {
      throw Refused(.notNow, "Only the organiser who began a draw ends the time to join it.")
    }
    let draw = try Draw(record, home)
    if !draw.isClosed { try close(draw, &draft) }
    return .record(parent, in: record.room)
  }

  private static func close(_ draw: Draw, _ draft: inout Draft) throws {
    try draft.make(
      TournamentKinds.drawClose, in: draw.record.room, parent: draw.record.id,
      named: DerivedNonce("draw close", draw.record.id),
      .with { $0.commits = draw.commits.map(\.item.data) })
  }

  // MARK: By itself

  /// What our node does for our person in draws of its rooms: it promises, shows, and applies what our person has drawn.
  static let reaction = Reaction(
    [.drawRequest, .drawCommit, .drawClose, .drawReveal],
    open: { home in
      try home.rooms().flatMap { try home.records(of: [.drawRequest], in: $0, limit: 20) }
    },
    react: { change, home, draft in
      let record = change.record
      guard change.effect != .deleted,
        let request = record.kind == .drawRequest
          ? record : try record.parent.flatMap({ try home.record($0, in: record.room) }),
        request.kind == .drawRequest, !request.isDeleted,
        let parent = try request.parent.flatMap({ try home.record($0, in: request.room) }),
        parent.kind == .tournament, !parent.isDeleted
      else { return }
      let state = try TournamentState(parent, home)
      guard state.isOrganiser(request.author), request.changed == 0 else { return }
      try takePart(Draw(request, home), state, home, &draft)
    })

  private static func takePart(
    _ draw: Draw, _ state: TournamentState, _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    let id = draw.record.id
    let secretID = RecordID(by: home.me, named: DerivedNonce("draw secret", id))
    if !draw.isClosed {
      guard draw.ownCommit == nil, !draw.body.excluded.contains(home.me.data),
        try home.record(secretID, in: home.personalRoom) == nil
      else {
        return try closeAlone(draw, home, &draft)
      }
      let secret = draft.randomBytes(32)
      try draft.make(
        TournamentKinds.drawSecret, in: home.personalRoom, about: draw.record.item,
        named: DerivedNonce("draw secret", id), .with { $0.secret = secret })
      try draft.make(
        TournamentKinds.drawCommit, in: draw.record.room, parent: id,
        named: DerivedNonce("draw commit", id),
        .with { $0.hash = Data(SHA256.hash(data: secret)) })
      return
    }
    if let own = draw.parts.first(where: { $0.author == home.me }), own.secret == nil,
      let kept = try home.record(secretID, in: home.personalRoom), !kept.isDeleted
    {
      try draft.make(
        TournamentKinds.drawReveal, in: draw.record.room, parent: id,
        named: DerivedNonce("draw reveal", id),
        .with { $0.secret = TournamentKinds.drawSecret.decode(kept.body).secret })
    }
    if draw.record.author == home.me { try apply(draw, state, &draft) }
  }

  /// Where nobody else could take part there is nobody to wait for.
  private static func closeAlone(
    _ draw: Draw, _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    guard draw.record.author == home.me, !draw.commits.isEmpty,
      try home.people(in: draw.record.room).count < 2
    else { return }
    try close(draw, &draft)
  }

  /// Puts the entrants where the draw has put them, once.
  private static func apply(
    _ draw: Draw, _ state: TournamentState, _ draft: inout Draft
  ) throws {
    guard let order = draw.order, !state.body.started, draw.body.purpose != .lots,
      state.body.drawn != draw.record.item.data,
      state.draws.last?.record.id == draw.record.id
    else { return }
    let drawn = DrawnPlaces(draw, order, state)
    try draft.change(state.record, TournamentKinds.tournament) { body in
      body.drawn = draw.record.item.data
      if draw.body.purpose == .groups {
        PlacingCommands.put(drawn.groups, state, &body)
      } else {
        body.knockout.slots = drawn.slots.map { PlacingCommands.slot($0, state) }
      }
    }
  }

  /// Closes the draws of our person when their time is over.
  static let due: Feature.DueFunction = { home, _, now in
    var due = Due()
    for room in try home.rooms() {
      for record in try home.records(of: [.drawRequest], in: room, limit: 20)
      where record.author == home.me {
        guard try !Draw(record, home).isClosed else { continue }
        let end = record.wall + openMilliseconds
        if end <= now {
          due.calls.append(Methods.Tournaments.closeDraw { $0.draw = record.item.description })
        } else {
          due.next = min(due.next ?? end, end)
        }
      }
    }
    return due
  }
}

/// Where a draw has put the entrants.
struct DrawnPlaces {
  private(set) var groups: [[Int?]] = []
  private(set) var slots: [Competition.Slot] = []

  /// - Parameter order: the entrants' item ids in the order of the draw.
  init(_ draw: Draw, _ order: [Data], _ state: TournamentState) {
    let numbers = order.compactMap { state.number(of: $0) }
    switch draw.body.purpose {
    case .groups:
      let clubs = draw.body.clubsApart ? state.competition.entrants.map(\.club) : nil
      let count = min(Int(draw.body.groups), TournamentRules.mostGroups)
      groups = GroupDeal.groups(numbers, into: count, byPots: false, clubs: clubs)
    case .seeds: slots = KnockoutProposal.seeded(numbers.map { .entrant($0) })
    default: break
    }
  }
}
