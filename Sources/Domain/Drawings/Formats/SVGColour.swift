/// Colours of SVG and CSS (CSS Color Module Level 3, sections 4.2 and 4.3).
enum SVGColour {
  /// The kind of a paint.
  enum Paint: Equatable {
    case none
    case colour(UInt32)
    /// That of `color`.
    case current
    /// A gradient or a pattern, by its id, with what stands behind it.
    case server(String)
    /// Not understood.
    case unknown
  }

  /// Reads a paint.
  static func paint(_ text: String) -> Paint {
    let lower = text.lowercased()
    let word = lower.filter { !$0.isWhitespace }
    switch word {
    case "none", "transparent": return .none
    case "currentcolor": return .current
    case "context-fill", "context-stroke": return .colour(0)
    default: break
    }
    if word.hasPrefix("url("), let end = text.firstIndex(of: ")") {
      let id = text[..<end].drop { $0 != "#" }.dropFirst()
      return .server(id.filter { $0 != "\"" && $0 != "'" && !$0.isWhitespace })
    }
    if let chosen = chosen(lower) { return paint(chosen) }
    // A colour that lets everything through is none.
    if alpha(lower) == 0 { return .none }
    guard let colour = hex(word) ?? function(lower) ?? named[word] else { return .unknown }
    return .colour(colour)
  }

  /// The colour of `light-dark()` on a light screen, and that of `var()` where nothing sets the variable; nil for other words.
  private static func chosen(_ word: String) -> String? {
    // They may stand in each other.
    guard word.utf8.count <= 1_000, word.last == ")" else { return nil }
    for (name, place) in [("light-dark(", 0), ("var(", 1)] where word.hasPrefix(name) {
      var (depth, parts) = (0, [""])
      for sign in word.dropFirst(name.count).dropLast() {
        if sign == "(" { depth += 1 }
        if sign == ")" { depth -= 1 }
        if sign == ",", depth == 0, parts.count <= place {
          parts.append("")
        } else if sign != "," || depth > 0 {
          parts[parts.count - 1].append(sign)
        } else {
          break
        }
      }
      return parts.count > place ? parts[place] : ""
    }
    return nil
  }

  /// #rgb, #rgba, #rrggbb, #rrggbbaa.
  private static func hex(_ word: String) -> UInt32? {
    guard word.first == "#" else { return nil }
    var digits = String(word.dropFirst())
    if digits.utf8.count == 3 || digits.utf8.count == 4 {
      digits = digits.prefix(3).map { "\($0)\($0)" }.joined()
    }
    guard digits.utf8.count == 6 || digits.utf8.count == 8 else { return nil }
    return UInt32(digits.prefix(6), radix: 16)
  }

  /// rgb(), rgba() and hsl().
  private static func function(_ word: String) -> UInt32? {
    guard let (name, parts) = parts(word), parts.count >= 3 else { return nil }
    func part(_ place: Int, _ whole: Double) -> Double? {
      let text = parts[place]
      return text.hasSuffix("%") ? Double(text.dropLast()).map { $0 * whole / 100 } : Double(text)
    }
    if name == "hsl" || name == "hsla" {
      guard let hue = Double(parts[0].filter { $0 != "d" && $0 != "e" && $0 != "g" }),
        let saturation = part(1, 1), let light = part(2, 1), hue.isFinite
      else { return nil }
      return hsl(hue, saturation, light)
    }
    guard name == "rgb" || name == "rgba", let red = part(0, 255), let green = part(1, 255),
      let blue = part(2, 255)
    else { return nil }
    return packed(red, green, blue)
  }

  private static func hsl(_ hue: Double, _ saturation: Double, _ light: Double) -> UInt32? {
    func channel(_ offset: Double) -> Double {
      let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      let turned = place < 0 ? place + 12 : place
      let share = saturation * min(light, 1 - light)
      return 255 * (light - share * max(-1, min(turned - 3, 9 - turned, 1)))
    }
    return packed(channel(0), channel(8), channel(4))
  }

  private static func packed(_ red: Double, _ green: Double, _ blue: Double) -> UInt32? {
    guard red.isFinite, green.isFinite, blue.isFinite else { return nil }
    func byte(_ value: Double) -> UInt32 { UInt32(max(0, min(255, value.rounded()))) }
    return byte(red) << 16 | byte(green) << 8 | byte(blue)
  }

  /// The name of a function of CSS and what stands in it, between commas or blanks; nil for something else.
  private static func parts(_ word: String) -> (name: Substring, parts: [Substring])? {
    guard let open = word.firstIndex(of: "("), word.last == ")" else { return nil }
    let inside = word[word.index(after: open)...].dropLast()
    return (
      word[..<open].filter { !$0.isWhitespace }[...],
      inside.split { ",/".contains($0) || $0.isWhitespace }
    )
  }

