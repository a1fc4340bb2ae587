/**
 * Every form of file that is known here, recognised by its content and never by its name: forms
 * that are read, with the verb, and forms that are known and not read, with what to do.
 * docs/FORMS.md
 * is made from this table.
 */

import { withLineFeeds } from './line-ends.js';

/** What a form is for. */
export type FormKind =
  | 'log'
  | 'branch file'
  | 'vector file'
  | 'recording'
  | 'plan'
  | 'column map'
  | 'pad script'
  | 'movie'
  | 'savestate'
  | 'CPU trace'
  | 'watch or label file'
  | 'cartridge image'
  | 'patch'
  | 'table'
  | 'text in UTF-16'
  | 'other';

/** The content of a file without its wrappings, as far as marks need it. */
interface Look {
  /** The first bytes. */
  readonly start: Uint8Array;
  /** The same as Latin-1 text, without a byte order mark. */
  readonly text: string;
  /** Whole size in bytes, where it is known. */
  readonly size: number | undefined;
  /** Names of the members of a ZIP archive. */
  readonly members: readonly string[] | undefined;
}

export interface Form {
  readonly name: string;
  readonly kind: FormKind;
  readonly writtenBy: string;
  /** What the content is recognised by, in words. */
  readonly mark: string;
  /** Whether it is read; otherwise it is known by name alone. */
  readonly read: boolean;
  /** What to do with it; `FILE` stands for its name. */
  readonly advice: string;
  readonly fits: (look: Look) => boolean;
}

const CONVERT =
  '`lockstep record ROM --input FILE` makes a log of it, `lockstep convert FILE -o rows.csv` writes its rows';
const FROM = '`lockstep plan --from FILE -o plan.toml` writes a plan from its battle';
const IMPORT = '`lockstep symbols --import FILE` compares it with the cells';
const TRACE = '`lockstep verify FILE` compares its calls, `lockstep holes FILE` shows what it passed';
const IMAGE = '`lockstep rom info FILE` tells which image it is';
const OTHER_CONSOLE = 'Name a movie of a Super Famicom game: this one is of another console';
const DUMPED =
  'Play it in its emulator and record a log with a script of `lockstep symbols --format lua`, or convert it to .bk2 there';

type Fits = Form['fits'];
const starts = (...marks: readonly string[]): Fits => {
  return ({ text }) => marks.some((mark) => text.startsWith(mark));
};
const matches =
  (pattern: RegExp): Fits =>
  ({ text }) =>
    pattern.test(text);
const holds = (...names: readonly string[]): Fits => {
  return ({ members }) => members !== undefined && names.some((name) => members.includes(name));
};
/** A member with any ending, as BizHawk looks them up. */
const lump = (look: Look, name: string): boolean =>
  look.members?.some((own) => own.replace(/\.[^.]*$/u, '') === name) === true;

/** At least one of the first lines, all of which are rows of a trace, fits. */
const row =
  (pattern: RegExp): Fits =>
  ({ text }) =>
    text.split('\n', 40).some((line) => pattern.test(line));

/** A cartridge header whose checksum and its complement fit, with or without a copier header. */
function hasCartridgeHeader({ start, size }: Look): boolean {
  if (size === undefined || size < 0x8000 || size % 1024 > 512) return false;
  const copier = size % 1024 === 512 ? 512 : 0;
  const word = (at: number): number => (start[at] ?? 0) + 256 * (start[at + 1] ?? 0);
  return [0x7fdc, 0xffdc].some(
    (at) => word(at + copier) + word(at + copier + 2) === 0xffff && word(at + copier) !== 0xffff,
  );
}

/** The order of the bytes of a text in UTF-16; undefined for anything else. */
export function utf16Order(start: Uint8Array): 'little' | 'big' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'little';
  if (start[0] === 0xfe && start[1] === 0xff) return 'big';
  const pairs = Math.min(start.length, 256) >> 1;
  const zeros = (odd: number): number => {
    let count = 0;
    for (let pair = 0; pair < pairs; pair++) if (start[2 * pair + odd] === 0) count++;
    return count;
  };
  if (pairs > 1 && 4 * zeros(1) > 3 * pairs && zeros(0) === 0) return 'little';
  return pairs > 1 && 4 * zeros(0) > 3 * pairs && zeros(1) === 0 ? 'big' : undefined;
}

