/// The output of `nft list ruleset`: a hint, because rules can depend on anything.
enum Nftables {
  /// Returns the needs that are dropped, and the command that lets them in; nil when nothing is dropped by default.
  ///
  /// Any rule that accepts a port counts, whatever else it asks for.
  static func missing(
    _ needs: [Need], in ruleset: String, _ remedy: Remedy
  ) -> (needs: [Need], fix: String)? {
    guard let chain = droppingChain(ruleset) else { return nil }
    let rules = ruleset.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }
    let missing = needs.filter { need in !rules.contains { accepts(need, $0) } }
    let commands = missing.map {
      remedy.asRoot("nft insert rule \(chain) \($0.transport) dport \($0.port) accept")
    }
    return (missing, commands.joined(separator: " && "))
  }

  /// `FAMILY TABLE CHAIN` of the first chain for what comes in that drops what no rule accepts.
  private static func droppingChain(_ ruleset: String) -> String? {
    var table = ""
    var chain = ""
    var isInput = false
    for line in ruleset.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      switch words.first {
      case "table" where words.count >= 3: table = "\(words[1]) \(words[2])"
      case "chain" where words.count >= 2:
        chain = String(words[1])
        isInput = false
      case "type":
        isInput = line.contains("hook input")
        if isInput, line.contains("policy drop") { return "\(table) \(chain)" }
      case "drop", "reject", "counter":
        // A rule without a condition at the end of an open chain.
        if isInput, words.contains("drop") || words.contains("reject"), !words.contains("dport") {
          return "\(table) \(chain)"
        }
      default: break
      }
    }
    return nil
  }

  private static func accepts(_ need: Need, _ rule: Substring) -> Bool {
    let words = rule.split(separator: " ").map { $0.filter { $0 != "{" && $0 != "}" } }
      .filter { !$0.isEmpty }
    guard words.contains("accept") else { return false }
    if words == ["accept"] { return true }
    guard let port = words.firstIndex(of: "dport"), port > 0,
      [need.transport, "th"].contains(words[port - 1])
    else { return false }
    // A set is written `{ 22, 80, 1024-2048 }`.
    let ports = words[(port + 1)...].prefix { $0.first?.isNumber == true || $0.hasPrefix("mdns") }
    return ports.contains { PortSet($0).contains(need.port) }
  }
}
