/** What every wing may use: errors, text, files, checksums, the list of systems. */

export { type Archive, eachLine, type Member, memberPlace, memberText, openArchive } from './archive.js';
export { type ByteSource, fileSource } from './byte-source.js';
export { bytesSource } from './bytes-source.js';
export { canonicalJson } from './canonical-json.js';
export {
  type CellNames,
  cellNamesOf,
  gaugeCellName,
  type LaterUnits,
  placeThrough,
  remedyWithoutBattle,
  shownCellValue,
  unitName,
} from './cell-names.js';
export { leftOutOfInputs, noteInput, noteLeftOut, withInputs } from './command-inputs.js';
export { crc32 } from './crc32.js';
export { ERROR_CODES, type ErrorCode, isErrorCode, type LockstepErrorCode } from './error-codes.js';
export {
  asLockstepError,
  type ErrorDetails,
  formatError,
  LockstepError,
  oneSentence,
  plainText,
  printedText,
  reasonText,
  sentenceOf,
} from './errors.js';
export { sha256OfFile } from './file-hash.js';
export { formOfFile, withFileKind } from './file-kind.js';
export { FORMS, type Form, formOf, lookAt } from './forms.js';
export { gunzipMember, inflated, PackedFault, wholeMembers } from './inflate.js';
export { allowLimits, withBattleLimits, withFrameLimits, withReplayLimits, withSearchLimits } from './input-limits.js';
export { isGzip } from './is-gzip.js';
export { jsonOf } from './json-text.js';
export { withLineFeeds } from './line-ends.js';
export { cut, entryNumber, hexText, hexWithSuffix, padTo, rowNumber, tableLines, wrap } from './number-text.js';
export {
  beginFile,
  checkOutput,
  checkOutputs,
  makeFolder,
  makeScratchFolder,
  openHandedFile,
  openOutput,
  outputError,
  pathBeside,
  removeHandedFile,
  writeBytes,
  writeFile,
} from './output-file.js';
export { compiledFile, packageFile, packageRoot, packageVersion, shortPath, threadFile } from './package-root.js';
export {
  buttonsText,
  formatPadScript,
  MAX_FRAME,
  maskOfPadWord,
  PAD_BITS,
  type PadEvent,
  padWordOfMask,
  parseDecimal,
  parseHexadecimal,
  parsePadScript,
  scriptLines,
  wordOfButton,
} from './pad-script.js';
export type { Sha256 } from './plain-sha256.js';
export {
  asReadError,
  checkGzip,
  createLineFile,
  decodeText,
  type LineFile,
  readBounded,
  readBytes,
  readChunks,
  readPlain,
  readTextFile,
  startsLikeGzip,
  withDamageFirst,
} from './reading.js';
export { createSha256 } from './sha256.js';
export {
  dependenceLines,
  dependenceOf,
  type NotFilled,
  notFilledLines,
  notFilledOf,
  type SettledStretches,
  type Standing,
  standingLines,
  standingOf,
  wrappedDependence,
} from './standing.js';
export { findSystem, goesBy, SYSTEMS, systemNamed } from './systems.js';
export { editDistance, languageOf, nearest, nearestWord, newsOf, shellWord, type ToldLine, toldOf } from './told.js';
export { createLocator, pathText, secondBeginning, type TomlPlace, tomlOf } from './toml.js';
export { unreadable } from './unreadable.js';
export { filesOf, memberBytes, onlyMember, unwrapped, wrappingOf } from './unwrap.js';
export { createPause, createYielder, drained, interruption, paced, type Steps } from './yield-to-event-loop.js';
