import Identifiers
import Replication
import Schema
import Wire

/// The count of the entries of a piece of a room's file: known before, taken now, and left out.
struct BundleCount {
  private let before: RoomLogs?

  /// - Parameter room: as it is before anything of the piece is taken; nil where it is not here.
  init(before room: Room?) { before = room?.logs }

  /// Counts once the piece is taken.
  ///
  /// - Parameter room: as it is then.
  func view(of bundle: Schema.Bundle, after room: Room?) -> BundleView {
    var view = BundleView()
    view.setDefaults()
    for slice in bundle.slices {
      guard let key = LogKey(slice.log) else { continue }
      // What was passed over was not looked at: its numbers may be as high as there are.
      let (end, isTooHigh) = slice.first.addingReportingOverflow(UInt64(slice.entries.count))
      guard !isTooHigh else { continue }
      let known = min(max(before?[key]?.state.next ?? 1, slice.first), end)
      let taken = min(max(room?.logs[key]?.state.next ?? 1, known), end)
      view.known += known - slice.first
      view.taken += taken - known
      view.left += end - taken
    }
    return view
  }
}
