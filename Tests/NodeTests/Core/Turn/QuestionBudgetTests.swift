import Identifiers
import Testing
import Wire

@testable import Node

@Suite struct QuestionBudgetTests {
  private func node(_ number: Int) -> NodeID {
    var bytes = [UInt8](repeating: 0, count: 32)
    bytes[0] = UInt8(number & 255)
    bytes[1] = UInt8(number >> 8)
    return NodeID(bytes) ?? .zero
  }

  @Test("P-14: a stranger has some questions at once, and one more with time")
  func refills() {
    var budget = QuestionBudget(burst: 2, everyMilliseconds: 100)
    let granted = [0, 0, 0, 99, 100, 101, 199, 200].map { budget.spend(node(1), at: $0) }
    let other = budget.spend(node(2), at: 200)
    #expect(granted == [true, true, false, false, true, false, false, true])
    #expect(other, "each has its own")
    let later = (0..<3).map { _ in budget.spend(node(1), at: 1_000_000) }
    #expect(later == [true, true, false], "never more than the burst")
  }

  @Test("P-14: many strangers cost no memory without end, and harm nobody known")
  func crowd() {
    var budget = QuestionBudget(burst: 2, everyMilliseconds: 100)
    let known = (0..<Limits.askersCounted).map { budget.spend(node($0), at: 0) }
    #expect(known.allSatisfy { $0 })
    let later = [(9_999, 50), (1, 50), (9_999, 500)].map { budget.spend(node($0), at: Int64($1)) }
    #expect(later == [false, true, true])
  }
}
