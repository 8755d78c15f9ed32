import Schema

/// The ways in which importers fill in a report.
///
/// The rule of all importers: what is not understood is named once, with its place, and nothing is guessed in silence. A thing of the
/// file is taken, left out or lost, so these three are together all that is in it.
extension ImportReport {
  /// The most notes of one kind in one report; further ones are counted in the last of them.
  public static let mostNotes = 500

  /// Says that things were taken otherwise than the file says.
  public mutating func change(_ note: ImportNote) { Self.add(note, to: &changed) }

  /// Says that something was understood and is no part of what was made.
  public mutating func leaveOut(_ note: ImportNote) { Self.add(note, to: &leftOut) }

  /// Says that something was not understood, or has no place here.
  public mutating func lose(_ note: ImportNote) { Self.add(note, to: &lost) }

  /// So many kinds of things are named by `gather`.
  public static let mostKinds = 50

  /// Counts things of one kind, which the first of them names: for files with thousands of the same.
  public mutating func gather(
    _ note: ImportNote, in notes: WritableKeyPath<ImportReport, [ImportNote]>
  ) {
    func isSame(_ other: ImportNote) -> Bool {
      other.text == note.text && other.reason == note.reason && other.part == note.part
    }
    if let place = self[keyPath: notes].firstIndex(where: isSame) {
      self[keyPath: notes][place].places = max(1, self[keyPath: notes][place].places) + 1
      return self[keyPath: notes][place].count += note.count
    }
    guard self[keyPath: notes].count >= Self.mostKinds,
      let last = self[keyPath: notes].lastIndex(where: { $0.part == note.part })
    else { return self[keyPath: notes].append(note) }
    self[keyPath: notes][last].count += note.count
    self[keyPath: notes][last].places = max(1, self[keyPath: notes][last].places) + 1
    self[keyPath: notes][last].reason = Self.unnamed
  }

  /// Counts things that are taken.
  public mutating func take(_ count: some BinaryInteger) { taken += UInt32(clamping: count) }

  /// Leaves out things that had been taken.
  public mutating func leaveOutTaken(_ note: ImportNote) {
    giveBack(note)
    leaveOut(note)
  }

  /// Loses things that had been taken.
  public mutating func loseTaken(_ note: ImportNote) {
    giveBack(note)
    lose(note)
  }

  private mutating func giveBack(_ note: ImportNote) { taken -= min(taken, note.count) }

  /// The number of things in the file.
  public var things: Int {
    Int(taken) + (leftOut + lost).filter { !$0.part }.reduce(0) { $0 + Int($1.count) }
  }

  /// Whether whole things of the file are not here now.
  public var isIncomplete: Bool { (leftOut + lost).contains { !$0.part } }

  private static let unnamed = "From here on they are counted, and not named one by one."

  /// Adds a note. Parts of one kind are named once, and counted; each column is one.
  private static func add(_ note: ImportNote, to notes: inout [ImportNote]) {
    let same = notes.lastIndex {
      $0.part && note.part && $0.reason == note.reason && $0.column == note.column
    }
    if let same { return notes[same].count += note.count }
    guard notes.count >= mostNotes, let last = notes.lastIndex(where: { $0.part == note.part })
    else { return notes.append(note) }
    notes[last].count += note.count
    notes[last].reason = unnamed
  }
}

extension ImportNote {
  /// A note about a place in a file.
  ///
  /// - Parameters:
  ///   - line: from 1 on; 0 for the file as a whole.
  ///   - column: from 1 on; 0 for none.
  ///   - text: what stands there, shortened here.
  ///   - reason: a sentence for people.
  ///   - count: how many things it is about.
  ///   - isPart: it is about parts of things that were taken.
  public init(
    line: Int, column: Int = 0, _ text: some StringProtocol, _ reason: String, count: Int = 1,
    isPart: Bool = false
  ) {
    self = .with {
      ($0.line, $0.column) = (UInt32(clamping: line), UInt32(clamping: column))
      ($0.text, $0.reason) = (Text.preview(text), reason)
      ($0.count, $0.part) = (UInt32(clamping: count), isPart)
    }
  }
}
