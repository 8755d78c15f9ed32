// The pages of docs/, as the program holds them.
#ifndef CGUIDE_H
#define CGUIDE_H

/// One page for people who use Parlor.
struct parlor_guide_page {
  /// The topic, as in "chat" for docs/chat.md.
  const char *topic;
  /// Markdown in UTF-8.
  const unsigned char *bytes;
  unsigned long length;
};

/// Every page, in the order of the topics.
extern const struct parlor_guide_page parlor_guide_pages[];
extern const unsigned long parlor_guide_page_count;

/// One of them: Swift sees no array without a length.
static inline const struct parlor_guide_page *parlor_guide_page_at(unsigned long index) {
  return &parlor_guide_pages[index];
}

#endif
