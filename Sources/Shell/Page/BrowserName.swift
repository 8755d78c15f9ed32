/// The name that a browser gives itself, in words that people know.
enum BrowserName {
  /// Reads the header User-Agent: "Firefox on Linux"; what is not known is a browser.
  static func of(_ agent: String?) -> String {
    guard let agent else { return "A browser" }
    // Most browsers name others before themselves: the first that is found here counts.
    let names = [
      ("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Epiphany/", "GNOME Web"),
      ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    let systems = [
      ("Android", "Android"), ("Linux", "Linux"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ]
    let name = names.first { agent.contains($0.0) }?.1 ?? "A browser"
    guard let system = systems.first(where: { agent.contains($0.0) })?.1 else { return name }
    return "\(name) on \(system)"
  }
}
