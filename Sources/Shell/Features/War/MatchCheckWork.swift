import Feature
import Node
import Schema

/// Checks the files of matches for screens that cannot read them, such as the page (`Tables.Verify`).
final class MatchCheckWork: OutsideWork {
  private let host: OutsideHost

  init(_ host: OutsideHost) { self.host = host }

  var methods: [String: OutsideMethod] {
    let host = host
    return Dictionary(
      uniqueKeysWithValues: [
        Self.on(Methods.Tables.verify) { request in
          var check = TranscriptCheck(Registry.parlor.games, keepsEvents: false)
          check.take([UInt8](try await host.upload(request.blob)))
          return check.finish().report
        }
      ])
  }
}