  /// Returns the opacity of a colour, the fourth part of rgba(), hsla(), #rgba and #rrggbbaa; nil where it names none.
  static func alpha(_ text: String) -> Double? {
    let word = text.lowercased()
    let digits = word.filter { !$0.isWhitespace }.dropFirst()
    if word.first == "#", [4, 8].contains(digits.utf8.count) {
      let last = digits.suffix(digits.utf8.count / 4)
      return Int(last, radix: 16).map { Double($0) / (last.utf8.count == 1 ? 15 : 255) }
    }
    guard let part = parts(word)?.parts.dropFirst(3).first else { return nil }
    return part.hasSuffix("%") ? Double(part.dropLast()).map { $0 / 100 } : Double(part)
  }

  private static let named: [String: UInt32] = {
    var colours: [String: UInt32] = [:]
    for entry in table.split(whereSeparator: \.isWhitespace) {
      let parts = entry.split(separator: ":")
      colours[String(parts[0])] = UInt32(parts[1], radix: 16)
    }
    return colours
  }()

  private static let table = """
    aliceblue:f0f8ff antiquewhite:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff beige:f5f5dc bisque:ffe4c4 black:000000
    blanchedalmond:ffebcd blue:0000ff blueviolet:8a2be2 brown:a52a2a burlywood:deb887 cadetblue:5f9ea0 chartreuse:7fff00
    chocolate:d2691e coral:ff7f50 cornflowerblue:6495ed cornsilk:fff8dc crimson:dc143c cyan:00ffff darkblue:00008b
    darkcyan:008b8b darkgoldenrod:b8860b darkgray:a9a9a9 darkgreen:006400 darkgrey:a9a9a9 darkkhaki:bdb76b
    darkmagenta:8b008b darkolivegreen:556b2f darkorange:ff8c00 darkorchid:9932cc darkred:8b0000 darksalmon:e9967a
    darkseagreen:8fbc8f darkslateblue:483d8b darkslategray:2f4f4f darkslategrey:2f4f4f darkturquoise:00ced1
    darkviolet:9400d3 deeppink:ff1493 deepskyblue:00bfff dimgray:696969 dimgrey:696969 dodgerblue:1e90ff
    firebrick:b22222 floralwhite:fffaf0 forestgreen:228b22 fuchsia:ff00ff gainsboro:dcdcdc ghostwhite:f8f8ff gold:ffd700
    goldenrod:daa520 gray:808080 green:008000 greenyellow:adff2f grey:808080 honeydew:f0fff0 hotpink:ff69b4
    indianred:cd5c5c indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa lavenderblush:fff0f5 lawngreen:7cfc00
    lemonchiffon:fffacd lightblue:add8e6 lightcoral:f08080 lightcyan:e0ffff lightgoldenrodyellow:fafad2
    lightgray:d3d3d3 lightgreen:90ee90 lightgrey:d3d3d3 lightpink:ffb6c1 lightsalmon:ffa07a lightseagreen:20b2aa
    lightskyblue:87cefa lightslategray:778899 lightslategrey:778899 lightsteelblue:b0c4de lightyellow:ffffe0 lime:00ff00
    limegreen:32cd32 linen:faf0e6 magenta:ff00ff maroon:800000 mediumaquamarine:66cdaa mediumblue:0000cd
    mediumorchid:ba55d3 mediumpurple:9370db mediumseagreen:3cb371 mediumslateblue:7b68ee mediumspringgreen:00fa9a
    mediumturquoise:48d1cc mediumvioletred:c71585 midnightblue:191970 mintcream:f5fffa mistyrose:ffe4e1 moccasin:ffe4b5
    navajowhite:ffdead navy:000080 oldlace:fdf5e6 olive:808000 olivedrab:6b8e23 orange:ffa500 orangered:ff4500
    orchid:da70d6 palegoldenrod:eee8aa palegreen:98fb98 paleturquoise:afeeee palevioletred:db7093 papayawhip:ffefd5
    peachpuff:ffdab9 peru:cd853f pink:ffc0cb plum:dda0dd powderblue:b0e0e6 purple:800080 rebeccapurple:663399 red:ff0000
    rosybrown:bc8f8f royalblue:4169e1 saddlebrown:8b4513 salmon:fa8072 sandybrown:f4a460 seagreen:2e8b57 seashell:fff5ee
    sienna:a0522d silver:c0c0c0 skyblue:87ceeb slateblue:6a5acd slategray:708090 slategrey:708090 snow:fffafa
    springgreen:00ff7f steelblue:4682b4 tan:d2b48c teal:008080 thistle:d8bfd8 tomato:ff6347 turquoise:40e0d0
    violet:ee82ee wheat:f5deb3 white:ffffff whitesmoke:f5f5f5 yellow:ffff00 yellowgreen:9acd32
    """
}
