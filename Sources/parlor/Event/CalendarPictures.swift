import Client
import Events
import EventSchema
import Schema
import Terminal

/// The pictures of events on their way into a calendar file.
struct CalendarPictures {
  /// By the ids of the events.
  private(set) var found: [String: CalendarPicture] = [:]
  /// The reasons why other pictures are not in the file, as sentences for people.
  private(set) var leftOut: [String] = []

  /// Fetches those that are whole and fit into a file.
  init(of events: [EventView], _ client: DaemonClient) throws {
    var rest = CalendarPicture.mostInFile
    for event in events where event.hasPicture && event.picture.size > 0 {
      let (picture, limit) = (event.picture, min(CalendarPicture.most, rest))
      guard picture.received == picture.size else {
        leftOut.append(
          "The picture of \"\(event.name.plain)\" has not arrived yet, so it is left out.")
        continue
      }
      guard picture.size <= UInt64(limit) else {
        leftOut.append(
          "The picture of \"\(event.name.plain)\" has \(FileText.size(picture.size)), more than fits into the file: left out."
        )
        continue
      }
      var bytes: [UInt8] = []
      try client.download("/v1/blobs/\(picture.blob)") { bytes += $0 }
      found[event.id] = CalendarPicture(picture, bytes)
      rest -= bytes.count
    }
  }
}
