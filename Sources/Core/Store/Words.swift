import Schema

/// The words of a text as the index has them: in small letters, without marks. A change here raises `Registry.coreVersion`.
enum Words {
  /// Longer words are cut, in scalars.
  static let longest = 40
  /// So many words of one text are taken.
  static let most = 4_096

  /// So many words of what a person searches for are looked for.
  static let mostWanted = 32

  /// The words of a text, in its order.
  ///
  /// A word is a run of letters and numbers. Signs such as emoji, and the characters of scripts that put no spaces between words,
  /// are words of their own.
  static func of(_ text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var length = 0
    func end() {
      if !word.isEmpty { words.append(String(word)) }
      (word, length) = (String.UnicodeScalarView(), 0)
    }
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    let folded = isPlain ? text : Text.decomposed(text)
    for scalar in folded.unicodeScalars {
      guard words.count < most else { return words }
      switch role(of: scalar) {
      case .letter:
        guard length < longest else { continue }
        length += 1
        if scalar.isASCII {
          let isCapital = (0x41...0x5a).contains(scalar.value)
          word.append(isCapital ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar)
        } else {
          // What a capital letter is mapped to may have marks.
          word.append(
            contentsOf: scalar.properties.lowercaseMapping.unicodeScalars.compactMap {
              guard role(of: $0) == .letter else { return nil }
              return $0 == "\u{3c2}" ? "\u{3c3}" : $0
            })
        }
      case .word:
        end()
        word.append(scalar)
        end()
      case .mark: break
      case .gap: end()
      }
    }
    end()
    return words
  }

  /// Makes the FTS5 search for records that say these words; the last one may be the beginning of a word. Nil for no words.
  static func query(_ words: [String]) -> String? {
    words.isEmpty ? nil : words.map { "\"\($0)\"" }.joined(separator: " ") + "*"
  }

  /// Whether a text says words, as `query` finds them.
  static func says(_ text: String, _ wanted: [String]) -> Bool {
    guard let last = wanted.last else { return false }
    let words = Set(of(text))
    return wanted.dropLast().allSatisfy(words.contains)
      && (words.contains(last) || words.contains { $0.hasScalarPrefix(last) })
  }

  private enum Role { case letter, word, mark, gap }

  private static func role(of scalar: Unicode.Scalar) -> Role {
    if scalar.isASCII {
      let byte = scalar.value
      let isWord =
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
      return isWord ? .letter : .gap
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .spacingMark, .privateUse:
      return isSpaceless(scalar) ? .word : .letter
    case .otherSymbol: return .word
    case .nonspacingMark, .enclosingMark, .format, .modifierSymbol: return .mark
    default: return .gap
    }
  }

  /// Scripts that put no spaces between words: Chinese characters, kana, Thai, Lao.
  private static func isSpaceless(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic || (0x3040...0x30ff).contains(scalar.value)
      || (0x0e00...0x0eff).contains(scalar.value)
  }
}

extension String {
  /// Whether the scalars begin with others; characters do not matter.
  fileprivate func hasScalarPrefix(_ prefix: String) -> Bool {
    utf8.starts(with: prefix.utf8)
  }
}
