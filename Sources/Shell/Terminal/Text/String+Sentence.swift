extension String {
  /// The text with a capital first letter and a full stop; empty where it is empty.
  public var sentence: String {
    guard let last else { return "" }
    return prefix(1).uppercased() + dropFirst() + (".!?".contains(last) ? "" : ".")
  }
}
