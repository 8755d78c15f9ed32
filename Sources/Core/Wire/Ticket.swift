import Crypto
import FoundationEssentials
import Identifiers
import Schema

/// A one-time invitation to pair, as one line of text: `parlor:NODE/SECRET/HOST:PORT/...` (section 16).
public struct Ticket: Equatable, Sendable, CustomStringConvertible {
  /// Bytes in a secret.
  public static let secretLength = 16
  private static let scheme = "parlor:"

  /// The node that made it.
  public let node: NodeID
  /// The secret that only its holder knows, 16 bytes.
  public let secret: [UInt8]
  /// The addresses at which the node can be dialled, at most eight.
  public let addresses: [Address]

  /// Makes a ticket of a fresh secret of 16 bytes.
  public init(node: NodeID, secret: [UInt8], addresses: [Address]) {
    self.node = node
    self.secret = secret
    self.addresses = Array(addresses.prefix(Limits.addressesPerPeer))
  }

  /// Reads what a person pasted; nil for what is no ticket.
  public init?(_ text: String) {
    let text = Text.trimmed(text)
    guard text.utf8.count <= Limits.ticketText, text.hasPrefix(Self.scheme) else { return nil }
    let parts = text.dropFirst(Self.scheme.count).split(
      separator: "/", omittingEmptySubsequences: false
    ).map(String.init)
    guard parts.count >= 3, parts.count <= 2 + Limits.addressesPerPeer,
      let node = Base32.decode(parts[0]).flatMap({ NodeID($0) }),
      let secret = Base32.decode(parts[1]), secret.count == Self.secretLength
    else { return nil }
    let addresses = parts.dropFirst(2).compactMap { try? Address($0) }
    guard addresses.count == parts.count - 2 else { return nil }
    self.init(node: node, secret: secret, addresses: addresses)
  }

  /// The line to hand over; whoever reads it can pair once. A link-local address is written without its scope, which names an interface of this machine.
  public var description: String {
    let parts =
      [node.description, Base32.encode(secret)] + addresses.map(\.withoutScope.description)
    return Self.scheme + parts.joined(separator: "/")
  }

  /// Rewrites what a person pasted for this machine: a link-local address without scope is tried on each interface, after the other addresses.
  public static func scoped(_ text: String, to interfaces: [String]) -> String {
    let text = Text.trimmed(text)
    guard text.utf8.count <= Limits.ticketText else { return text }
    var parts: [String] = []
    var local: [String] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false).map(String.init) {
      do throws(AddressProblem) {
        _ = try Address(part)
        parts.append(part)
      } catch .missingScope {
        local += interfaces.map { part.replacing("]", with: "%\($0)]") }
      } catch {
        parts.append(part)
      }
    }
    return (parts + local).prefix(2 + Limits.addressesPerPeer).joined(separator: "/")
  }

  /// Makes the proof that a node sends to show that it holds a ticket: 32 bytes.
  ///
  /// - Parameters:
  ///   - maker: the node that made the ticket.
  ///   - holder: the node that uses it.
  public static func proof(secret: [UInt8], maker: NodeID, holder: NodeID) -> Data {
    let said = HashTag.pairTicket.rawValue.utf8Bytes + maker.bytes + holder.bytes
    return Data(HMAC<SHA256>.authenticationCode(for: said, using: SymmetricKey(data: secret)))
  }

  /// Whether a proof holds, in a time that does not tell how much of it does.
  public static func isProof(
    _ proof: Data, secret: [UInt8], maker: NodeID, holder: NodeID
  ) -> Bool {
    let said = HashTag.pairTicket.rawValue.utf8Bytes + maker.bytes + holder.bytes
    return HMAC<SHA256>.isValidAuthenticationCode(
      proof, authenticating: said, using: SymmetricKey(data: secret))
  }
}
