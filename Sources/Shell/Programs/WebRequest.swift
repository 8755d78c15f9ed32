import FoundationEssentials

/// A request to the web, which the program `curl` makes.
public struct WebRequest {
  private let address: String
  private let seconds: Int
  private let most: Int
  private let redirects: Int

  /// Describes a request.
  ///
  /// - Parameters:
  ///   - seconds: the longest time that it may take.
  ///   - most: the most bytes of the answer.
  ///   - redirects: the most redirects that are followed.
  public init(_ address: String, seconds: Int, most: Int, redirects: Int = 0) {
    (self.address, self.seconds, self.most, self.redirects) = (address, seconds, most, redirects)
  }

  /// Makes the request; the exit code is 0 where the answer is there.
  public func run() throws(Filter.Failure) -> Filter.Result {
    // The first word keeps it from what the person has configured for other uses.
    let filter = Filter(
      "curl", ["-q", "--config", "-"], within: .seconds(seconds + 5), limit: most)
    return try filter.run(Array(configuration.utf8))
  }

  /// The options on standard input: no other program sees a key in the address there.
  private var configuration: String {
    let schemes = address.hasPrefix("https://") ? "=https" : "=http,https"
    let text = address.replacing("\\", with: "%5C").replacing("\"", with: "%22")
    let following =
      redirects > 0
      ? ["location", "max-redirs = \(redirects)", "proto-redir = \"\(schemes)\""] : []
    let lines =
      [
        "url = \"\(text)\"", "silent", "show-error", "fail", "globoff",
        "proto = \"\(schemes)\"", "max-time = \(seconds)", "max-filesize = \(most)",
      ] + following
    return lines.map { $0 + "\n" }.joined()
  }
}
