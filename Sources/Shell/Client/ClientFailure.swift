import Schema

/// Why a request to the daemon came to nothing.
public enum ClientFailure: Error, Equatable, Sendable {
  /// Nobody listens in the home, or the connection broke.
  case noDaemon(String)
  /// The daemon said no.
  case refused(Refusal)
  /// The daemon did not answer in time.
  case timedOut
  /// The answer makes no sense: another program or another version listens there.
  case garbled(String)
}
