import Feature
import Foundation
import Testing

/// Random bytes cost as few numbers of the source as they can, and are the same for the same seed.
@Suite struct RandomSourceTests {
  /// Counts up, and how often it was asked.
  private final class Counter: RandomNumberGenerator, @unchecked Sendable {
    var last: UInt64 = 0

    func next() -> UInt64 {
      last += 1
      return last << 56 | last
    }
  }

  @Test func eightBytesComeOfEachNumber() {
    for (count, numbers) in [(0, 0), (1, 1), (8, 1), (9, 2), (16, 2), (32, 4)] {
      let counter = Counter()
      var source = RandomSource(counter)
      let bytes = source.bytes(count)
      #expect(bytes.count == count && counter.last == numbers)
      let all: [UInt8] = (1...4).flatMap { (number: UInt8) -> [UInt8] in
        [number, 0, 0, 0, 0, 0, 0, number]
      }
      #expect(bytes == Array(all.prefix(count)))
    }
  }
}
