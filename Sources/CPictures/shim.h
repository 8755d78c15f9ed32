#include <dlfcn.h>
#include <stddef.h>

// The functions of cairo, pango and gdk-pixbuf that draw and decode, for a program that is not linked with these libraries and
// loads them when it needs them. Their interfaces stay as they are within the versions that the names of the files have.
// scripts/package.d/libraries compares all that is said here with the headers of the libraries, which it includes before.

#ifndef PARLOR_COMPARES
typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_pattern cairo_pattern_t;
typedef struct _cairo_font_options cairo_font_options_t;
typedef int cairo_format_t;
typedef unsigned cairo_status_t, cairo_extend_t, cairo_fill_rule_t, cairo_hint_metrics_t, cairo_hint_style_t, cairo_line_cap_t,
    cairo_line_join_t, cairo_operator_t, cairo_pdf_metadata_t;
typedef cairo_status_t (*cairo_write_func_t)(void *, const unsigned char *, unsigned);
typedef void (*cairo_destroy_func_t)(void *);

typedef void *gpointer;
typedef char gchar;
typedef unsigned char guchar, guint8;
typedef int gint, gboolean;
typedef long glong;
typedef unsigned long gsize;
typedef struct _GError {
  unsigned domain;
  int code;
  gchar *message;
} GError;

typedef struct _GdkPixbuf GdkPixbuf;
typedef struct _GdkPixbufLoader GdkPixbufLoader;
typedef unsigned GdkPixbufRotation, GdkInterpType;

typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoAttribute PangoAttribute;
typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoFontDescription PangoFontDescription;
typedef unsigned PangoAlignment, PangoEllipsizeMode, PangoWeight, PangoWrapMode;
typedef struct _PangoRectangle {
  int x, y, width, height;
} PangoRectangle;
typedef struct _PangoLogAttr {
  unsigned is_line_break : 1;
  unsigned others : 31;
} PangoLogAttr;
// The library makes these; its own has more behind.
typedef struct _PangoLayoutLine {
  PangoLayout *layout;
  gint start_index;
} PangoLayoutLine;

#define PARLOR_VALUE(type, name, value) static const type name = value;
#else
#define PARLOR_VALUE(type, name, value) _Static_assert((int)name == value, #name);
#endif

PARLOR_VALUE(cairo_extend_t, CAIRO_EXTEND_PAD, 3)
PARLOR_VALUE(cairo_fill_rule_t, CAIRO_FILL_RULE_EVEN_ODD, 1)
PARLOR_VALUE(cairo_format_t, CAIRO_FORMAT_ARGB32, 0)
PARLOR_VALUE(cairo_format_t, CAIRO_FORMAT_RGB24, 1)
PARLOR_VALUE(cairo_hint_metrics_t, CAIRO_HINT_METRICS_OFF, 1)
PARLOR_VALUE(cairo_hint_style_t, CAIRO_HINT_STYLE_NONE, 1)
PARLOR_VALUE(cairo_line_cap_t, CAIRO_LINE_CAP_ROUND, 1)
PARLOR_VALUE(cairo_line_join_t, CAIRO_LINE_JOIN_ROUND, 1)
PARLOR_VALUE(cairo_operator_t, CAIRO_OPERATOR_DEST_OUT, 9)
PARLOR_VALUE(cairo_operator_t, CAIRO_OPERATOR_OVER, 2)
PARLOR_VALUE(cairo_pdf_metadata_t, CAIRO_PDF_METADATA_TITLE, 0)
PARLOR_VALUE(cairo_status_t, CAIRO_STATUS_SUCCESS, 0)
PARLOR_VALUE(cairo_status_t, CAIRO_STATUS_WRITE_ERROR, 11)
PARLOR_VALUE(GdkInterpType, GDK_INTERP_BILINEAR, 2)
PARLOR_VALUE(GdkPixbufRotation, GDK_PIXBUF_ROTATE_CLOCKWISE, 270)
PARLOR_VALUE(GdkPixbufRotation, GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE, 90)
PARLOR_VALUE(GdkPixbufRotation, GDK_PIXBUF_ROTATE_UPSIDEDOWN, 180)
PARLOR_VALUE(PangoAlignment, PANGO_ALIGN_CENTER, 1)
PARLOR_VALUE(PangoEllipsizeMode, PANGO_ELLIPSIZE_END, 3)
PARLOR_VALUE(int, PANGO_SCALE, 1024)
PARLOR_VALUE(PangoWeight, PANGO_WEIGHT_BOLD, 700)
PARLOR_VALUE(PangoWeight, PANGO_WEIGHT_NORMAL, 400)
PARLOR_VALUE(PangoWrapMode, PANGO_WRAP_WORD_CHAR, 2)

