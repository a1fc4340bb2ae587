/** Files of others, for the wings above: cartridge images, symbols, movies, savestates. */

export {
  type ConvertedMovie,
  convertMovie,
  convertRows,
  formatRows,
  frameRows,
  ROW_FORMS,
  type RowForm,
  recordablePad,
  rowBytes,
  WRITABLE,
  type WritableFormat,
} from './movies/convert.js';
export {
  eventsOfPad,
  inputOfMasks,
  MAX_ROWS,
  type Movie,
  type MovieInput,
  type MovieSubtitle,
} from './movies/movie.js';
export { type Bk2Options, formatInputLog, type LsmvOptions, writeBk2, writeLsmv } from './movies/movie-writers.js';
export {
  looksLikeMovie,
  type PadInput,
  readMovie,
  readMovieBytes,
  readMovieFile,
  readPadInput,
  rowsOfPadInput,
} from './movies/read-movie.js';
export {
  acceptedImage,
  checkFitsGame,
  figuresText,
  GAME,
  headerDoesNotFit,
  type ImageIdentity,
  identify,
  isUnknown,
  loadRom,
  loadRomImage,
  type RomFile,
  type RomImage,
  type RomOptions,
  readRomImage,
  refusedImage,
  romImageOf,
  unknownImage,
  writeImage,
} from './rom/image.js';
export {
  type AddressAnswer,
  answerBus,
  answerOffset,
  checkJson,
  checkText,
  differenceCount,
  doubtOf,
  imageJson,
  imageLines,
  infoJson,
  infoText,
  parseBus,
} from './rom/info-text.js';
export {
  type Described,
  describeCharacter,
  describeEnemy,
  describeFormation,
  describeItem,
  describeSkill,
  findNamed,
  type Named,
} from './rom/lookup/describe.js';
export {
  type ComparedEntry,
  compareWatchList,
  contradicts,
  sameName,
  type WatchComparison,
} from './rom/symbols/compare.js';
export { chooseSymbols, loadWatchList, writeSymbols } from './rom/symbols/read.js';
export {
  type MemorySymbol,
  WATCH_FORMATS,
  type WatchFormat,
  type WatchList,
  workRamOffset,
} from './rom/symbols/symbol.js';
export { recordJson, recordLine, recordText, TABLE_NAMES } from './rom/table-text.js';
export { banksOf, type ImageSystem, imageOfSystem, romSource, withImage } from './rom/with-image.js';
export { takeState } from './states/take-state.js';
export { battleError, isNoBattle, MAX_STATE_BYTES } from './states/unwrap.js';
