import Events
import EventSchema
import Schema

/// Adds events to a folder of calendar files once, without keeping it in step (rows E-13 and E-15).
public enum CalendarAddition {
  /// Writes a file for each event and each thing to do; what the folder has of them is written over.
  ///
  /// - Parameters:
  ///   - pictures: of the events, by their ids.
  ///   - path: the folder; it is made where it is missing.
  ///   - now: milliseconds since 1970.
  /// - Returns: nil, or why the folder cannot be written, as a sentence.
  public static func add(
    _ events: [EventView], pictures: [String: CalendarPicture] = [:], to path: String, now: Int64
  ) -> String? {
    do {
      let directory = try CalendarDirectory(making: path)
      let files = try CalendarFiles.look(at: path, zone: OwnZone.name)
      for (name, entry) in CalendarFolder.additions(
        events, to: files, pictures: pictures, zone: OwnZone.name, now: now
      )
      .sorted(by: { $0.key < $1.key }) {
        let bytes = Array(entry.text.utf8)
        _ = try directory.write(bytes, name, over: directory.stamp(name))
      }
      try directory.settle()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