// The functions of each library: the result, the name, the parameters.
#define PARLOR_CAIRO(F) \
  F(void, cairo_arc, (cairo_t *, double, double, double, double, double)) \
  F(void, cairo_close_path, (cairo_t *)) \
  F(cairo_t *, cairo_create, (cairo_surface_t *)) \
  F(void, cairo_curve_to, (cairo_t *, double, double, double, double, double, double)) \
  F(void, cairo_destroy, (cairo_t *)) \
  F(void, cairo_fill, (cairo_t *)) \
  F(cairo_font_options_t *, cairo_font_options_create, (void)) \
  F(void, cairo_font_options_destroy, (cairo_font_options_t *)) \
  F(void, cairo_font_options_set_hint_metrics, (cairo_font_options_t *, cairo_hint_metrics_t)) \
  F(void, cairo_font_options_set_hint_style, (cairo_font_options_t *, cairo_hint_style_t)) \
  F(cairo_pattern_t *, cairo_get_source, (cairo_t *)) \
  F(void, cairo_identity_matrix, (cairo_t *)) \
  F(cairo_surface_t *, cairo_image_surface_create, (cairo_format_t, int, int)) \
  F(unsigned char *, cairo_image_surface_get_data, (cairo_surface_t *)) \
  F(int, cairo_image_surface_get_stride, (cairo_surface_t *)) \
  F(void, cairo_line_to, (cairo_t *, double, double)) \
  F(void, cairo_move_to, (cairo_t *, double, double)) \
  F(void, cairo_paint, (cairo_t *)) \
  F(void, cairo_pattern_add_color_stop_rgba, (cairo_pattern_t *, double, double, double, double, double)) \
  F(cairo_pattern_t *, cairo_pattern_create_linear, (double, double, double, double)) \
  F(cairo_pattern_t *, cairo_pattern_create_radial, (double, double, double, double, double, double)) \
  F(void, cairo_pattern_destroy, (cairo_pattern_t *)) \
  F(void, cairo_pattern_set_extend, (cairo_pattern_t *, cairo_extend_t)) \
  F(cairo_surface_t *, cairo_pdf_surface_create_for_stream, (cairo_write_func_t, void *, double, double)) \
  F(void, cairo_pdf_surface_set_metadata, (cairo_surface_t *, cairo_pdf_metadata_t, const char *)) \
  F(void, cairo_pop_group_to_source, (cairo_t *)) \
  F(void, cairo_push_group, (cairo_t *)) \
  F(void, cairo_rectangle, (cairo_t *, double, double, double, double)) \
  F(void, cairo_restore, (cairo_t *)) \
  F(void, cairo_save, (cairo_t *)) \
  F(void, cairo_scale, (cairo_t *, double, double)) \
  F(void, cairo_set_fill_rule, (cairo_t *, cairo_fill_rule_t)) \
  F(void, cairo_set_line_cap, (cairo_t *, cairo_line_cap_t)) \
  F(void, cairo_set_line_join, (cairo_t *, cairo_line_join_t)) \
  F(void, cairo_set_line_width, (cairo_t *, double)) \
  F(void, cairo_set_operator, (cairo_t *, cairo_operator_t)) \
  F(void, cairo_set_source, (cairo_t *, cairo_pattern_t *)) \
  F(void, cairo_set_source_rgba, (cairo_t *, double, double, double, double)) \
  F(void, cairo_set_source_surface, (cairo_t *, cairo_surface_t *, double, double)) \
  F(void, cairo_show_page, (cairo_t *)) \
  F(cairo_status_t, cairo_status, (cairo_t *)) \
  F(const char *, cairo_status_to_string, (cairo_status_t)) \
  F(void, cairo_stroke, (cairo_t *)) \
  F(void, cairo_surface_destroy, (cairo_surface_t *)) \
  F(void, cairo_surface_finish, (cairo_surface_t *)) \
  F(void, cairo_surface_flush, (cairo_surface_t *)) \
  F(void, cairo_surface_mark_dirty, (cairo_surface_t *)) \
  F(cairo_status_t, cairo_surface_set_mime_data, (cairo_surface_t *, const char *, const unsigned char *, unsigned long, cairo_destroy_func_t, void *)) \
  F(cairo_status_t, cairo_surface_status, (cairo_surface_t *)) \
  F(cairo_status_t, cairo_surface_write_to_png_stream, (cairo_surface_t *, cairo_write_func_t, void *)) \
  F(cairo_surface_t *, cairo_svg_surface_create_for_stream, (cairo_write_func_t, void *, double, double)) \
  F(void, cairo_translate, (cairo_t *, double, double))
