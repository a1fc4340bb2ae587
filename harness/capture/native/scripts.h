/* What the command line's texts say: pad script, poke script, window list (recorder.c describes their form). */
struct pad_event { uint32_t frame; uint16_t mask; };
struct poke { uint32_t frame, address, length, at; };
static struct pad_event *pad_events;
static struct poke *pokes;
static uint8_t *poke_bytes;
static size_t pad_count, poke_count, poke_byte_count;

static uint32_t script_frame(const struct script *s, const char *word) {
  uint64_t frame;
  if (!parse_number(word, 10, 0xFFFFFFFEu, &frame))
    fail(EXIT_USE, "E_SCRIPT_SYNTAX", "%s line %u: '%s' is not a frame number (decimal, from 0)", s->path, s->line,
      word);
  return (uint32_t)frame;
}
static void load_pad_script(const char *path, bool allow_opposite) {
  struct script s = open_script(path, "pad script");
  size_t room = 0;
  char *word[4];
  for (int count; (count = next_line(&s, word)) > 0;) {
    uint64_t mask;
    if (count != 2) fail(EXIT_USE, "E_SCRIPT_SYNTAX", "%s line %u: expected FRAME MASKHEX", s.path, s.line);
    uint32_t frame = script_frame(&s, word[0]);
    if (!parse_number(word[1], 16, 0xFFF, &mask))
      fail(EXIT_USE, "E_SCRIPT_SYNTAX", "%s line %u: '%s' is not a mask of the twelve buttons (hexadecimal, "
        "0..FFF)", s.path, s.line, word[1]);
    if (pad_count && frame <= pad_events[pad_count - 1].frame)
      fail(EXIT_USE, "E_SCRIPT_ORDER", "%s line %u: frame %u does not come after frame %u", s.path, s.line, frame,
        pad_events[pad_count - 1].frame);
    if (!allow_opposite && ((mask & 0x30) == 0x30 || (mask & 0xC0) == 0xC0))
      fail(EXIT_USE, "E_SCRIPT_OPPOSITE", "%s line %u: mask %03X holds opposite directions, which cores treat "
        "differently (--allow-opposite records them all the same)", s.path, s.line, (unsigned)mask);
    if (pad_count == room) {
      room = room ? room * 2 : 256;
      pad_events = need_memory(realloc(pad_events, room * sizeof *pad_events));
    }
    pad_events[pad_count++] = (struct pad_event){ frame, (uint16_t)mask };
  }
  free(s.text);
}
static void load_pokes(const char *path) {
  struct script s = open_script(path, "poke script");
  size_t room = 0;
  char *word[4];
  poke_bytes = need_memory(malloc(s.length + 1)); /* two digits make a byte: the text is always long enough */
  for (int count; (count = next_line(&s, word)) > 0;) {
    uint64_t address;
    if (count != 3) fail(EXIT_USE, "E_SCRIPT_SYNTAX", "%s line %u: expected FRAME ADDRHEX HEXBYTES", s.path, s.line);
    uint32_t frame = script_frame(&s, word[0]);
    if (!parse_number(word[1], 16, WRAM_SIZE - 1, &address))
      fail(EXIT_USE, "E_SCRIPT_SYNTAX", "%s line %u: '%s' is not a work RAM address (hexadecimal, 00000..1FFFF; "
        "$7E:0100 is 00100)", s.path, s.line, word[1]);
    size_t digits = strlen(word[2]);
    if (digits % 2)
      fail(EXIT_USE, "E_SCRIPT_SYNTAX", "%s line %u: an odd number of hexadecimal digits", s.path, s.line);
    if (address + digits / 2 > WRAM_SIZE)
      fail(EXIT_USE, "E_SCRIPT_SYNTAX", "%s line %u: the bytes go past the end of work RAM", s.path, s.line);
    if (poke_count && frame < pokes[poke_count - 1].frame)
      fail(EXIT_USE, "E_SCRIPT_ORDER", "%s line %u: frame %u comes after frame %u", s.path, s.line, frame,
        pokes[poke_count - 1].frame);
    if (poke_count == room) {
      room = room ? room * 2 : 256;
      pokes = need_memory(realloc(pokes, room * sizeof *pokes));
    }
    pokes[poke_count++] = (struct poke){ frame, (uint32_t)address, (uint32_t)(digits / 2), (uint32_t)poke_byte_count };
    for (size_t i = 0; i < digits; i += 2) {
      int high = hex_digit(word[2][i]), low = hex_digit(word[2][i + 1]);
      if (high < 0 || low < 0)
        fail(EXIT_USE, "E_SCRIPT_SYNTAX", "%s line %u: '%s' is not hexadecimal", s.path, s.line, word[2]);
      poke_bytes[poke_byte_count++] = (uint8_t)(high << 4 | low);
    }
  }
  free(s.text);
}

/* ---- windows ---- */
struct window { uint32_t address, length; };
static struct window *windows;
static size_t window_count;
static uint32_t window_bytes;
static void parse_windows(char *list) {
  char *rest = NULL;
  for (char *item = strtok_r(list, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
    uint64_t address, length;
    char *colon = strchr(item, ':');
    if (colon) *colon = 0;
    bool good = colon && parse_number(item, 16, WRAM_SIZE - 1, &address) &&
                parse_number(colon + 1, 16, WRAM_SIZE, &length) && length;
    if (!good)
      fail(EXIT_USE, "E_WINDOW", "window '%s%s%s': expected ADDR:LEN, both hexadecimal, ADDR 00000..1FFFF ($7E:0100 "
        "is 00100), LEN not 0", item, colon ? ":" : "", colon ? colon + 1 : "");
    if (address + length > WRAM_SIZE)
      fail(EXIT_USE, "E_WINDOW", "window %05X:%X goes past the end of work RAM", (unsigned)address, (unsigned)length);
    window_bytes += (uint32_t)length;
    if (window_count == WINDOWS_MOST || window_bytes > WINDOW_BYTES_MOST)
      fail(EXIT_USE, "E_WINDOW", "more than %d windows or %d bytes in all", WINDOWS_MOST, WINDOW_BYTES_MOST);
    windows = need_memory(realloc(windows, (window_count + 1) * sizeof *windows));
    windows[window_count++] = (struct window){ (uint32_t)address, (uint32_t)length };
  }
}
