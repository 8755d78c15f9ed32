import Schema

/// The address of the page, and the browsers that may see it.
public enum PageText {
  /// The page and its browsers, one a line; a browser with the beginning of its id.
  public static func lines(_ view: PageView) -> [Line] {
    var lines = [
      Line(
        view.status.address.isEmpty
          ? "The page is not served: `parlor page` opens it."
          : "The page is at \(view.status.address.plain)")
    ]
    if !view.status.problem.isEmpty { lines.append(Line(view.status.problem.plain)) }
    if !view.status.checksUser {
      lines.append(
        Line(
          "This system does not tell whose a connection is: another user of the machine who reads a browser's cookies may see the page, too."
        ))
    }
    if view.browsers.isEmpty { lines.append(Line("No browser may see it.", .faint)) }
    for browser in view.browsers {
      var line = Line("  \(browser.id.plain.prefix(8))  ", .faint)
      line.add(Columns.fit(browser.name.plain, to: 20), .bold)
      line.add("  since \(ClockText.dateTime(milliseconds: browser.sinceMilliseconds))", .faint)
      line.add(", last here \(ClockText.dateTime(milliseconds: browser.seenMilliseconds))", .faint)
      lines.append(line)
    }
    return lines
  }
}
