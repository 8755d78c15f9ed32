import FoundationEssentials
import Identifiers
import Schema
import Wire

/// The statements of a roster in buckets, as two nodes compare them (specification section 26).
struct RosterInventory {
  /// 256 for the first bytes of authors, and one for terms.
  static let bucketCount = 257

  /// By bucket, the statements in the order of their hashes.
  private(set) var buckets = [[SignedStatement]](repeating: [], count: bucketCount)
  private let room: RoomID

  /// Sorts the statements of a roster.
  ///
  /// - Parameter isInTerm: whether invites and members are among them, which mean nothing to a node with another present term.
  init(_ roster: Roster, isInTerm: Bool) {
    room = roster.room
    for statement in roster.statements where isInTerm || !statement.isOfTerm {
      buckets[statement.bucket].append(statement)
    }
    for number in buckets.indices { buckets[number].sort { $0.hash < $1.hash } }
  }

  /// The number of all statements.
  var count: Int { buckets.reduce(0) { $0 + $1.count } }

  /// The hashes of all buckets, 16 bytes each.
  var table: Data { hashes.reduce(into: Data()) { $0.append($1.data) } }

  private var hashes: [StatementPrefix] {
    let empty = hash(of: [])
    return buckets.map { $0.isEmpty ? empty : hash(of: $0) }
  }

  private func hash(of bucket: [SignedStatement]) -> StatementPrefix {
    var hash = TaggedHash(.rosterBucket)
    hash.update(room.bytes)
    for statement in bucket { hash.update(statement.hash.bytes) }
    return StatementPrefix(hash.finish())
  }

  /// The numbers of the buckets of which another node's table says something else.
  ///
  /// - Throws: `WireError.malformed` for a table of another size.
  func differing(from table: Data) throws -> [Int] {
    guard table.count == Self.bucketCount * StatementPrefix.size else {
      throw WireError.malformed("a table of \(table.count) bytes")
    }
    let others = stride(from: table.startIndex, to: table.endIndex, by: StatementPrefix.size)
      .map { StatementPrefix(table[$0..<$0 + StatementPrefix.size]) }
    return zip(buckets.indices, zip(hashes, others)).filter { $1.0 != $1.1 }.map(\.0)
  }

  /// Names the statements of some buckets, in pieces that fit into messages of so many bytes.
  func lists(of numbers: [Int], most: Int) -> [[RosterBucket]] {
    let mostHashes = (most - RosterBucket.overhead) / StatementPrefix.size
    var (messages, size) = ([[RosterBucket]](), Int.max)
    for number in numbers {
      var (rest, after) = (buckets[number].map { StatementPrefix($0.hash) }[...], Data())
      repeat {
        let piece = rest.prefix(mostHashes)
        rest = rest.dropFirst(piece.count)
        let hashes = piece.reduce(into: Data()) { $0.append($1.data) }
        let bucket = RosterBucket.with {
          $0.number = UInt32(number)
          $0.after = after
          $0.hashes = hashes
          $0.more = !rest.isEmpty
        }
        after = piece.last?.data ?? Data()
        let pieceSize = hashes.count + RosterBucket.overhead
        if size > most - pieceSize { (size, messages) = (0, messages + [[]]) }
        messages[messages.count - 1].append(bucket)
        size += pieceSize
      } while !rest.isEmpty
    }
    return messages
  }

  /// Names all statements.
  var named: [RosterBucket] {
    lists(of: buckets.indices.filter { !buckets[$0].isEmpty }, most: .max).flatMap(\.self)
  }

