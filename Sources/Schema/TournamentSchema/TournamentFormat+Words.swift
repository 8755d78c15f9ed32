extension TournamentFormat {
  /// The words of all formats as people type them, in the order of the schema.
  public static let words = allCases.map { "\($0)" }
}
