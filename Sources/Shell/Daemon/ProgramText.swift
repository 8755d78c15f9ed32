import FoundationEssentials
import Glibc

/// The program's own code in memory.
enum ProgramText {
  /// Gives back the pages that only starting needed.
  ///
  /// They are clean pages of the program's file: what runs again is mapped again, without reading the disk while
  /// the system keeps it. Without /proc nothing happens.
  static func release() {
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8),
      let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return }
    for line in maps.split(separator: "\n") where line.hasSuffix(program) {
      let fields = line.split(separator: " ", maxSplits: 2)
      let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard fields.count == 3, fields[1] == "r-xp", ends.count == 2,
        let start = UnsafeMutableRawPointer(bitPattern: ends[0])
      else { continue }
      madvise(start, Int(ends[1] - ends[0]), MADV_DONTNEED)
    }
  }
}