  /// Compares what another node has in some buckets.
  ///
  /// - Parameter isWhole: whether the other node has nothing in buckets that are not named.
  /// - Returns: the statements that it lacks, and what it has and this one lacks.
  /// - Throws: `WireError.malformed` where the lists have another form.
  func compare(
    _ lists: [RosterBucket], isWhole: Bool
  ) throws -> (theyLack: [SignedStatement], weLack: [StatementPrefix]) {
    var (theyLack, weLack) = ([SignedStatement](), [StatementPrefix]())
    for (number, lists) in try Self.checked(lists) {
      for list in lists {
        let own = list.covered(buckets[number])
        let (named, known) = (Set(list.named), Set(own.map { StatementPrefix($0.hash) }))
        theyLack += own.filter { !named.contains(StatementPrefix($0.hash)) }
        weLack += list.named.filter { !known.contains($0) }
      }
    }
    if isWhole {
      let named = Set(lists.map(\.number))
      for number in buckets.indices where !named.contains(UInt32(number)) {
        theyLack += buckets[number]
      }
    }
    return (theyLack, weLack)
  }

  /// The pieces of lists by bucket. Each begins where the one before ended or behind that, so that whoever sends them does not
  /// have everything looked at again and again.
  private static func checked(_ lists: [RosterBucket]) throws -> [(Int, [NamedStatements])] {
    var checked: [(Int, [NamedStatements])] = []
    for list in lists {
      let number = Int(list.number)
      guard number < bucketCount, let piece = NamedStatements(list) else {
        throw WireError.malformed("a list of statements that is none")
      }
      guard let last = checked.last, last.0 >= number else {
        checked.append((number, [piece]))
        continue
      }
      guard last.0 == number, let end = last.1.last?.end, let after = piece.after, end <= after
      else { throw WireError.malformed("lists of statements that are not in order") }
      checked[checked.count - 1].1.append(piece)
    }
    return checked
  }

  /// The statements that another node wants.
  func statements(_ wanted: Set<StatementPrefix>) -> [SignedStatement] {
    buckets.flatMap { $0.filter { wanted.contains(StatementPrefix($0.hash)) } }
  }
}

/// The first half of the hash of a statement, by which it is named: 2^64 tries make two that have the same.
typealias StatementPrefix = Bytes16

extension StatementPrefix {
  static var size: Int { 16 }
}

extension Data {
  /// Hashes that stand one after the other; nil where they are not in order.
  var statementPrefixes: [StatementPrefix]? {
    let size = StatementPrefix.size
    guard count.isMultiple(of: size) else { return nil }
    let all = stride(from: startIndex, to: endIndex, by: size).compactMap {
      StatementPrefix(self[$0..<$0 + size])
    }
    return zip(all, all.dropFirst()).allSatisfy { $0 < $1 } ? all : nil
  }
}

/// A piece of a list as it came.
private struct NamedStatements {
  let after: StatementPrefix?
  let named: [StatementPrefix]
  /// The last hash of which it says something; nil for the last one of the bucket.
  let end: StatementPrefix?

  init?(_ list: RosterBucket) {
    guard let named = list.hashes.statementPrefixes,
      list.after.isEmpty || list.after.count == StatementPrefix.size,
      !list.more || !named.isEmpty
    else { return nil }
    after = StatementPrefix(list.after)
    self.named = named
    end = list.more ? named.last : nil
    if let after, let first = named.first, first <= after { return nil }
  }

  /// The statements of which it says something.
  func covered(_ bucket: [SignedStatement]) -> ArraySlice<SignedStatement> {
    let from = after.map { after in
      bucket.partitioningIndex { after < StatementPrefix($0.hash) }
    }
    let to = end.map { end in bucket.partitioningIndex { end < StatementPrefix($0.hash) } }
    return bucket[(from ?? 0)..<(to ?? bucket.count)]
  }
}

extension RosterBucket {
  /// The most bytes of one beside its hashes, `after` among them, and its place in a message.
  static let overhead = 40
}

extension SignedStatement {
  /// Whether it means nothing in other terms.
  var isOfTerm: Bool {
    switch body {
    case .invite, .member: true
    case .term, .leave, .cut, .seen: false
    }
  }

  /// The number of its bucket.
  fileprivate var bucket: Int {
    let author: Data? =
      switch body {
      case .term: nil
      case .member(let member): member.author
      case .leave(let leave): leave.author
      case .invite(let invite): invite.key
      case .seen(let seen): seen.author
      case .cut(let cut): cut.author
      }
    return author?.first.map { Int($0) } ?? RosterInventory.bucketCount - 1
  }
}
