import Testing

@testable import Node

@Suite struct TokenBucketTests {
  @Test("P-14: so many at once, one more each so often, and never more than the burst")
  func refills() {
    var bucket = TokenBucket(burst: 2, everyMilliseconds: 100, at: 0)
    let granted = [0, 0, 0, 99, 100, 101, 199, 200].map { bucket.spend(at: Int64($0)) }
    #expect(granted == [true, true, false, false, true, false, false, true])
    let two = bucket.spend(2, at: 1_000_000)
    #expect(two)
    #expect(!bucket.isFull(at: 1_000_199))
    #expect(bucket.isFull(at: 1_000_200))
  }

  @Test("P-13: a full bucket gives more than it holds, and then nothing until that is made up")
  func debt() {
    var bucket = TokenBucket(burst: 2, everyMilliseconds: 100, at: 0)
    let granted = [(1, 0), (5, 99), (5, 100), (1, 100), (1, 499), (1, 500), (1, 500)].map {
      bucket.spend($0.0, at: Int64($0.1))
    }
    #expect(granted == [true, false, true, false, false, true, false])
  }

  @Test("P-13: what is granted at first is granted once") func first() {
    var bucket = TokenBucket(burst: 20, everyMilliseconds: 3_000, first: 1_000, at: 0)
    let granted = [900, 20, 1].map { bucket.spend($0, at: 10) }
    #expect(granted == [true, true, false])
    let later = [20, 1].map { bucket.spend($0, at: 60_010) }
    #expect(later == [true, false])
  }

  @Test("a clock that goes back gives nothing") func back() {
    var bucket = TokenBucket(burst: 1, everyMilliseconds: 100, at: 500)
    let granted = [500, 100, 599, 600].map { bucket.spend(at: Int64($0)) }
    #expect(granted == [true, false, false, true])
  }
}
