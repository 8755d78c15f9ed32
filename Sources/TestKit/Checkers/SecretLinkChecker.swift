import FoundationEssentials
import Identifiers
import Schema
import Store
import War
import Wire

/// No link of a chain leaves its node before its round, and the secret never.
///
/// It looks for the bytes in every frame, whatever the frame says it is.
public final class SecretLinkChecker: Checker {
  /// Links beyond the present one that are looked for.
  private static let lookahead: UInt32 = 3

  private struct Watched {
    var secret: [UInt8]
    var links: [UInt32: Data] = [:]
  }

  private var watched: [Int: [RoomID: Watched]] = [:]
  /// The number of times that a frame was searched.
  public private(set) var searches = 0

  /// A checker that knows no chain yet.
  public init() {}

  /// Searches the frame for what must stay secret.
  public func sent(_ passing: Passing, in network: VirtualNetwork) throws {
    let frame = Data(passing.bytes)
    for view in try network.nodes[passing.from].tables() {
      guard let room = Base32.decode(view.id).flatMap({ RoomID($0) }),
        var chain = try chain(of: passing.from, room, in: network)
      else { continue }
      searches += 1
      try refuse(Data(chain.secret), in: frame, "its secret", passing)
      let round = max(view.round, 1)
      let first = view.phase == .playing || view.phase == .finished ? round + 1 : 1
      for next in first..<first + Self.lookahead {
        guard let link = Self.link(next, of: view.seat, &chain) else { continue }
        try refuse(link, in: frame, "its link of round \(next) in round \(round)", passing)
      }
      watched[passing.from]?[room] = chain
    }
  }

  private func chain(
    of number: Int, _ room: RoomID, in network: VirtualNetwork
  ) throws -> Watched? {
    if let known = watched[number]?[room] { return known }
    guard let secret = try network.nodes[number].store.read({ try $0.chainSecret(room) }) else {
      return nil
    }
    let chain = Watched(secret: secret)
    watched[number, default: [:]][room] = chain
    return chain
  }

  private static func link(_ round: UInt32, of seat: Seat, _ chain: inout Watched) -> Data? {
    if let known = chain.links[round] { return known }
    let link = ChainLink.link(secret: chain.secret, of: seat, round: round).map { Data($0) }
    chain.links[round] = link
    return link
  }

  private func refuse(
    _ bytes: Data, in frame: Data, _ what: String, _ passing: Passing
  ) throws {
    guard frame.holds(bytes) else { return }
    throw CheckViolation("secret link", "node \(passing.from) sent \(what)")
  }
}
