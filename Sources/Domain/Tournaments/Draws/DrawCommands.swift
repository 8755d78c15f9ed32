import Crypto
import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// The commands of organisers for draws, and the part that nodes take in them for their people (row T-10).
enum DrawCommands {
  /// So long members may join, in milliseconds.
  static let openMilliseconds: Int64 = 10_000
  /// So long what was promised may be missing before the next attempt, in milliseconds.
  private static let patience: Int64 = 30_000

  static func begin(
    _ request: BeginDraw, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    let purpose = try purpose(request, state)
    guard request.groups == 0 || purpose == .groups else {
      let other = purpose == .lots ? "Lots for ties" : "The places of a knockout"
      throw Refused(
        .invalid, "\(other) are drawn without groups: leave out the number of groups.")
    }
    let entrants = state.competition.entrants
    guard entrants.count > 1 else {
      throw Refused(
        .notNow, "A draw needs at least two entrants.", .enter)
    }
    let reason = try Refused.line(request.reason, "The reason", limit: TournamentRules.reason)
    try checkEarlier(state, purpose, reason, now: home.now)
    // Who has not shown what was promised does not take part again.
    let excluded = Set(
      state.draws.filter { $0.isClosed && $0.seed == nil && $0.fault == nil }.flatMap { draw in
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
        "\(count) groups are too many for \(Count.of(entrants.count, "entrant")): each group needs at least one."
      )
    }
    // All groups have as many places as the largest one.
    let largest = (entrants.count + count - 1) / count
    if purpose == .groups,
      let refused = GroupDeal.tooMany(
        qualifiers: Int(state.body.qualifiers), groups: [largest])
    {
      throw refused
    }
    let body = DrawRequest.with {
      $0.purpose = purpose
      $0.excluded = excluded.map(\.data).sorted { $0.lexicographicallyPrecedes($1) }
      $0.groups = purpose == .groups ? UInt32(count) : 0
      $0.clubsApart = state.body.clubsApart
      $0.reason = reason
      $0.entrants = state.members.map(\.record.item.data)
    }
    try draft.make(
      TournamentKinds.drawRequest, in: state.record.room, parent: state.record.id, body)
    return .record(state.record.id, in: state.record.room)
  }

  /// Checks that the draws before allow another one.
  ///
  /// - Throws: `Refused`.
  private static func checkEarlier(
    _ state: TournamentState, _ purpose: DrawPurpose, _ reason: String, now: Int64
  ) throws {
    // A late entrant has no lot, and the earlier draw counts no more. A reason is wanted all the same: otherwise an organiser could let
    // people in until a draw has the wanted result.
    if purpose == .lots, !Lots.done(state.draws).isEmpty, reason.isEmpty {
      let when =
        state.lots.map { ", and they count (\($0.text))" } ?? " before others came in"
      throw Refused(
        .notNow,
        "Lots were drawn for \(state.name)\(when). Give the reason to draw again, with --reason: everybody sees it."
      )
    }
    let earlier = state.draws
    guard earlier.count < Draw.mostAttempts else {
      throw Refused(
        .notNow, "\(state.name) has had \(Draw.mostAttempts) draws, which is the most allowed.")
    }
    if let last = earlier.last, last.seed == nil, now < last.record.wall + patience {
      throw Refused(
        .notNow,
        "A draw of \(state.name) is still running: wait until its members have shown their bytes.")
    }
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
    guard state.style.traits.playsKnockout else {
      throw Refused(
        .notNow,
        "\(state.name) has neither groups nor a knockout to draw: --lots draws lots for ties.")
    }
    return state.style.traits.playsGroups ? .groups : .seeds
  }

  static func close(
    _ request: CloseDraw, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let record = try home.find(request.draw, [.drawRequest], in: home.rooms())
    guard record.author == home.me, let parent = record.parent else {
      throw Refused(.notNow, "Only the organiser who began a draw can end the time to join it.")
    }
    let draw = try Draw(record, home)
    if !draw.isClosed { try close(draw, &draft) }
    return .record(parent, in: record.room)
  }

  private static func close(_ draw: Draw, _ draft: inout Draft) throws {
    let request = draw.record.contentHash
    // A promise that names no request is that of a program of before, which shows nothing for this list.
    let promises = draw.commits.filter {
      TournamentKinds.drawCommit.decode($0.body).request == request
    }
    try draft.make(
      TournamentKinds.drawClose, in: draw.record.room, parent: draw.record.id,
      named: Draw.nonce(.drawClose, for: draw.record.id),
      .with {
        $0.commits = promises.map(\.item.data)
        $0.hashes = promises.map(\.contentHash)
        $0.authors = promises.map(\.author.data)
      })
  }

  // MARK: By itself

