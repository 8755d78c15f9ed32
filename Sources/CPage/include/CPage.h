// The files of the page, as the program holds them.
#ifndef CPAGE_H
#define CPAGE_H

/// One file of the page.
struct parlor_page_file {
  /// Its path below the folder of the page, as in "js/main.js".
  const char *name;
  /// Its media type, as in "text/css; charset=utf-8".
  const char *type;
  const unsigned char *bytes;
  unsigned long length;
};

/// Every file, in the order of the names.
extern const struct parlor_page_file parlor_page_files[];
extern const unsigned long parlor_page_file_count;

/// One of them: Swift sees no array without a length.
static inline const struct parlor_page_file *parlor_page_file_at(unsigned long index) {
  return &parlor_page_files[index];
}

#endif
