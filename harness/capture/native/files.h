/* Numbers, whole files, and the lines of small text files. Nothing has a fixed size; every read is checked. */
static int hex_digit(char c) {
  static const char digits[] = "0123456789abcdef";
  const char *at = c ? strchr(digits, tolower((unsigned char)c)) : NULL;
  return at ? (int)(at - digits) : -1;
}
static bool parse_number(const char *text, int base, uint64_t largest, uint64_t *out) {
  if (base == 16 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) text += 2;
  if (!*text) return false;
  uint64_t value = 0;
  for (; *text; text++) {
    int digit = hex_digit(*text);
    if (digit < 0 || digit >= base) return false;
    value = value * (unsigned)base + (unsigned)digit;
    if (value > largest) return false;
  }
  *out = value;
  return true;
}
static uint8_t *read_file(const char *path, const char *what, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(EXIT_USE, "E_FILE_UNREADABLE", "%s %s: %s", what, path, strerror(errno));
  struct stat status;
  if (fstat(fileno(file), &status)) fail(EXIT_USE, "E_FILE_UNREADABLE", "%s %s: %s", what, path, strerror(errno));
  if (S_ISDIR(status.st_mode)) fail(EXIT_USE, "E_FILE_UNREADABLE", "%s %s: is a directory", what, path);
  size_t room = 65536, used = 0;
  uint8_t *bytes = need_memory(malloc(room));
  for (;;) {
    size_t got = fread(bytes + used, 1, room - used, file);
    used += got;
    if (ferror(file))
      fail(EXIT_USE, "E_FILE_UNREADABLE", "%s %s: read failed at byte %zu: %s", what, path, used, strerror(errno));
    if (!got) break;
    if (used > FILE_LARGEST) fail(EXIT_USE, "E_FILE_TOO_LARGE", "%s %s: more than %d bytes", what, path, FILE_LARGEST);
    if (used == room) bytes = need_memory(realloc(bytes, room *= 2));
  }
  fclose(file);
  *length = used;
  return bytes;
}
/* The next line of a script as up to four words; -1 at the end. Comments and blank lines are passed over. */
struct script { const char *path; char *text; size_t length, at; unsigned line; };
static struct script open_script(const char *path, const char *what) {
  struct script s = { .path = path };
  s.text = (char *)read_file(path, what, &s.length);
  s.text = need_memory(realloc(s.text, s.length + 1));
  s.text[s.length] = 0;
  return s;
}
static int next_line(struct script *s, char *word[4]) {
  while (s->at < s->length) {
    char *line = s->text + s->at, *end = memchr(line, '\n', s->length - s->at);
    size_t size = end ? (size_t)(end - line) : s->length - s->at;
    s->at += size + 1;
    s->line++;
    line[size] = 0;
    if (memchr(line, 0, size))
      fail(EXIT_USE, "E_SCRIPT_SYNTAX", "%s line %u: a zero byte: not a text file", s->path, s->line);
    line[strcspn(line, "#")] = 0;
    int count = 0;
    char *rest = NULL;
    for (char *w = strtok_r(line, " \t\r", &rest); w; w = strtok_r(NULL, " \t\r", &rest)) {
      if (count == 4) fail(EXIT_USE, "E_SCRIPT_SYNTAX", "%s line %u: too many words", s->path, s->line);
      word[count++] = w;
    }
    if (count) return count;
  }
  return -1;
}
