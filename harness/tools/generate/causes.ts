/**
 * What readers of files refuse: by the code of the error each cause, and what its message says to
 * do. `docs/FORMS.md` is made of it; a test builds each cause, finds the remedy in the message,
 * follows it, and sees the command work.
 */
import type { LockstepErrorCode } from '../../base/index.js';

export interface Cause {
  readonly code: LockstepErrorCode;
  readonly cause: string;
  /** Words of the message, or those with which its advice begins where the rest is of the file. */
  readonly remedy: string;
}

type Rows = readonly (readonly [cause: string, remedy: string])[];

const RECORD = 'Record the log again';
const SAVE_STATE = 'Save the state again in the emulator, or write its work RAM to a file';
const EMPTY = 'Copy it again, or write it again with what made it';
const AS_UTF8 = 'Save it as UTF-8';
const RIGHT_FILE = 'Check that this is the right file';
const UNPACK = 'Unpack it and name what was inside';
const FORMAT_PAGE = 'harness/original/cpu-trace/FORMAT.md shows how each';

const BY_CODE: Readonly<Partial<Record<LockstepErrorCode, Rows>>> = {
  E_BRANCH_FILE: [['another file', 'Make one with `lockstep route branch fork`']],
  E_CERTIFICATE: [['its end is missing', 'Copy it again']],
  E_CHECKPOINT: [['a file of this name is there already', 'Continue it with --resume, or remove it']],
  E_COLUMNS: [['a name of a cell or key is mistyped', 'Did you mean']],
  E_CPU_PROFILE: [['a key is missing or wrong', 'harness/original/cpu-trace/FORMAT.md tells the form of a profile']],
  E_CPU_TRACE_DIALECT: [
    ['no trace', FORMAT_PAGE],
    ['the short form of Geiger’s debugger', 'Ask Snes9x (Geiger’s debugger) for the long form'],
    ['a column left out', 'Leave no column out in bsnes-plus'],
    ['labels in the place of addresses', 'Turn labels off in the trace logger and record it again'],
    ['a trace of another processor', 'Name a trace of the main processor of a Super Famicom game'],
    ['a cut before the end of its first row', FORMAT_PAGE],
  ],
  E_CPU_TRACE_LINE: [['another file behind the rows', 'Name a text trace']],
  E_CPU_TRACE_ROW: [['a line was edited, or another processor is in it', 'Record the trace again; do not edit it']],
  E_DUMP_ORDER: [['a frame is missing in the folder', 'Number the files of the folder without gaps']],
  E_DUMP_SHORT: [['an empty dump, or a wrong --skip', 'Check the dump, --skip and --size']],
  E_DUMP_SIZE: [['a cut, or a wrong --size', 'Record it again, or give the bytes of a frame with --size']],
  E_FILE: [['no such file', 'Check the name']],
  E_FOLDER_EMPTY: [['a folder without logs', 'Name a folder with traces']],
  E_GZIP: [
    ['cut gzip data', 'Copy the file again'],
    ['a cut ZIP', 'Copy the file again'],
    ['a damaged RZIP', 'unpack it and name what was inside'],
  ],
  E_JOB: [['a folder without a split search', 'Make one with route search --split']],
  E_MOVIE: [
    ['a part of the movie is missing', 'Save the movie again in the emulator'],
    ['another console', 'Take a movie of a Super Famicom game'],
    ['a second movie behind the first', 'cut it at this byte and name one of the halves'],
    ['a later version', 'Save the movie again in the emulator'],
    ['a cut .r16m', 'Copy the file again, or write it again with the dump script'],
  ],
  E_MOVIE_ARCHIVE: [
    ['a cut archive', 'Copy the file again, or write it again with what made it'],
    ['two archives behind one another', 'cut it at this byte and name one of the halves'],
    ['a packing that few tools know', 'pack it again as an ordinary ZIP'],
  ],
  E_MOVIE_FORM: [
    ['several files', 'Unpack it and name one of its files'],
    ['a form that is not read', 'convert it to .bk2 there'],
    ['no movie', 'Name a .bk2, .tasproj, .lsmv, .smv, .mmo or .r16m file'],
  ],
  E_MOVIE_INPUT: [['no standard pad in port 1', 'Take a movie recorded with a standard pad in port 1']],
  E_MOVIE_START: [['a movie from a savestate or with save RAM', '--rows-only writes its rows alone']],
  E_PATCH_DAMAGED: [
    ['a cut patch', 'Download or copy the patch again'],
    ['a doubled patch', 'Download or copy the patch again'],
  ],
  E_PATCH_KIND: [
    ['no patch', 'Name an IPS, UPS or BPS patch'],
    ['a patch of another form', 'Apply it with its own tool, and name the patched image'],
  ],
  E_PATCH_SOURCE: [['a patch for another image', 'Give the image that the patch was made for']],
  E_PLAN_SCHEMA: [['a key is mistyped', 'Did you mean']],
  E_PLAN_TOML: [
    ['a mark of TOML is missing', 'orrect the TOML there'],
    ['a plan that was pasted twice', 'take out what was pasted twice'],
    ['a key that stands twice', 'Take one of the two out'],
  ],
  E_PLAN_VALUE: [['a fraction', 'Plans hold text, whole numbers, true and false, lists and tables']],
  E_PLAN_VERSION: [['a later version', 'Use a newer battle-lockstep']],
  E_PROFILE_FILE: [['a key is missing', '`lockstep schema menu-profile` prints the form']],
  E_RECORDING_DAMAGED: [['a byte was changed', 'ecord it again']],
  E_RECORDING_MAGIC: [['another file', 'Give a file that `lockstep record` wrote']],
  E_RECORDING_TRUNCATED: [['a cut recording', 'The recorder was stopped or the disk was full: record it again']],
  E_RECORDING_VERSION: [['a later version', 'Use the version of lockstep that wrote it, or record again']],
  E_RECORDING_WINDOWS: [['memory was left out', 'or all of work RAM: 0:20000']],
  E_ROM_EMPTY: [['an empty file', 'Copy it again']],
  E_ROM_SIZE: [
    ['a patch', 'rom info IMAGE --patch'],
    ['a cut image', 'Copy it again'],
    ['an archive of several files', 'Unpack it and name one of its files'],
    ['an image of another console', 'Name an image of a Super Famicom game'],
  ],
  E_SCRIPT_OPPOSITE: [['opposite directions at once', '--allow-opposite records them all the same']],
  E_SCRIPT_ORDER: [['lines out of order', 'the frames of a pad script must rise']],
  E_SCRIPT_SYNTAX: [
    ['a word is missing', 'expected FRAME MASKHEX, for example "20 100"'],
    ['comments alone', '"0 0" alone presses nothing'],
  ],
  E_SETTLED_FILE: [['another file, or one changed by hand', 'Write it again with `lockstep rom settle']],
  E_STATE_BATTLE: [
    ['memory outside of a battle', 'Take a moment inside a battle of the game'],
    ['no state', 'of another emulator write the work RAM (128 KiB) to a file'],
    ['a picture beside the state', 'Name the file itself, not its picture'],
    ['a packed file that is not read', UNPACK],
    ['an empty file', EMPTY],
  ],
  E_STATE_CHANGED: [['the state of a plan was saved anew', 'Bring the file back, or take sha256 out']],
  E_STATE_FILE: [
    ['a damaged archive', SAVE_STATE],
    ['a damaged RZIP', SAVE_STATE],
    ['a cut Mesen savestate', SAVE_STATE],
    ['a log without a moment', 'Name the frame after which to begin, with --at'],
    ['a movie from power-on', 'Record its run with `lockstep record ROM --input MOVIE`'],
  ],
  E_STATE_PACKAGE: [['Zstandard without the package fzstd', 'npm install fzstd@0.1.1']],
  E_SYMBOLS_EMPTY: [['empty lines alone', 'Name another form with --format, or another file']],
  E_SYMBOLS_FORMAT: [
    ['no form of labels', 'Name its form with --format'],
    ['labels of another console', 'Name labels of a Super Famicom game'],
    ['a list of another console', 'Name a list of a Super Famicom game'],
    ['another file', '`lockstep run'],
  ],
  E_SYMBOLS_LINE: [
    ['no row can be read', 'Correct the line, or export the file again'],
    ['code notes that are cut', 'Save the notes again'],
  ],
  E_TABLE: [
    ['another separator', 'Write separator ='],
    ['a row with another number of columns', 'Correct the line, or export it again'],
    ['a quote that is not closed', 'Correct the line, or export it again'],
    ['two tables joined', 'Copy the table again, or cut it before this line'],
    ['names of columns alone', 'Give it a header line and rows'],
    ['an empty file', EMPTY],
    ['a web page', 'Download the file itself'],
  ],
  E_TABLE_COLUMN: [['a name of a column is mistyped', 'Did you mean']],
  E_TABLE_VALUE: [['text in the place of a number', 'Correct the value, or the form of its numbers']],
  E_TEXT: [
    ['UTF-16 with a mark', AS_UTF8],
    ['UTF-16 without one', AS_UTF8],
    ['Latin-1', AS_UTF8],
    ['no text', RIGHT_FILE],
    ['a spreadsheet', 'Save it as CSV in UTF-8'],
  ],
  E_TEXT_SIZE: [['another file', RIGHT_FILE]],
  E_TRACE_AFTER_FOOTER: [
    ['two logs joined', 'Separate the logs that were joined'],
    ['text behind the log', 'Take it out'],
  ],
  E_TRACE_CELL_INDEX: [['a recorder that is faulty', 'Use an index from 0']],
  E_TRACE_CELL_MISSING: [['a recorder that is faulty', 'Write all']],
  E_TRACE_CELL_TWICE: [['a header that declares a byte twice', 'Declare each byte once']],
  E_TRACE_CELL_UNKNOWN: [['a name of a cell is mistyped', 'Did you mean']],
  E_TRACE_CELL_WIDTH: [['a header made by hand', RECORD]],
  E_TRACE_CELL_WINDOW: [['a header made by hand', RECORD]],
  E_TRACE_CR: [
    ['line ends of Windows', 'Convert the line ends (dos2unix)'],
    ['line ends of old Macs', 'Convert the line ends (dos2unix)'],
  ],
  E_TRACE_EMPTY: [['an empty file', EMPTY]],
  E_TRACE_FOOTER: [['counts of another log', 'Record it again with another recorder']],
  E_TRACE_FULL_ROW: [['a recorder that is faulty', 'Write the first row and one of any 1000 rows in full']],
  E_TRACE_GZIP: [['damaged or cut gzip data', 'Restore the file from a copy']],
  E_TRACE_HASH: [['a log that was changed', 'Record it again or restore it from a copy']],
  E_TRACE_HEADER: [['a key is missing', '`lockstep schema trace-header` prints the form']],
  E_TRACE_IMAGE: [['a start that lacks cells', 'Write the starting bytes of every declared cell, or no image at all']],
  E_TRACE_INCOMPLETE: [['a recording that was cut', 'Record it again, or give --partial to take what is there']],
  E_TRACE_JSON: [
    ['another file', '`lockstep symbols --import'],
    ['a log saved as UTF-16', AS_UTF8],
  ],
  E_TRACE_LINE_LENGTH: [['line ends that were taken out', 'Record the log again: a trace has one row in each line']],
  E_TRACE_ORDER: [['rows that were moved', 'Record the log again, or put its lines back in order']],
  E_TRACE_ROW: [['a row that was cut', RECORD]],
  E_TRACE_SETUP: [['a setup made by hand', 'Record the log again']],
  E_TRACE_TOO_LARGE: [['more than the limit of a program', 'or raise the limit of the reader']],
  E_TRACE_UNIT: [['a header made by hand', RECORD]],
  E_TRACE_VERSION: [['a later version', 'Use a newer battle-lockstep']],
  E_TRACE_WIDTH: [['a value too large for its cell', 'Write a value of']],
  E_VECTOR_FORM: [
    ['another file, or one changed by hand', 'Restore the file from where it came'],
    ['a cut file', 'Copy the file again from where it came'],
  ],
};

export const CAUSES: readonly Cause[] = Object.entries(BY_CODE).flatMap(([code, rows]) =>
  rows.map(([cause, remedy]) => ({ code: code as LockstepErrorCode, cause, remedy })),
);
