import Feature
import Node
import Schema

extension MethodWork {
  /// Checks the files of matches for screens that cannot read them, such as the page (`Tables.Verify`).
  static func matchCheck(_ host: OutsideHost) -> MethodWork {
    MethodWork(
      on(Methods.Tables.verify) { request in
        var check = TranscriptCheck(Registry.parlor.games, keepsEvents: false)
        check.take([UInt8](try await host.upload(request.blob)))
        return check.finish().report
      })
  }
}
