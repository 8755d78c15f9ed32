import FoundationEssentials
import Glibc

/// The code of the program and of its libraries in memory, and the tables at their beginnings by which they were linked.
enum ProgramText {
  /// Gives back the pages that only starting or something that is over needed.
  ///
  /// They are clean pages of files: what runs again is mapped again, without reading the disk while the system keeps
  /// it. Without /proc nothing happens.
  static func release() {
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return }
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ")
      let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      // What is only read, and is not the beginning of a file, may have been written before.
      guard fields.count > 5, fields[5].hasPrefix("/"), ends.count == 2,
        fields[1] == "r-xp" || fields[1] == "r--p" && UInt(fields[2], radix: 16) == 0,
        let start = UnsafeMutableRawPointer(bitPattern: ends[0])
      else { continue }
      madvise(start, Int(ends[1] - ends[0]), MADV_DONTNEED)
    }
  }
}
