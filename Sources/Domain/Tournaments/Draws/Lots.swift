import FoundationEssentials
import Schema

/// The lots that decide between those who are level in everything else (row T-10).
///
/// The first draw of lots that is done counts. Another one counts in its place only where it was asked for with a reason, which
/// everybody sees: so nobody draws until the result fits.
struct Lots {
  /// The draws of lots that are done, in the order in which they were done, with those of before somebody came in.
  let done: [Draw]
  /// The place of the one that decides among them.
  let deciding: Int

  /// Looks at all draws of a tournament; nil where no lots were drawn.
  ///
  /// - Parameter members: the item ids of all who take part.
  init?(_ draws: [Draw], members: [Data]) {
    let (done, wanted) = (Self.done(draws), Set(members))
    let complete = done.indices.filter { place in
      done[place].order.map { wanted.isSubset(of: $0) } == true
    }
    guard let first = complete.first else { return nil }
    self.done = done
    deciding = complete.last { !done[$0].body.reason.isEmpty } ?? first
  }

  /// Returns the draws of lots that are done, in the order in which they were done.
  static func done(_ draws: [Draw]) -> [Draw] {
    // Bytes that are shown once another draw has left their author out come too late: who has withheld them knows that one.
    let leftOut = draws.map { Set($0.body.excluded) }
    let done = draws.enumerated().filter { number, draw in
      guard draw.body.purpose == .lots, draw.order != nil else { return false }
      let excluded = leftOut[(number + 1)...].reduce(into: Set<Data>()) { $0.formUnion($1) }
      return draw.parts.allSatisfy { !excluded.contains($0.author.data) }
    }
    return done.sorted { ($0.element.lastShown, $0.offset) < ($1.element.lastShown, $1.offset) }
      .map(\.element)
  }

  /// The one that decides.
  var draw: Draw { done[deciding] }

  /// Its name where it decides.
  var text: String { "by lot, draw \(deciding + 1) of \(done.count)" }
}