const isOtherConsole = starts(
  ...['FCM\x1a', 'VBM\x1a', 'M64\x1a', 'CTM\x1b', 'Gens Movie', 'MDFNMOVI', 'MMV\0', 'PXM ', 'PJM '],
  ...['FMV\x1a', 'NSS\x1a', 'VirtuaNES MV', '!JRSR'],
);

const isNoteList = matches(/^\s*[[{][\s\S]*"(?:CodeNotes|Address|address|MemAddr)"/u);
const hasLocalNote = row(/^N\d+:0x[0-9A-Fa-f]{1,8}:"/u);

const isTable = matches(/^(?:sep=.\r?\n)?"?[A-Za-z_][^\n,;\t]*"?[,;\t][^\n]*[,;\t]/u);

const startsAsOtherImage = starts('NES\x1a', 'FDS\x1a');
/** Images of consoles whose headers have a mark of their own. */
const isOtherImage: Fits = (look) =>
  startsAsOtherImage(look) ||
  look.text.startsWith('\xce\xed\x66\x66\xcc\x0d', 0x104) ||
  look.text.startsWith('SEGA', 0x100);

/** Eight pads of 16 bits for each latch; the low four bits of a pad are never pressed. */
function isR16m({ start, size }: Look): boolean {
  if (size === undefined || start.length < 16) return false;
  // a cut file has more than one record, so that not any few bytes are taken for one
  if (size % 16 !== 0 && start.length < 32) return false;
  let idle = 0;
  for (let at = 0; at + 1 < start.length; at += 2) {
    if (((start[at + 1] as number) & 0x0f) !== 0) return false;
    if (start[at] === 0 && start[at + 1] === 0) idle++;
  }
  // somebody presses something, and most pads are idle: memory of one value is none
  const pads = start.length >> 1;
  return idle < pads && 2 * idle > pads;
}

type Row = readonly [name: string, writtenBy: string, mark: string, advice: string, fits: Fits];

function forms(kind: FormKind, read: boolean, rows: readonly Row[]): Form[] {
  return rows.map(([name, writtenBy, mark, advice, fits]) => ({ name, kind, writtenBy, mark, read, advice, fits }));
}

/** Forms in the order in which they are tried. */
export const FORMS: readonly Form[] = [
  ...forms('log', true, [
    [
      'log',
      '`lockstep run -o`, `lockstep record`, the recorder scripts',
      '`{"trace":`',
      '`lockstep verify FILE` compares it, `lockstep step FILE` steps through it',
      matches(/^\{\s*"trace"\s*:/u),
    ],
  ]),
  ...forms('branch file', true, [
    [
      'file of branches',
      '`lockstep route branch`',
      '`{"branches":`',
      '`lockstep route branch --help` lists what reads it',
      matches(/^\{\s*"branches"\s*:/u),
    ],
  ]),
  ...forms('vector file', true, [
    [
      'vector file',
      'battle-lockstep',
      '`{"vectors":`',
      '`lockstep vectors FILE` runs its cases',
      matches(/^\{\s*"vectors"\s*:/u),
    ],
  ]),
  ...forms('recording', true, [
    [
      'binary recording',
      'the recorder',
      '`LKSTREC`',
      '`lockstep convert FILE -o log.jsonl.gz` makes a log of it',
      starts('LKSTREC\n'),
    ],
  ]),
  ...forms('movie', true, [
    [
      'BizHawk project',
      'BizHawk TAStudio (.tasproj)',
      'ZIP with Input Log and Markers, LagLog or Session',
      CONVERT,
      (look) => lump(look, 'Input Log') && ['Markers', 'LagLog', 'Session'].some((name) => lump(look, name)),
    ],
    ['BizHawk movie', 'BizHawk (.bk2)', 'ZIP with Input Log', CONVERT, (look) => lump(look, 'Input Log')],
    ['lsnes movie', 'lsnes (.lsmv)', 'ZIP with systemid or input', CONVERT, holds('systemid', 'input')],
    [
      'Mesen 2 movie',
      'Mesen 2 (.mmo)',
      'ZIP with GameSettings.txt or Input.txt',
      CONVERT,
      holds('GameSettings.txt', 'Input.txt'),
    ],
    ['Snes9x movie', 'Snes9x 1.43, 1.51 and later (.smv)', '`SMV` and 1A', CONVERT, starts('SMV\x1a')],
  ]),
  ...forms('movie', false, [
    ['ZSNES movie', 'ZSNES (.zmv)', '`ZMV`', DUMPED, starts('ZMV')],
    [
      'binary lsnes movie',
      'lsnes, binary form (.lsmv)',
      '`lsmv` and 1A',
      'Save it in lsnes in the text form, as a ZIP archive',
      starts('lsmv\x1a'),
    ],
    [
      'movie of the first Mesen',
      'Mesen and Mesen-S (.mmo, .msm), binary form',
      '`MMO`, `MSM`',
      DUMPED,
      starts('MMO\0', 'MMO\x01', 'MMO\x02', 'MSM'),
    ],
    [
      'old BizHawk movie',
      'BizHawk 1.x (.bkm)',
      'text with `MovieVersion BizHawk v0` or `v1`',
      'Open it in BizHawk and save it as .bk2',
      matches(/^(?:[A-Za-z]+ .*\r?\n){0,40}?MovieVersion BizHawk v/u),
    ],
    ['Dolphin movie', 'Dolphin (.dtm)', '`DTM` and 1A', OTHER_CONSOLE, starts('DTM\x1a')],
    ['FCEUX movie', 'FCEUX (.fm2)', 'text `version 3`', OTHER_CONSOLE, matches(/^version 3\s+emuVersion /u)],
    [
      'movie of another console',
      'FCEU (.fcm), VBA (.vbm), Mupen64 (.m64), Gens (.gmv), Mednafen (.mcm), Dega (.mmv), DeSmuME (.dsm), PCSX (.pxm, .pjm), Citra (.ctm), Famtasia (.fmv), VirtuaNES (.vmv), Nintendulator (.nmv), JPC-rr (.jrsr)',
      '`FCM`, `VBM`, `M64`, `CTM` and a control character, `Gens Movie`, `MDFNMOVI`, `MMV`, `PXM `, `PJM `, `FMV` and 1A, `VirtuaNES MV`, `NSS` and 1A, `!JRSR`, text `version 1`',
      OTHER_CONSOLE,
      (look) => isOtherConsole(look) || /^version \d+\s+emuVersion /u.test(look.text),
    ],
    [
      'libTAS movie',
      'libTAS (.ltm)',
      'a tape archive with config.ini',
      'Name a movie of a Super Famicom game: this one is of a game of a computer',
      ({ text }) => text.startsWith('ustar', 257) && /(?:^|\0)config\.ini\0/u.test(text),
    ],
    ['RetroArch replay', 'RetroArch (.bsv, .replay)', '`BSV1`, `BSV2`', DUMPED, starts('BSV1', '1VSB', 'BSV2', '2VSB')],
    ['TASD file', 'console replay scripts (.tasd)', '`TASD`', 'Write it as .r16m with its own tools', starts('TASD')],
  ]),
  ...forms('savestate', true, [
    [
      'BizHawk savestate',
      'BizHawk (.State)',
      'ZIP with Core',
      FROM,
      (look) => lump(look, 'Core') || lump(look, 'CoreState'),
    ],
    ['Snes9x snapshot', 'Snes9x (.000 to .oops)', '`#!s9xsnp:`', FROM, starts('#!s9xsnp:')],
    ['Mesen savestate', 'Mesen 2 (.mss)', '`MSS`', FROM, starts('MSS')],
    ['RetroArch savestate', 'RetroArch (.state)', '`RASTATE`', FROM, starts('RASTATE')],
    ['bsnes savestate', 'bsnes (.bst)', '00 00 22 5A', FROM, starts('\0\0\x22\x5a')],
    ['dump of work RAM', 'any emulator', '131,072 bytes', FROM, ({ size }) => size === 0x20000],
  ]),
  ...forms('savestate', false, [
    [
      'ZSNES savestate',
      'ZSNES (.zst)',
      '`ZSNES Save State File`',
      'Write the work RAM (128 KiB) to a file and name that with --from',
      starts('ZSNES Save State File'),
    ],
  ]),
  ...forms('patch', true, [
    [
      'IPS patch',
      'patch tools (.ips)',
      '`PATCH`',
      '`lockstep rom info IMAGE --patch FILE` applies it',
      starts('PATCH'),
    ],
    ['BPS patch', 'patch tools (.bps)', '`BPS1`', '`lockstep rom info IMAGE --patch FILE` applies it', starts('BPS1')],
    ['UPS patch', 'patch tools (.ups)', '`UPS1`', '`lockstep rom info IMAGE --patch FILE` applies it', starts('UPS1')],
  ]),
  ...forms('patch', false, [
    [
      'patch of another form',
      'xdelta, PPF tools, Lunar IPS for large files',
      'D6 C3 C4, `PPF`, `IPS32`',
      'Apply it with its own tool, and name the patched image',
      starts('\xd6\xc3\xc4', 'PPF1', 'PPF2', 'PPF3', 'IPS32'),
    ],
  ]),
  ...forms('cartridge image', false, [
    [
      'image of another console',
      'dumpers (.nes, .fds, .gb, .md)',
      '`NES` and 1A, `FDS` and 1A, the logo at 104, `SEGA` at 100',
      'Name an image of a Super Famicom game',
      isOtherImage,
    ],
  ]),
  ...forms('cartridge image', true, [
    [
      'cartridge image',
      'dumpers (.sfc, .smc)',
      'a checksum and its complement at 7FDC or FFDC',
      IMAGE,
      hasCartridgeHeader,
    ],
  ]),
  ...forms('CPU trace', true, [
    [
      'Snes9x CPU trace',
      'Snes9x debugger, Geiger’s debugger',
      '`$80:8100 A9` or `$80/8100 A9`',
      TRACE,
      row(/^(?:CPU )?\$[0-9A-Fa-f]{2}[:/][0-9A-Fa-f]{4} [0-9A-Fa-f]{2} /u),
    ],
    [
      'ares CPU trace',
      'ares',
      '`CPU  808100  lda`',
      TRACE,
      row(/^CPU\s+[0-9A-Fa-f]{6}\s+[A-Za-z]{3}\b.*\bA:[0-9A-Fa-f]{4}/u),
    ],
    [
      'Mesen CPU trace',
      'Mesen 2, Mesen-S',
      'six hex digits, columns A: and P:',
      TRACE,
      row(/^[0-9A-F]{6} .*\bA:[0-9A-Fa-f]{4}.*\bP:/u),
    ],
    [
      'BizHawk or bsnes-plus CPU trace',
      'BizHawk, bsnes-plus',
      'six hex digits, column A:',
      TRACE,
      row(/^(?:65816:|[0-9A-Fa-f]{6}:? .*\bA:[0-9A-Fa-f]{4})/u),
    ],
  ]),
  ...forms('CPU trace', false, [
    [
      'CPU trace of another processor',
      'emulators of other consoles; a trace of the sound processor',
      'a heading such as `6502: PC`, registers of two digits: `A:00 X:00 Y:00`',
      'Name a trace of the main processor of a Super Famicom game, the 65816',
      row(/^(?:[A-Z0-9]{3,8}: PC, |[^\n]*\bA:[0-9A-Fa-f]{2} (?:X|F):[0-9A-Fa-f]{2} (?:Y|B):[0-9A-Fa-f]{2} )/u),
    ],
  ]),
  ...forms('watch or label file', true, [
    [
      'BizHawk watch list',
      'BizHawk (.wch)',
      '`SystemID`, or six columns parted by tabs',
      IMPORT,
      matches(/^(?:SystemID |[0-9A-Fa-f]{1,8}\t[bwdS]\t[^\t\n]*\t[01]\t)/u),
    ],
    [
      'Snes9x-rr watch list',
      'Snes9x-rr (.wch)',
      'an empty line, a count, then rows of index, address, size',
      IMPORT,
      matches(/^\s*\d+\r?\n\d{1,5}\t[0-9A-Fa-f]{5,8}\t[bwds]\t/u),
    ],
    [
      'Mesen labels',
      'Mesen 2 (.mlb), Mesen-S (.msl)',
      '`SnesWorkRam:03AE:`, `WORK:03AE:`',
      IMPORT,
      matches(/^(?:[ \t]*(?:[;#].*)?\r?\n)*[A-Za-z]+:[0-9A-Fa-f]+(?:-[0-9A-Fa-f]+)?:/u),
    ],
    ['NO$SNES symbols', 'NO$SNES, ca65 tools (.sym)', '`;no$snes`', IMPORT, matches(/^;no\$/iu)],
    [
      'WLA symbols',
      'WLA, asar, bsnes-plus (.sym)',
      '`[labels]`',
      IMPORT,
      matches(/^[ \t]*\[(?:labels|comments|definitions|information|addr-to-line mapping|source files)\]/imu),
    ],
    ['FMA symbols', 'bsnes-plus (.cpu.sym)', '`#SNES65816`', IMPORT, starts('#SNES65816')],
    ['VICE labels', 'ld65 -Ln (.lbl)', '`al 7E03AE .name`', IMPORT, matches(/^\s*al [0-9A-Fa-f]+ /u)],
    ['ca65 debug file', 'ld65 --dbgfile (.dbg)', '`version major=`', IMPORT, matches(/^version\tmajor=/u)],
    [
      'bass symbols',
      'bass (.sym)',
      '`7e03ae name`, `7E:03AE name`',
      IMPORT,
      matches(/^(?:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6,8}) [A-Za-z_.@]\S*[ \t]*\r?\n?(?:$|[0-9A-Fa-f]{2})/u),
    ],
    [
      'definitions of an assembler',
      'people (.asm, .inc, .sym)',
      '`name = $7E03AE`, `!name = $7E03AE`, `name EQU $7E03AE`, `.define name $7E03AE`',
      IMPORT,
      row(
        /^[ \t]*(?:[.#]?(?:define|def|equ|set|alias|const)[ \t]+)?[!"]?[A-Za-z_.@][\w.@]*"?[ \t]*(?::?=|,|:?[ \t]+\.?(?:equ|set)\b|[ \t])[ \t]*(?:\$[0-9A-Fa-f]{6}|0x[0-9A-Fa-f]{6}|[0-9A-Fa-f]{6}h)[ \t]*(?:(?:;|\/\/).*)?\r?$/iu,
      ),
    ],
    [
      'DiztinGUIsh labels',
      'DiztinGUIsh (.csv)',
      '`7E03AE,name,comment`',
      IMPORT,
      matches(/^[0-9A-Fa-f]{6},[A-Za-z0-9_-]*,/u),
    ],
    [
      'code notes',
      'RetroAchievements (.json)',
      '`"CodeNotes"`, `"Address"` or `"MemAddr"`, lines `N0:0x03ae:"note"`',
      IMPORT,
      (look) => isNoteList(look) || hasLocalNote(look),
    ],
  ]),
  ...forms('column map', true, [
    [
      'column map',
      'people, `lockstep convert --write-columns`',
      '`columns =`',
      '`lockstep convert TABLE --columns FILE -o log.jsonl` takes it',
      matches(/^(?:#.*\n|\s)*columns\s*=/u),
    ],
  ]),
  ...forms('plan', true, [
    [
      'plan',
      'people, `lockstep plan`',
      '`plan =`',
      '`lockstep run FILE` plays it, `lockstep step FILE` steps through it',
      matches(/^(?:#.*\n|\s)*(?:plan|system|title)\s*=/u),
    ],
  ]),
  ...forms('pad script', true, [
    [
      'pad script',
      'people, `lockstep convert --to pads`',
      'lines of a frame and a mask',
      '`lockstep record ROM --input FILE` plays it',
      matches(/^(?:#.*\n|\s)*\d+[ \t]+[0-9A-Fa-f]{1,3}[ \t]*(?:#.*)?\r?(?:\n|$)/u),
    ],
  ]),
  ...forms('table', true, [
    [
      'table',
      'spreadsheets, scripts (.csv)',
      'a first line of column names',
      '`lockstep convert FILE --columns MAP.toml -o log.jsonl` makes a log of it',
      // a byte of value 0 is of no text: code of a console may begin with letters as well
      (look) => isTable(look) && !look.text.includes('\0'),
    ],
  ]),
  ...forms('watch or label file', true, [
    [
      'map in Markdown',
      'people (.md)',
      'a table with a column of addresses',
      IMPORT,
      matches(/^\|.{0,300}\b(?:address|addr|offset)\b.{0,300}\|[ \t]*\r?$/imu),
    ],
  ]),
  ...forms('text in UTF-16', false, [
    [
      'text in UTF-16',
      'spreadsheets, editors on Windows',
      'every second of the first bytes 0',
      'Save it as UTF-8',
      ({ start }) => utf16Order(start) !== undefined,
    ],
  ]),
  ...forms('movie', true, [
    [
      'r16m file',
      'scripts for console replay devices (.r16m)',
      'records of 16 bytes, eight pads each',
      CONVERT,
      isR16m,
    ],
  ]),
  ...forms('other', false, [
    ['7-Zip archive', '7-Zip', '`7z` BC AF', 'Unpack it and name what was inside', starts('7z\xbc\xaf')],
    ['RAR archive', 'WinRAR', '`Rar!`', 'Unpack it and name what was inside', starts('Rar!')],
    [
      'xz or bzip2 file',
      'xz, bzip2',
      '`BZh`, FD `7zXZ`',
      'Unpack it and name what was inside',
      starts('BZh', '\xfd7zXZ'),
    ],
    [
      'spreadsheet',
      'spreadsheets (.xlsx, .ods, .xls)',
      'ZIP with `[Content_Types].xml` or `content.xml`, D0 CF 11 E0',
      'Save it as CSV in UTF-8',
      (look) => holds('[Content_Types].xml', 'content.xml')(look) || starts('\xd0\xcf\x11\xe0')(look),
    ],
    ['LZ4 file', 'lz4', '04 22 4D 18', 'Unpack it and name what was inside', starts('\x04\x22\x4d\x18')],
    [
      'tape archive',
      'tar',
      '`ustar` at byte 257',
      'Unpack it and name one of its files',
      ({ text }) => text.startsWith('ustar', 257),
    ],
    [
      'picture',
      'any emulator',
      'PNG, JPEG, BMP',
      'Name the file itself, not its picture',
      starts('\x89PNG', '\xff\xd8\xff', 'BM'),
    ],
    [
      'web page',
      'a browser that saved a page instead of a file',
      '`<!doctype html`, `<html`',
      'Download the file itself',
      matches(/^\s*<(?:!doctype html|html)/iu),
    ],
    [
      'archive of several files',
      'ZIP tools',
      'ZIP without the members of any form',
      'Unpack it and name one of its files',
      ({ members }) => members !== undefined,
    ],
  ]),
];

/** The form of a content, or undefined: it is not a form that is known here. */
export function formOf(look: Look): Form | undefined {
  return FORMS.find(({ fits }) => fits(look));
}

/** What marks need of a content. @param members of a ZIP archive */
export function lookAt(start: Uint8Array, size: number | undefined, members?: readonly string[]): Look {
  const bom = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? 3 : 0;
  const pieces: string[] = [];
  for (let at = bom; at < start.length; at += 4096) pieces.push(String.fromCharCode(...start.subarray(at, at + 4096)));
  return { start, text: withLineFeeds(pieces.join('')), size, members };
}