#define PARLOR_PANGO(F) \
  F(PangoAttribute *, pango_attr_letter_spacing_new, (int)) \
  F(void, pango_attr_list_insert, (PangoAttrList *, PangoAttribute *)) \
  F(PangoAttrList *, pango_attr_list_new, (void)) \
  F(void, pango_attr_list_unref, (PangoAttrList *)) \
  F(void, pango_cairo_context_set_font_options, (PangoContext *, const cairo_font_options_t *)) \
  F(PangoLayout *, pango_cairo_create_layout, (cairo_t *)) \
  F(void, pango_cairo_show_layout, (cairo_t *, PangoLayout *)) \
  F(void, pango_font_description_free, (PangoFontDescription *)) \
  F(PangoFontDescription *, pango_font_description_from_string, (const char *)) \
  F(void, pango_font_description_set_absolute_size, (PangoFontDescription *, double)) \
  F(void, pango_font_description_set_weight, (PangoFontDescription *, PangoWeight)) \
  F(PangoContext *, pango_layout_get_context, (PangoLayout *)) \
  F(void, pango_layout_get_extents, (PangoLayout *, PangoRectangle *, PangoRectangle *)) \
  F(int, pango_layout_get_line_count, (PangoLayout *)) \
  F(PangoLayoutLine *, pango_layout_get_line_readonly, (PangoLayout *, int)) \
  F(const PangoLogAttr *, pango_layout_get_log_attrs_readonly, (PangoLayout *, gint *)) \
  F(const char *, pango_layout_get_text, (PangoLayout *)) \
  F(gboolean, pango_layout_is_ellipsized, (PangoLayout *)) \
  F(void, pango_layout_set_alignment, (PangoLayout *, PangoAlignment)) \
  F(void, pango_layout_set_attributes, (PangoLayout *, PangoAttrList *)) \
  F(void, pango_layout_set_ellipsize, (PangoLayout *, PangoEllipsizeMode)) \
  F(void, pango_layout_set_font_description, (PangoLayout *, const PangoFontDescription *)) \
  F(void, pango_layout_set_height, (PangoLayout *, int)) \
  F(void, pango_layout_set_line_spacing, (PangoLayout *, float)) \
  F(void, pango_layout_set_text, (PangoLayout *, const char *, int)) \
  F(void, pango_layout_set_width, (PangoLayout *, int)) \
  F(void, pango_layout_set_wrap, (PangoLayout *, PangoWrapMode))