  /// The part that our node takes in draws of its rooms for our person: it promises, shows, and applies the draws of our person.
  static let reaction = Reaction(
    [.drawRequest, .drawCommit, .drawClose, .drawReveal], together: .drawRequest,
    open: { home in
      try home.rooms().flatMap { try home.records(of: [.drawRequest], in: $0, limit: 20) }
    },
    react: { change, home, draft in
      let record = change.record
      guard change.effect != .deleted,
        let request = record.kind == .drawRequest
          ? record : try record.parent.flatMap({ try home.record($0, in: record.room) }),
        try takePart(in: request, home, &draft)
      else { return }
      // Another one of this organiser may have waited for the end of this one.
      for other in try home.records(of: [.drawRequest], in: record.room, limit: mostWaiting)
      where other.author == request.author && other.wall > home.now - patience {
        guard try home.record(secret(of: other, home), in: home.personalRoom) == nil else {
          continue
        }
        _ = try takePart(in: other, home, &draft)
        return
      }
    })

  /// Requests that our node answers in a day, of one organiser.
  static let mostInADay = 10
  /// Requests that are looked at once a draw is closed.
  private static let mostWaiting = 20

  /// Whether our node promises for a request: one of an organiser at once, and so many in a day. Others cannot make it write without
  /// end.
  private static func mayPromise(
    for request: Record, _ home: any Snapshot
  ) throws -> Bool {
    guard request.author != home.me else { return true }
    let secrets = try home.records(of: [.drawSecret], in: home.personalRoom, limit: 200)
    var count = 0
    for secret in secrets.reversed() where secret.wall > home.now - 86_400_000 {
      guard let item = secret.about, item != request.item, let other = try home.record(of: item),
        other.author == request.author
      else { continue }
      count += 1
      guard count < mostInADay else { return false }
      let isNew = secret.wall > home.now - patience
      if isNew, try !Draw(other, home).isClosed { return false }
    }
    return true
  }

  private static func secret(of request: Record, _ home: any Snapshot) -> RecordID {
    Draw.id(.drawSecret, of: home.me, for: request.id)
  }

  /// Does what our node has to do in a draw.
  ///
  /// - Returns: whether nobody more can take part in it.
  private static func takePart(
    in request: Record, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Bool {
    guard request.kind == .drawRequest, !request.isDeleted, request.changed == 0 else {
      return false
    }
    let draw = try Draw(request, home)
    let isAnswered = try home.record(secret(of: request, home), in: home.personalRoom) != nil
    // The number of requests has no bound: little is read for one that is not answered.
    guard try draw.isClosed || isAnswered || mayPromise(for: request, home),
      let parent = try request.parent.flatMap({ try home.record($0, in: request.room) }),
      parent.kind == .tournament, !parent.isDeleted
    else { return false }
    let state = try TournamentState(parent, home)
    guard state.isOrganiser(request.author) else { return false }
    if draw.isClosed {
      try show(draw, home, &draft)
      if request.author == home.me { try apply(draw, state, &draft) }
    } else if isAnswered || draw.ownCommit != nil || draw.body.excluded.contains(home.me.data) {
      try closeAlone(draw, home, &draft)
    } else {
      try promise(draw, home, &draft)
    }
    return draw.isClosed
  }

  private static func promise(
    _ draw: Draw, _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    let id = draw.record.id
    let secret = draft.randomBytes(32)
    try draft.make(
      TournamentKinds.drawSecret, in: home.personalRoom, about: draw.record.item,
      named: Draw.nonce(.drawSecret, for: id), .with { $0.secret = secret })
    try draft.make(
      TournamentKinds.drawCommit, in: draw.record.room, parent: id,
      named: Draw.nonce(.drawCommit, for: id),
      .with {
        $0.hash = Data(SHA256.hash(data: secret))
        $0.request = draw.record.contentHash
      })
  }

  /// Shows what our node has promised, for one list only: the first that it has seen, where that is whole.
  private static func show(
    _ draw: Draw, _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    guard !draw.hasShown, draw.fault == nil else { return }
    guard let list = draw.list else { return try showInOldForm(draw, home, &draft) }
    guard let close = draw.close, let own = draw.ownCommit,
      list.promises[home.me] == own.contentHash,
      let kept = try home.record(secret(of: draw.record, home), in: home.personalRoom),
      !kept.isDeleted
    else { return }
    let missed = draw.missed(on: list)
    let signed = draw.record.author == home.me ? nil : try home.signedEntry(of: close)
    // With derived nonces there is one word of ours, also after a start: it is what remembers the list.
    try draft.make(
      TournamentKinds.drawReveal, in: draw.record.room, parent: draw.record.id,
      named: Draw.nonce(.drawReveal, for: draw.record.id),
      .with {
        $0.list = list.hash
        if let signed { $0.signed = signed }
        $0.misses = missed.map(\.data)
        if missed.isEmpty { $0.secret = TournamentKinds.drawSecret.decode(kept.body).secret }
      })
  }

  /// Shows what our node has promised before promises named a request.
  private static func showInOldForm(
    _ draw: Draw, _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    guard draw.parts.contains(where: { $0.author == home.me && $0.secret == nil }),
      let kept = try home.record(secret(of: draw.record, home), in: home.personalRoom),
      !kept.isDeleted
    else { return }
    try draft.make(
      TournamentKinds.drawReveal, in: draw.record.room, parent: draw.record.id,
      named: Draw.nonce(.drawReveal, for: draw.record.id),
      .with { $0.secret = TournamentKinds.drawSecret.decode(kept.body).secret })
  }

  /// Closes a draw of our person at once where nobody else could take part.
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

/// The places that a draw has given the entrants.
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
