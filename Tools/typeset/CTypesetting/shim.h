#pragma once
#include <cairo-pdf.h>
#include <cairo.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

// Macros, which Swift does not see.
static const char *const typesetting_jpeg = CAIRO_MIME_TYPE_JPEG;
// PANGO_SCALE.
static const int typesetting_scale = 1024;

// What is used of Pango 1.44 and newer, as its headers declare it. They are not read: pango.pc asks for -pthread, at which the
// package manager complains in every build.
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _PangoLayoutLine PangoLayoutLine;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLanguage PangoLanguage;
typedef struct {
    int x, y, width, height;
} PangoRectangle;

enum { PANGO_WEIGHT_NORMAL = 400, PANGO_WEIGHT_BOLD = 700 };
enum { PANGO_STYLE_ITALIC = 2 };
enum { PANGO_WRAP_WORD_CHAR = 2 };
enum { PANGO_ALIGN_LEFT = 0, PANGO_ALIGN_CENTER = 1, PANGO_ALIGN_RIGHT = 2 };

extern void g_object_unref(void *object);
extern PangoLayout *pango_cairo_create_layout(cairo_t *context);
extern void pango_cairo_show_layout(cairo_t *context, PangoLayout *layout);
extern void pango_cairo_show_layout_line(cairo_t *context, PangoLayoutLine *line);
extern PangoFontDescription *pango_font_description_new(void);
extern void pango_font_description_free(PangoFontDescription *font);
extern void pango_font_description_set_family(PangoFontDescription *font, const char *family);
extern void pango_font_description_set_absolute_size(PangoFontDescription *font, double size);
extern void pango_font_description_set_weight(PangoFontDescription *font, int weight);
extern void pango_font_description_set_style(PangoFontDescription *font, int style);
extern PangoLanguage *pango_language_from_string(const char *language);
extern void pango_context_set_language(PangoContext *context, PangoLanguage *language);
extern int pango_parse_markup(
    const char *markup, int length, unsigned accelerator, void *attributes, char **text, unsigned *character, void *error);
extern PangoContext *pango_layout_get_context(PangoLayout *layout);
extern void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *font);
extern void pango_layout_set_width(PangoLayout *layout, int width);
extern void pango_layout_set_wrap(PangoLayout *layout, int wrap);
extern void pango_layout_set_alignment(PangoLayout *layout, int alignment);
extern void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
extern void pango_layout_set_markup(PangoLayout *layout, const char *markup, int length);
extern const char *pango_layout_get_text(PangoLayout *layout);
extern void pango_layout_get_size(PangoLayout *layout, int *width, int *height);
extern int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);
extern PangoLayoutIter *pango_layout_get_iter(PangoLayout *layout);
extern void pango_layout_iter_free(PangoLayoutIter *iterator);
extern PangoLayoutLine *pango_layout_iter_get_line_readonly(PangoLayoutIter *iterator);
extern void pango_layout_iter_get_line_yrange(PangoLayoutIter *iterator, int *top, int *bottom);
extern void pango_layout_iter_get_line_extents(PangoLayoutIter *iterator, PangoRectangle *ink, PangoRectangle *logical);
extern int pango_layout_iter_get_baseline(PangoLayoutIter *iterator);
extern int pango_layout_iter_next_line(PangoLayoutIter *iterator);
