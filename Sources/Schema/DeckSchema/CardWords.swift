extension CardCondition {
  /// The condition in words, as lists of cards print it; empty for none.
  public var words: String {
    switch self {
    case .mint: "mint"
    case .nearMint: "near mint"
    case .lightlyPlayed: "lightly played"
    case .moderatelyPlayed: "moderately played"
    case .heavilyPlayed: "heavily played"
    case .damaged: "damaged"
    case .unspecified, .UNRECOGNIZED: ""
    }
  }
}

extension CardFinish {
  /// The finish in words, as lists of cards print it; empty for one that is not special.
  public var words: String {
    switch self {
    case .foil: "foil"
    case .etched: "etched"
    case .unspecified, .UNRECOGNIZED: ""
    }
  }
}
