/// The places of each seat's cards in the memory of a `BulkEngine`, as offsets into it.
///
/// Cards are played from the head and won cards are put behind the tail. So the cards that a seat lays in one round lie in one piece, in
/// the order laid, right before its head.
struct BulkPiles {
  /// The host's next card.
  var hostHead = 0
  /// The end of the cards that are played before won cards are turned over.
  var hostEnd: Int
  /// The end of all of the host's cards.
  var hostTail: Int
  /// The joiner's next card.
  var joinerHead = BulkPiles.size
  /// The end of the cards that are played before won cards are turned over.
  var joinerEnd: Int
  /// The end of all of the joiner's cards.
  var joinerTail: Int

  /// The memory of one seat.
  static let size = 4096
  /// A tail past this is moved back to the start. Until the next look at it a tail moves by at most
  /// 104 cards in battles and 52 in a war, and a copy may write 7 bytes more.
  static let comfortable = size - 256

  init(hostCount: Int, joinerCount: Int) {
    hostEnd = hostCount
    hostTail = hostCount
    joinerEnd = BulkPiles.size &+ joinerCount
    joinerTail = joinerEnd
  }

  var hostCount: Int { hostTail &- hostHead }
  var joinerCount: Int { joinerTail &- joinerHead }
}
