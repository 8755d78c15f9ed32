import FoundationEssentials
import Identifiers
import Schema
import Wire

/// A statement of a roster as it was signed (specification section 26).
///
/// Its shape has been checked; whether the signatures hold is known to the roster that takes it.
public struct SignedStatement: Sendable, Hashable {
  /// The content of a statement.
  public enum Body: Sendable, Hashable {
    case term(RosterTerm)
    case member(RosterMember)
    case leave(RosterLeave)
    case invite(RosterInvite)
    case seen(RosterSeen)
    case cut(RosterCut)
  }

  /// The content.
  public let body: Body
  /// The bytes that travel: what was signed and the signatures, without anything that a sender put beside them.
  public let message: RosterStatement
  /// The hash that is signed. Signatures are no part of it: one body that is signed twice is one statement.
  public let hash: Bytes32

  /// Takes a statement from outside.
  ///
  /// - Throws: `WireError` when its shape or size is not as the specification says.
  public init(_ message: RosterStatement, in room: RoomID) throws {
    guard let signed = message.body else { throw WireError.malformed("a statement of no kind") }
    let bytes = signed.bytes
    let size = bytes.count + message.signatures.reduce(0) { $0 + $1.count }
    guard size <= Limits.rosterStatement else {
      throw WireError.limit("a statement of \(size) bytes")
    }
    body = try signed.decoded()
    self.message = .with {
      $0.body = signed
      $0.signatures = message.signatures
    }
    hash = Hashing.digest(.roster, [signed.number], room.bytes, [UInt8](bytes))
    guard body.isWellFormed, body.isOpening ? body.isOpening(of: room, as: bytes) : true else {
      throw WireError.malformed("a statement whose fields do not fit")
    }
  }

  /// Makes and signs a statement of our own.
  ///
  /// - Throws: as above, where the content is not allowed.
  public init(_ body: Body, in room: RoomID, signedBy keys: [SigningKey]) throws {
    var message = RosterStatement()
    message.body = try body.encoded()
    let unsigned = try SignedStatement(message, in: room)
    message.signatures = try keys.map { try $0.signStatement(unsigned.hash) }
    try self.init(message, in: room)
  }

  /// Whether these people signed it, in this order, and nobody else.
  func isSigned(by authors: Author?...) -> Bool {
    message.signatures.count == authors.count
      && zip(message.signatures, authors).allSatisfy { signature, author in
        author.map { Signatures.isStatement(signature, hash, by: $0) } ?? false
      }
  }

  /// Compares what was signed.
  public static func == (left: SignedStatement, right: SignedStatement) -> Bool {
    left.hash == right.hash
  }

  /// Hashes what was signed.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension SignedStatement {
  /// The place in an order in which what others name comes first.
  var rank: Int {
    switch body {
    case .term: 0
    case .invite: 1
    case .member: 2
    case .leave, .cut, .seen: 3
    }
  }

  /// Whether it is a term.
  var isTerm: Bool { rank == 0 }
}

extension RosterStatement.OneOf_Body {
  /// Takes what was signed with the number of its field. Nil for a number that no field has.
  public init?(_ number: UInt8, _ bytes: Data) {
    switch number {
    case 1: self = .term(bytes)
    case 2: self = .member(bytes)
    case 3: self = .leave(bytes)
    case 4: self = .invite(bytes)
    case 5: self = .seen(bytes)
    case 6: self = .cut(bytes)
    default: return nil
    }
  }

  /// The bytes that were signed.
  public var bytes: Data {
    switch self {
    case .term(let bytes), .member(let bytes), .leave(let bytes), .invite(let bytes),
      .seen(let bytes), .cut(let bytes):
      bytes
    }
  }

  /// The number of the field.
  public var number: UInt8 {
    switch self {
    case .term: 1
    case .member: 2
    case .leave: 3
    case .invite: 4
    case .seen: 5
    case .cut: 6
    }
  }

  fileprivate func decoded() throws -> SignedStatement.Body {
    switch self {
    case .term(let bytes): .term(try Coding.decode(RosterTerm.self, from: bytes))
    case .member(let bytes): .member(try Coding.decode(RosterMember.self, from: bytes))
    case .leave(let bytes): .leave(try Coding.decode(RosterLeave.self, from: bytes))
    case .invite(let bytes): .invite(try Coding.decode(RosterInvite.self, from: bytes))
    case .seen(let bytes): .seen(try Coding.decode(RosterSeen.self, from: bytes))
    case .cut(let bytes): .cut(try Coding.decode(RosterCut.self, from: bytes))
    }
  }
}

extension SignedStatement.Body {
  fileprivate func encoded() throws -> RosterStatement.OneOf_Body {
    switch self {
    case .term(let term): .term(Data(try Coding.encode(term)))
    case .member(let member): .member(Data(try Coding.encode(member)))
    case .leave(let leave): .leave(Data(try Coding.encode(leave)))
    case .invite(let invite): .invite(Data(try Coding.encode(invite)))
    case .seen(let seen): .seen(Data(try Coding.encode(seen)))
    case .cut(let cut): .cut(Data(try Coding.encode(cut)))
    }
  }

  /// Whether the fields have the sizes and values that hold whatever else is known.
  fileprivate var isWellFormed: Bool {
    switch self {
    case .term(let term): term.isWellFormed
    case .member(let member): member.isWellFormed
    case .leave(let leave): leave.author.count == 32 && leave.generation & 1 == 1
    case .invite(let invite): invite.term.count == 32 && invite.key.count == 32
    case .seen(let seen): seen.term.count == 32 && seen.author.count == 32
    case .cut(let cut):
      cut.author.count == 32 && cut.generation > 0 && cut.generation >> 32 == 0
        && !cut.last.isEmpty && cut.last.isInOrder
    }
  }

  fileprivate var isOpening: Bool {
    if case .term(let term) = self { return term.number == 0 }
    return false
  }

  /// Whether it is the only term with which a room may begin: the id follows from the opener and the nonce, and nothing
  /// else is in it, so that no opener can sign two.
  fileprivate func isOpening(of room: RoomID, as bytes: Data) -> Bool {
    guard case .term(let term) = self, let owner = Author(term.owner) else { return false }
    let only = RosterTerm.with {
      $0.owner = term.owner
      $0.nonce = term.nonce
    }
    return RoomID(privateOf: owner, nonce: term.nonce) == room
      && (try? Coding.encode(only)) == [UInt8](bytes)
  }
}

extension RosterTerm {
  fileprivate var isWellFormed: Bool {
    guard owner.count == 32 else { return false }
    guard number > 0 else { return nonce.count == 16 }
    return number < Limits.rosterTerms && previous.count == 32 && nonce.isEmpty
      && base.count == 32 && (1...UInt32(Limits.rosterMembers)).contains(baseCount)
      && until.isInOrder && (heir.isEmpty ? !handed : heir.count == 32 && heir != owner)
  }
}

extension RosterMember {
  fileprivate var isWellFormed: Bool {
    guard term.count == 32, standing.isWellFormed, generation & 0xffff_ffff > 0 else {
      return false
    }
    // Whoever has the secret of an invite says that somebody belongs to the room, and nothing else.
    return invite.isEmpty
      || invite.count == 32 && generation & 0xffff_ffff == 1 && cut.isEmpty && holes.isEmpty
  }
}
