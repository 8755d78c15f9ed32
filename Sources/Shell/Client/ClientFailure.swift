import Schema

/// The reason why a request to the daemon failed.
public enum ClientFailure: Error, Equatable, Sendable {
  /// Nobody listens in the home, or the connection broke.
  case noDaemon(String)
  /// A daemon was started and ended at once, or none may be started; the reason, a sentence.
  case notStarted(String)
  /// The daemon said no.
  case refused(Refusal)
  /// The daemon did not answer in time.
  case timedOut
  /// The answer makes no sense: another program or another version listens there.
  case garbled(String)
}
