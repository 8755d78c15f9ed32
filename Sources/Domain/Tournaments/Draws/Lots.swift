import FoundationEssentials
import Schema

/// The lots that decide between those who are level in everything else (row T-10).
///
/// The first draw of lots that is done counts. Another one counts in its place only where it was asked for with a reason, which
/// everybody sees: so nobody draws until the result fits.
struct Lots {
  /// The draws of lots that are done for all who take part, in the order in which they were done.
  let done: [Draw]
  /// The place of the one that decides among them.
  let deciding: Int

  /// Looks at all draws of a tournament; nil where no lots were drawn.
  ///
  /// - Parameter members: the item ids of all who take part.
  init?(_ draws: [Draw], members: [Data]) {
    // Bytes that are shown once another draw has left their author out come too late: who has withheld them knows that one.
    let leftOut = draws.map { Set($0.body.excluded) }
    let wanted = Set(members)
    let complete = draws.enumerated().filter { number, draw in
      guard draw.body.purpose == .lots, let order = draw.order else { return false }
      let excluded = leftOut[(number + 1)...].reduce(into: Set<Data>()) { $0.formUnion($1) }
      return wanted.isSubset(of: order)
        && draw.parts.allSatisfy { !excluded.contains($0.author.data) }
    }
    done = complete.sorted { ($0.element.lastShown, $0.offset) < ($1.element.lastShown, $1.offset) }
      .map(\.element)
    guard !done.isEmpty else { return nil }
    deciding = done.lastIndex { !$0.body.reason.isEmpty } ?? 0
  }

  /// The one that decides.
  var draw: Draw { done[deciding] }

  /// Its name where it decides.
  var text: String { "by lot, draw \(deciding + 1) of \(done.count)" }
}
