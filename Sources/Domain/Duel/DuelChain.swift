/// The hash chain of one seat for the asks of one seat, itself included.
///
/// `x_0 = H(chain root, S, s, a)`, `x_(i+1) = H(chain, s, a, x_i)`, the tip is `x_4096` and ask `j`, from 1, reveals `x_(4096-j)`.
public struct DuelChain: Sendable {
  /// Links between two that are kept.
  static let stride = 64

  /// The seat whose chain it is.
  public let seat: SeatNumber
  /// The seat that asks.
  public let asker: SeatNumber
  /// The value to which the seat commits.
  public let tip: [UInt8]
  private let kept: [[UInt8]]

  /// Computes the chain of a secret, once.
  public init(secret: [UInt8], seat: SeatNumber, asker: SeatNumber) {
    (self.seat, self.asker) = (seat, asker)
    var link = HashInput("chain root").adding(secret).adding(seat: seat).adding(seat: asker).hash()
    var kept: [[UInt8]] = []
    for index in 0..<Int(DuelLimits.chainLinks) {
      if index % Self.stride == 0 { kept.append(link) }
      link = Self.above(link, seat: seat, asker: asker)
    }
    (self.kept, tip) = (kept, link)
  }

  /// Returns the link of an ask; nil for a number outside 1 to 4,096.
  public func link(_ number: UInt32) -> [UInt8]? {
    guard (1...DuelLimits.chainLinks).contains(number) else { return nil }
    let index = Int(DuelLimits.chainLinks - number)
    var link = kept[index / Self.stride]
    for _ in 0..<index % Self.stride { link = Self.above(link, seat: seat, asker: asker) }
    return link
  }

  /// The link above another one.
  public static func above(_ link: [UInt8], seat: SeatNumber, asker: SeatNumber) -> [UInt8] {
    HashInput("chain").adding(seat: seat).adding(seat: asker).adding(link).hash()
  }

  /// Whether a link lies a number of places below a known one.
  static func isLink(
    _ link: [UInt8], below known: [UInt8], by places: UInt32, seat: SeatNumber, asker: SeatNumber
  ) -> Bool {
    guard link.count == HashInput.size, (1...DuelLimits.linkGap).contains(places) else {
      return false
    }
    var above = link
    for _ in 0..<places { above = self.above(above, seat: seat, asker: asker) }
    return above == known
  }
}
