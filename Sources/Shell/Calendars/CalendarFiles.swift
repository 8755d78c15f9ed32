import Events
import EventSchema
import Feature
import FoundationEssentials
import Glibc
import Schema

/// A calendar folder on the disk, with its bases in a directory of the home.
package struct CalendarFiles: CalendarWorld {
  /// Has the node carry out commands, and waits for what comes of each.
  package typealias Performer = @Sendable ([Call]) -> [Result<CalendarAnswer, CalendarRefusal>]

  /// Pictures between the folder and the node.
  package struct Pictures: Sendable {
    /// The picture of an event with its bytes; nil while they are not here, or not a picture that a file can have.
    package var fetch: @Sendable (EventView) throws -> CalendarPicture?
    /// Keeps bytes until a command names them; returns their id.
    package var keep: @Sendable ([UInt8]) throws -> String

    package init(
      fetch: @escaping @Sendable (EventView) throws -> CalendarPicture?,
      keep: @escaping @Sendable ([UInt8]) throws -> String
    ) {
      (self.fetch, self.keep) = (fetch, keep)
    }
  }

  /// The file of the folder that says whose it is: without it, another folder or an empty place is there.
  private static let owner = ".parlor"
  /// The file among the bases that names their folder, and the same of one that was switched off.
  private static let (current, former) = (".folder", ".former")
  /// The file of the bases, beside that one.
  private static let bases = "bases"
  /// A file that was changed this shortly before it was read, in milliseconds, may change again and look the same.
  private static let unsure: Int64 = 2_000

  package private(set) var files: [String: CalendarFound] = [:]
  package var bases: [String: CalendarItem] { known.items }
  /// Files that are read again although they look the same.
  package private(set) var unsure: Set<String> = []
  private var stamps: [String: CalendarDirectory.Stamp] = [:]
  private let path: String
  private let account: String
  private let zone: String
  private let kept: CalendarDirectory
  private var known: CalendarBases
  private var directory: CalendarDirectory
  private let performer: Performer
  private let pictures: Pictures

  /// Opens a folder, and what is known of it.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the folder.
  ///   - home: the home's directory of bases; it is made.
  ///   - account: whose folder it is.
  ///   - zone: the time zone of what does not name one.
  package init(
    _ path: String, home: String, account: String, zone: String, pictures: Pictures,
    _ performer: @escaping Performer
  ) throws {
    (self.path, self.account, self.zone) = (path, account, zone)
    (self.pictures, self.performer) = (pictures, performer)
    kept = try CalendarDirectory(making: home)
    try kept.clean()
    let goesOn = kept.text(Self.current) == path
    if !goesOn { try Self.prepare(path, account: account) }
    directory = try CalendarDirectory(path)
    try directory.clean()
    let isKnown = goesOn || kept.text(Self.former) == path
    // What was removed while it was switched off is not deleted here.
    let counts = { [directory] name in
      isKnown && (goesOn || directory.stamp(name) != nil)
    }
    known = try CalendarBases(home + "/" + Self.bases, zone: zone, where: counts)
    try takeOver(where: counts)
    if !goesOn {
      try kept.setText(path, Self.current)
      try kept.settle()
    }
  }

  /// An older Parlor kept a file for each base.
  private mutating func takeOver(where counts: (String) -> Bool) throws {
    let names = try kept.names()
    guard !names.isEmpty else { return }
    var found: [(name: String, entry: CalendarEntry?)] = []
    for name in names where counts(name) {
      guard case .success(let bytes)? = kept.read(name)?.found else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      if let item = try? CalendarItem(text, zone: zone) {
        found.append((name, CalendarEntry(item: item, text: text)))
      }
    }
    try known.keep(found)
    for name in names { _ = try kept.remove(name, as: kept.stamp(name)) }
  }

  /// Makes a folder ours, so that it can be written.
  ///
  /// - Throws: `CalendarTrouble` where that cannot be.
  package static func prepare(_ path: String, account: String) throws(CalendarTrouble) {
    let directory = try CalendarDirectory(making: path)
    if let owner = directory.text(owner), owner != account {
      throw CalendarTrouble(
        "\(path) is kept in sync by another home: choose another folder, or remove \(path)/\(Self.owner) if that home is gone."
      )
    }
    try directory.setText(account, owner)
    for (name, text) in [("displayname", "Parlor"), ("color", "#3366cc")]
    where directory.stamp(name) == nil {
      try directory.setText(text, name)
    }
  }

  /// Keeps what is known of a folder that is switched off, for when it is switched on again.
  package static func leave(home: String) {
    if access(home + "/" + current, F_OK) == 0 { rename(home + "/" + current, home + "/" + former) }
  }

  /// Looks at the folder; files that look as before are not read again.
  ///
  /// - Parameter now: milliseconds since 1970.
  package mutating func read(now: Int64) throws(CalendarTrouble) {
    // Anew, as something else may be at that path now.
    directory = try CalendarDirectory(path)
    guard directory.text(Self.owner) == account else {
      throw CalendarTrouble(
        "\(path) is not the folder that it was, so nothing is deleted here: put it back, or switch it off and on again."
      )
    }
    var found: [String: CalendarFound] = [:]
    var seen: [String: CalendarDirectory.Stamp] = [:]
    for name in try directory.names() {
      if let stamp = directory.stamp(name), stamps[name] == stamp, !unsure.contains(name) {
        (found[name], seen[name]) = (files[name], stamp)
        continue
      }
      guard let (bytes, stamp) = directory.read(name) else { continue }
      let isSure = stamp.map { abs(now - Int64($0.seconds) * 1_000) > Self.unsure } ?? true
      if isSure, bases[name] != nil, case .success([]) = bytes {
        // As a power cut may leave it: it says nothing, and is written again.
        known.overlook(name)
        seen[name] = stamp
        continue
      }
      if isSure { unsure.remove(name) } else { unsure.insert(name) }
      (found[name], seen[name]) = (Self.found(bytes, zone: zone).light, stamp)
    }
    (files, stamps) = (found, seen)
    unsure.formIntersection(files.keys)
  }

  /// Reads the files of a folder that is not kept in sync.
  package static func look(at path: String, zone: String) throws -> [String: CalendarFound] {
    let directory = try CalendarDirectory(path)
    var files: [String: CalendarFound] = [:]
    for name in try directory.names() {
      if let (bytes, _) = directory.read(name) { files[name] = found(bytes, zone: zone) }
    }
    return files
  }

  private static func found(
    _ bytes: Result<[UInt8], CalendarTrouble>, zone: String
  ) -> CalendarFound {
    do {
      guard let text = String(validating: try bytes.get(), as: UTF8.self) else {
        return .problem("It is not UTF-8.")
      }
      return .entry(CalendarEntry(item: try CalendarItem(text, zone: zone), text: text))
    } catch let problem as CalendarFile.Problem {
      return .problem("Line \(problem.line): \(problem.text)")
    } catch {
      return .problem("\(error)")
    }
  }

  // MARK: What is done

  package mutating func put(_ entry: CalendarEntry?, at name: String) throws -> Bool {
    guard let entry else {
      guard try directory.remove(name, as: stamps[name]) else { return false }
      (files[name], stamps[name]) = (nil, nil)
      return true
    }
    let bytes = Array(entry.text.utf8)
    guard let stamp = try directory.write(bytes, name, over: stamps[name]) else { return false }
    (files[name], stamps[name]) = (.entry(entry.light), stamp)
    return true
  }

  package func text(at name: String) throws -> String? {
    guard let (bytes, stamp) = directory.read(name), stamp == stamps[name] else { return nil }
    return String(validating: try bytes.get(), as: UTF8.self)
  }

  package func picture(of event: EventView) throws -> CalendarPicture? { try pictures.fetch(event) }

  package mutating func give(
    _ picture: CalendarPicture, to event: EventView
  ) throws -> Result<CalendarAnswer, CalendarRefusal> {
    do {
      let call = try CalendarTaking.call(giving: picture, to: event, keep: pictures.keep)
      return performer([call]).first
        ?? .failure(CalendarRefusal("The daemon is stopping.", isPassing: true))
    } catch let problem as PictureProblem {
      return .failure(CalendarRefusal("\(problem)", isPassing: false))
    } catch let refused as Refused {
      return .failure(CalendarRefusal(refused))
    }
  }

  package mutating func settle() throws { try directory.settle() }

  package mutating func keep(_ changes: [(name: String, entry: CalendarEntry?)]) throws {
    try known.keep(changes)
  }

  package mutating func perform(_ calls: [Call]) throws -> [Result<CalendarAnswer, CalendarRefusal>]
  {
    performer(calls)
  }
}

extension CalendarRefusal {
  /// Converts a refusal of the node.
  package init(_ refused: Refused) {
    let passing: [RefusalCode] = [.busy, .unavailable, .storage]
    self.init(refused.refusal.message, isPassing: passing.contains(refused.refusal.code))
  }
}