#define PARLOR_PIXBUF(F) \
  F(GdkPixbuf *, gdk_pixbuf_flip, (const GdkPixbuf *, gboolean)) \
  F(gboolean, gdk_pixbuf_get_has_alpha, (const GdkPixbuf *)) \
  F(int, gdk_pixbuf_get_height, (const GdkPixbuf *)) \
  F(int, gdk_pixbuf_get_n_channels, (const GdkPixbuf *)) \
  F(int, gdk_pixbuf_get_rowstride, (const GdkPixbuf *)) \
  F(int, gdk_pixbuf_get_width, (const GdkPixbuf *)) \
  F(gboolean, gdk_pixbuf_loader_close, (GdkPixbufLoader *, GError **)) \
  F(GdkPixbuf *, gdk_pixbuf_loader_get_pixbuf, (GdkPixbufLoader *)) \
  F(GdkPixbufLoader *, gdk_pixbuf_loader_new_with_type, (const char *, GError **)) \
  F(gboolean, gdk_pixbuf_loader_write, (GdkPixbufLoader *, const guchar *, gsize, GError **)) \
  F(GdkPixbuf *, gdk_pixbuf_new_subpixbuf, (GdkPixbuf *, int, int, int, int)) \
  F(const guint8 *, gdk_pixbuf_read_pixels, (const GdkPixbuf *)) \
  F(GdkPixbuf *, gdk_pixbuf_rotate_simple, (const GdkPixbuf *, GdkPixbufRotation)) \
  F(gboolean, gdk_pixbuf_save_to_bufferv, (GdkPixbuf *, gchar **, gsize *, const char *, char **, char **, GError **)) \
  F(GdkPixbuf *, gdk_pixbuf_scale_simple, (const GdkPixbuf *, int, int, GdkInterpType))
#define PARLOR_GLIB(F) \
  F(void, g_clear_error, (GError **)) \
  F(void, g_free, (gpointer)) \
  F(gpointer, g_object_ref, (gpointer)) \
  F(void, g_object_unref, (gpointer)) \
  F(gchar *, g_strdup, (const gchar *)) \
  F(glong, g_utf8_pointer_to_offset, (const gchar *, const gchar *))
#define PARLOR_PICTURES(F) PARLOR_CAIRO(F) PARLOR_PANGO(F) PARLOR_PIXBUF(F) PARLOR_GLIB(F)

// The functions of the libraries that are loaded; null those of others.
struct parlor_pictures {
#define PARLOR_FIELD(result, name, parameters) result(*name) parameters;
  PARLOR_PICTURES(PARLOR_FIELD)
};

#define PARLOR_FIND(result, name, parameters) \
  if (!(*(void **)&found->name = dlsym(library, #name))) return dlerror();

// Each loads a library, as a library is that a program is linked with: what decodes pictures finds it there. The result is the reason why it
// is missing, and null where all is well.
static inline const char *parlor_load_cairo(struct parlor_pictures *found) {
  void *library = dlopen("libcairo.so.2", RTLD_LAZY | RTLD_GLOBAL);
  if (!library) return dlerror();
  PARLOR_CAIRO(PARLOR_FIND)
  return NULL;
}

static inline const char *parlor_load_pango(struct parlor_pictures *found) {
  void *library = dlopen("libpangocairo-1.0.so.0", RTLD_LAZY | RTLD_GLOBAL);
  if (!library) return dlerror();
  PARLOR_PANGO(PARLOR_FIND)
  PARLOR_GLIB(PARLOR_FIND)
  return NULL;
}

static inline const char *parlor_load_pixbuf(struct parlor_pictures *found) {
  void *library = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_LAZY | RTLD_GLOBAL);
  if (!library) return dlerror();
  PARLOR_PIXBUF(PARLOR_FIND)
  PARLOR_GLIB(PARLOR_FIND)
  return NULL;
}
