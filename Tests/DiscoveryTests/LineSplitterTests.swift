import Testing

@testable import Neighbours

@Suite("Lines are cut from a stream of octets")
struct LineSplitterTests {
  @Test("one octet at a time gives the same lines as all at once")
  func drip() {
    let stream = Array("one\n\ntwo\nthr".utf8)
    var whole = LineSplitter(limit: Limits.commandOctets)
    var dripped = LineSplitter(limit: Limits.commandOctets)
    let expected: [[UInt8]?] = [Array("one".utf8), [], Array("two".utf8)]
    #expect(whole.take(stream) == expected)
    #expect(stream.flatMap { dripped.take([$0]) } == expected)
  }

  @Test("a line over the limit is skipped and the next one is whole")
  func tooLong() {
    var splitter = LineSplitter(limit: 4)
    #expect(splitter.take(Array("abcd\nabcde\nab".utf8)) == [Array("abcd".utf8), nil])
    #expect(splitter.take(Array("c\n".utf8)) == [Array("abc".utf8)])
  }
}
