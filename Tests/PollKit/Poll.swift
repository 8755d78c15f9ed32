import Feature
import Identifiers
import Node
import Schema
import SwiftProtobuf
import TestKit

extension RecordKind {
  fileprivate static let poll: RecordKind = 0x6501
  fileprivate static let vote: RecordKind = 0x6502
}

/// The methods of polls.
public enum PollMethods {
  /// Asks a question in a room.
  public static let make = Method<MakePoll, PollView>("polls/make")
  /// Chooses one of the options, in place of what our person chose before.
  public static let vote = Method<CastVote, PollView>("polls/vote")
  /// The polls of a room, the oldest first.
  public static let list = Method<ListPolls, PollList>("polls/list", isRead: true)
}

extension Feature {
  /// Polls: a question, options, one vote per person and the result.
  public static let poll = Feature(
    name: "polls", kinds: [Polls.polls.erased, Polls.votes.erased],
    shows: [RecordView([.poll, .vote], root: Polls.root, view: Polls.view)],
    handlers: [
      .command(PollMethods.make, Polls.make), .command(PollMethods.vote, Polls.vote),
      .read(PollMethods.list, Polls.list),
    ])
}

private enum Polls {
  static let polls = Kind(
    .poll, Poll.self, noun: "poll", lists: "poll list", title: \.question, name: \.question,
    words: { ([$0.question] + $0.options).joined(separator: " ") })
  static let votes = Kind(
    .vote, Vote.self, KindRules(parents: [.poll]), noun: "vote", lists: "poll list",
    title: { "option \($0.option + 1)" })

  static func make(
    _ request: MakePoll, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<PollView> {
    let room = try home.room(request.room)
    guard !request.poll.question.isEmpty, Set(request.poll.options).count > 1,
      Set(request.poll.options).count == request.poll.options.count
    else { throw Refused(.invalid, "A poll needs a question and two options that differ.") }
    return .record(try draft.make(polls, in: room.id, request.poll), in: room.id)
  }

  static func vote(
    _ request: CastVote, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<PollView> {
    let poll = try home.find(request.poll, [.poll], in: [home.room(request.room).id])
    guard let option = polls.decode(poll.body).options.firstIndex(of: request.option) else {
      throw Refused(.invalid, "\(request.option) is no option of this poll.")
    }
    let vote = Vote.with { $0.option = UInt32(option) }
    if let old = try home.children(of: poll.id, in: poll.room).first(where: {
      $0.author == home.me
    }) {
      try draft.change(old, votes) { $0 = vote }
    } else {
      try draft.make(
        votes, in: poll.room, parent: poll.id, named: DerivedNonce("vote", poll.id), vote)
    }
    return .record(poll.id, in: poll.room)
  }

  static func list(_ request: ListPolls, _ home: any Snapshot) throws -> PollList {
    let room = try home.room(request.room)
    let records = try home.records(of: [.poll], in: room.id, limit: 500)
    return try .with { $0.polls = try records.map { try view($0, home) } }
  }

  static func root(_ record: Record, _ home: any Snapshot) throws -> Record? {
    guard record.kind == .vote, let parent = record.parent else { return record }
    return try home.record(parent, in: record.room)
  }

  /// Counts the first vote of each person: a program of somebody else may have written more.
  static func view(_ record: Record, _ home: any Snapshot) throws -> PollView {
    let poll = polls.decode(record.body)
    var counts = poll.options.map { _ in UInt32(0) }
    var voters: Set<Author> = []
    for vote in try home.children(of: record.id, in: record.room)
    where voters.insert(vote.author).inserted {
      let option = Int(votes.decode(vote.body).option)
      if counts.indices.contains(option) { counts[option] += 1 }
    }
    return .with {
      $0.id = record.item.description
      $0.room = record.room.description
      $0.poll = poll
      $0.votes = counts
      $0.deleted = record.isDeleted
    }
  }
}

/// Acts of people with polls in simulated rooms.
public final class PollActs: FeatureActs {
  public static let counts = ["polls made", "votes cast"]

  public init?(seed: UInt64) {}

  public func act(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let known = person.read { try $0.read(PollMethods.list) { $0.room = person.room.description } }
    if let poll = known?.polls.randomElement(using: &random), random.next() % 4 > 0 {
      let answer = person.call(PollMethods.vote) {
        $0.room = poll.room
        $0.poll = poll.id
        $0.option = poll.poll.options.randomElement(using: &random) ?? ""
      }
      if answer != nil { person.count("votes cast") }
    } else {
      let answer = person.call(PollMethods.make) {
        $0.room = person.room.description
        $0.poll.question = "poll \(random.next() % 1_000)"
        $0.poll.options = ["yes", "no", "perhaps"]
      }
      if answer != nil { person.count("polls made") }
    }
  }

  public func shown(_ views: RoomViews) throws -> [String] {
    try views.read(PollMethods.list) { $0.room = views.id.description }.polls
      .map { "\($0.id) \($0.poll.question) \($0.votes)" }
  }
}
