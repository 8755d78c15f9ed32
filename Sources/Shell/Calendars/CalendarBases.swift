import Events
import Glibc

/// The files of a calendar folder as they were when they were last in sync. They are in one file of the home, to whose end each change is
/// written.
///
/// A file for each would cost as much as the folder itself: a disk is slow with many small files, above all where as many
/// were just deleted.
struct CalendarBases {
  /// The first bytes of the file; a file that begins otherwise is not read.
  private static let mark = Array("parlor bases 1\n".utf8)
  /// The numbers before a change: bytes of the name and of the text, and the check of both.
  private static let headBytes = 16
  /// The length of a text that stands for: there is no base any more.
  private static let gone = UInt32.max
  /// Changes that were superseded may fill this much of the file, beside as much as is in force.
  private static let mostSuperseded = 4 << 20

  /// By the name of the file in the folder.
  private(set) var items: [String: CalendarItem] = [:]
  /// The places of their changes in the file.
  private var places: [String: Range<Int>] = [:]
  private var size = 0
  private var file: BasesFile
  private let path: String

  /// Reads what was kept at a path; what is cut off or damaged counts as not written, with what comes after it.
  ///
  /// - Parameters:
  ///   - zone: the time zone of what does not name one.
  ///   - counts: whether the base of this name is still of use.
  init(_ path: String, zone: String, where counts: (String) -> Bool) throws(CalendarTrouble) {
    self.path = path
    file = try BasesFile(path)
    let bytes = try file.bytes(0..<file.size())
    guard bytes.starts(with: Self.mark) else {
      try clear()
      return
    }
    size = Self.mark.count
    var hasDropped = false
    while let change = Self.change(in: bytes, at: size) {
      let item = counts(change.name) ? change.text.flatMap { Self.item($0, zone) } : nil
      hasDropped = hasDropped || change.text != nil && item == nil
      items[change.name] = item
      places[change.name] = item == nil ? nil : change.place
      size = change.place.upperBound
    }
    if places.isEmpty {
      try clear()
    } else {
      try file.cut(at: size)
      try shorten(isDue: hasDropped)
    }
  }

  private static func item(_ text: ArraySlice<UInt8>, _ zone: String) -> CalendarItem? {
    let item = try? CalendarItem(String(decoding: text, as: UTF8.self), zone: zone)
    return item.map { CalendarEntry(item: $0, text: "").light.item }
  }

  /// Keeps how files are now, and forgets those without an entry.
  mutating func keep(
    _ changes: [(name: String, entry: CalendarEntry?)]
  ) throws(CalendarTrouble) {
    var bytes: [UInt8] = []
    let counts = changes.map { name, entry in
      let before = bytes.count
      Self.add(name, entry?.text, to: &bytes)
      return bytes.count - before
    }
    try file.write(bytes, at: size)
    for ((name, entry), count) in zip(changes, counts) {
      items[name] = entry?.light.item
      places[name] = entry == nil ? nil : size..<(size + count)
      size += count
    }
    try shorten()
  }

  /// Goes on as if there were no base of this name, as long as this value lives.
  mutating func overlook(_ name: String) { items[name] = nil }

  /// Empties the file.
  private mutating func clear() throws(CalendarTrouble) {
    (items, places) = ([:], [:])
    try file.cut(at: 0)
    try file.write(Self.mark, at: 0)
    size = Self.mark.count
  }

  /// Rewrites the file without old changes, if they fill much of it.
  private mutating func shorten(isDue: Bool = false) throws(CalendarTrouble) {
    let used = places.values.reduce(Self.mark.count) { $0 + $1.count }
    guard isDue || size - used > used + Self.mostSuperseded else { return }
    let other = try BasesFile(path + ".new")
    try other.cut(at: 0)
    try other.write(Self.mark, at: 0)
    var end = Self.mark.count
    for (name, place) in places {
      try other.write(file.bytes(place), at: end)
      places[name] = end..<(end + place.count)
      end += place.count
    }
    try other.rename(to: path)
    (file, size) = (other, end)
  }

  // MARK: Bytes

  private static func add(_ name: String, _ text: String?, to bytes: inout [UInt8]) {
    let content = Array(name.utf8) + Array((text ?? "").utf8)
    let length = text.map { UInt32($0.utf8.count) } ?? gone
    add(UInt32(name.utf8.count), to: &bytes)
    add(length, to: &bytes)
    add(check(content[...]), to: &bytes)
    bytes += content
  }

  private static func add(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func change(
    in bytes: [UInt8], at start: Int
  ) -> (name: String, text: ArraySlice<UInt8>?, place: Range<Int>)? {
    guard bytes.count - start >= headBytes else { return nil }
    func number(_ range: Range<Int>) -> UInt64 {
      bytes[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let (nameCount, length) = (Int(number(start..<start + 4)), number(start + 4..<start + 8))
    let textCount = length == UInt64(gone) ? 0 : Int(length)
    let content = start + headBytes
    guard bytes.count - content >= nameCount + textCount else { return nil }
    let (middle, end) = (content + nameCount, content + nameCount + textCount)
    guard number(start + 8..<content) == check(bytes[content..<end]) else { return nil }
    let name = String(decoding: bytes[content..<middle], as: UTF8.self)
    return (name, length == UInt64(gone) ? nil : bytes[middle..<end], start..<end)
  }

  /// FNV-1a (draft-eastlake-fnv): finds what a power cut has left half written.
  private static func check(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// The file of the bases, opened.
private final class BasesFile {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(CalendarTrouble) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw trouble() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func size() -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The bytes of a range, fewer at the end of the file.
  func bytes(_ range: Range<Int>) throws(CalendarTrouble) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes {
        pread(
          descriptor, $0.baseAddress?.advanced(by: count), $0.count - count,
          range.lowerBound + count)
      }
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else { throw trouble() }
      if more == 0 { break }
      count += more
    }
    return Array(bytes.prefix(count))
  }

  /// Writes all of the bytes, or leaves the file as long as the place says.
  func write(_ bytes: [UInt8], at place: Int) throws(CalendarTrouble) {
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count, place + count)
      }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else {
        let trouble = trouble()
        ftruncate(descriptor, place)
        throw trouble
      }
      count += more
    }
  }

  /// Removes what comes after a place.
  func cut(at place: Int) throws(CalendarTrouble) {
    guard size() > place else { return }
    guard ftruncate(descriptor, place) == 0 else { throw trouble() }
  }

  /// Puts it in the place of another one, once it is on the disk.
  func rename(to other: String) throws(CalendarTrouble) {
    guard fsync(descriptor) == 0, Glibc.rename(path, other) == 0 else { throw trouble() }
  }

  private func trouble() -> CalendarTrouble {
    CalendarTrouble(system: "\(path) cannot be used", "make room, or see who owns the home.")
  }
}
