/// The opening secret of a seat, and everything that follows from it.
///
/// The links of the chains do not: opening it reveals none.
public struct DuelSecrets: Equatable, Sendable {
  /// The id of the match.
  public let gameID: [UInt8]
  /// The seat.
  public let seat: SeatNumber
  /// The secret that is opened at the end.
  public let opening: [UInt8]

  #if DEBUG
    /// Whether epoch secrets follow from something else than the opening secret: a fault that tests plant.
    var isAstray = false
  #endif

  /// Derives the opening secret from the secret of the seat, which is stored before anything is sent.
  public init(secret: [UInt8], gameID: [UInt8], seat: SeatNumber) {
    self.init(
      opening: HashInput("opening").adding(secret).adding(gameID).hash(), gameID: gameID,
      seat: seat)
  }

  /// Takes an opening secret that its seat has told.
  public init(opening: [UInt8], gameID: [UInt8], seat: SeatNumber) {
    (self.opening, self.gameID, self.seat) = (opening, gameID, seat)
  }

  /// The secret of an epoch, from 1.
  public func epochSecret(_ epoch: UInt32) -> [UInt8] {
    var secret = opening
    #if DEBUG
      if isAstray { secret = HashInput("astray").adding(opening).hash() }
    #endif
    return HashInput("epoch").adding(secret).adding(gameID).adding(seat: seat).adding(epoch).hash()
  }

  /// The secret of the key of the seat's box.
  public var boxSecret: [UInt8] { HashInput("box").adding(opening).hash() }

  /// The salt of a seal, by the number of the seal.
  public func sealSalt(_ number: UInt32) -> [UInt8] {
    HashInput("seal salt").adding(opening).adding(number).hash()
  }

  /// The seal of a number over a handle.
  public func seal(_ number: UInt32, handle: UInt32) -> [UInt8] {
    HashInput("seal").adding(gameID).adding(seat: seat).adding(number).adding(sealSalt(number))
      .adding(handle).hash()
  }

  /// The seal of a number over a text.
  public func seal(_ number: UInt32, text: String) -> [UInt8] {
    Self.seal(number, text: text, salt: sealSalt(number), gameID: gameID, seat: seat)
  }

  /// The seal of a number over a text, from its salt.
  static func seal(
    _ number: UInt32, text: String, salt: [UInt8], gameID: [UInt8], seat: SeatNumber
  ) -> [UInt8] {
    HashInput("choice").adding(gameID).adding(seat: seat).adding(number).adding(salt)
      .adding(Array(text.utf8)).hash()
  }

  /// The commitment to a list.
  public func commitment(to list: DuelList) -> [UInt8] {
    HashInput("deck").adding(opening).adding(list.encoded).hash()
  }
}
