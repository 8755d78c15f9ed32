import CPictures

/// Words that are laid out, in whatever script they are, and not drawn yet.
final class TextBlock {
  /// The look of the words.
  struct Look {
    /// Of the letters, in pixels or points.
    var size: Double
    var bold = false
    /// Between letters, in parts of their size.
    var spacing = 0.0
    /// More lines than these are cut off.
    var lines = 1
    var colour = Colour.white
  }

  /// The first that is there is taken, and for each script one that has it.
  private static let fonts = "Inter, Noto Sans, Cantarell, sans-serif"

  private let layout: OpaquePointer?
  private let canvas: Canvas
  private let look: Look
  /// The width that the words were allowed to take.
  let most: Double
  /// The width and height of the words, with the space above and below letters.
  let width: Double
  let height: Double

  /// Lays out words, each line in the middle.
  ///
  /// - Parameter width: at most; longer lines are broken, and cut off after the last.
  init(_ text: String, _ look: Look, width most: Double, on canvas: Canvas) {
    self.canvas = canvas
    self.most = most
    self.look = look
    layout = library.pango_cairo_create_layout(canvas.context)
    let font = library.pango_font_description_from_string(Self.fonts)
    defer { library.pango_font_description_free(font) }
    library.pango_font_description_set_absolute_size(font, look.size * Double(PANGO_SCALE))
    library.pango_font_description_set_weight(
      font, look.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    // Letters are as wide in a small picture as in a great one.
    let options = library.cairo_font_options_create()
    library.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    library.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    library.pango_cairo_context_set_font_options(library.pango_layout_get_context(layout), options)
    library.cairo_font_options_destroy(options)
    library.pango_layout_set_font_description(layout, font)
    library.pango_layout_set_text(layout, text, -1)
    library.pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    library.pango_layout_set_width(layout, Int32(most * Double(PANGO_SCALE)))
    library.pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    library.pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    library.pango_layout_set_height(layout, Int32(-look.lines))
    library.pango_layout_set_line_spacing(layout, look.lines > 1 ? 0.94 : 0)
    if look.spacing > 0 {
      let attributes = library.pango_attr_list_new()
      library.pango_attr_list_insert(
        attributes,
        library.pango_attr_letter_spacing_new(Int32(look.size * look.spacing * Double(PANGO_SCALE)))
      )
      library.pango_layout_set_attributes(layout, attributes)
      library.pango_attr_list_unref(attributes)
    }
    var logical = PangoRectangle()
    library.pango_layout_get_extents(layout, nil, &logical)
    width = Double(logical.width) / Double(PANGO_SCALE)
    height = Double(logical.height) / Double(PANGO_SCALE)
  }

  deinit { library.g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Whether all of it is there, and no word is broken.
  var isWhole: Bool { library.pango_layout_is_ellipsized(layout) == 0 && !breaksWords }

  /// The number of lines that the words take.
  var lineCount: Int32 { library.pango_layout_get_line_count(layout) }

  private var breaksWords: Bool {
    var count: Int32 = 0
    guard let text = library.pango_layout_get_text(layout),
      let places = library.pango_layout_get_log_attrs_readonly(layout, &count)
    else { return false }
    return (1..<max(1, lineCount)).contains { index in
      guard let line = library.pango_layout_get_line_readonly(layout, index) else { return false }
      let place = library.g_utf8_pointer_to_offset(text, text + Int(line.pointee.start_index))
      return place < Int(count) && places[place].is_line_break == 0
    }
  }

  /// Draws the block with its upper edge there, between the left edge and as far right as it was allowed.
  func paint(x: Double, y: Double) {
    canvas.use(look.colour)
    library.cairo_move_to(canvas.context, x, y)
    library.pango_cairo_show_layout(canvas.context, layout)
  }
}
