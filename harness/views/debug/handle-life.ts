/** Requests that begin and end a session. */
import { basename } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { countText } from '../../base/number-text.js';
import { languageOf } from '../../base/told.js';
import { doubtOf } from '../../files/rom/notes.js';
import { imageOfSystem } from '../../files/rom/with-image.js';
import { type BranchBook, editText, openLine } from '../../play/branches/index.js';
import { placeOf, placeOfFrame } from '../../play/timeline/index.js';
import { fileName, optionalFileName, optionalNumber, optionalText } from './arguments.js';
import { FILTERS } from './breakpoints.js';
import { hasCode } from './handle-disassembly.js';
import type { Handler } from './session.js';
import { createState, moveToPlace } from './state.js';

const CAPABILITIES: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsDataBreakpoints: true,
  supportsDataBreakpointBytes: true,
  supportsEvaluateForHovers: true,
  supportsStepBack: true,
  supportsSetVariable: true,
  supportsSetExpression: true,
  supportsGotoTargetsRequest: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ['.', '['],
  supportsExceptionFilterOptions: true,
  exceptionBreakpointFilters: [...FILTERS],
  supportsExceptionInfoRequest: true,
  supportsValueFormattingOptions: true,
  supportsLoadedSourcesRequest: true,
  supportsReadMemoryRequest: true,
  supportsWriteMemoryRequest: true,
  supportsTerminateRequest: true,
  supportsBreakpointLocationsRequest: true,
  supportsSteppingGranularity: false,
  supportsCancelRequest: true,
};

function lastEdit(book: BranchBook): string {
  const edit = book.done().at(-1);
  return edit === undefined ? 'none' : editText(edit, book.timeline);
}

/** What `launch.json` may hold. */
const launch: Handler = async (args, session) => {
  const file = fileName(args, 'program');
  const against = optionalFileName(args, 'against');
  const names = optionalText(args, 'names');
  const failures: string[] = [];
  const load = {
    onFailures: (sentences: readonly string[]) => void failures.push(...sentences),
    systems: session.systems,
    forceRuleset: args['forceRuleset'] === true,
    signal: session.signal(),
    language: names === undefined ? session.language : languageOf(names),
    ...session.opened,
    ...(against === undefined ? {} : { against }),
  };
  const { timeline, book, named } = await openLine(file, load, optionalFileName(args, 'branches'));
  const state = createState(book, named);
  const frame = optionalNumber(args, 'frame', Number.NaN);
  const place = optionalText(args, 'at');
  if (!Number.isNaN(frame)) moveToPlace(state, placeOfFrame(timeline, frame, state.line));
  if (place !== undefined) moveToPlace(state, placeOf(timeline, place, state.line));
  session.begin(state);
  const { system, end } = timeline;
  const differences = timeline.differences.filter(({ kind }) => failures.length === 0 || kind === 'recording');
  session.say(`${basename(file)}: ${system.id}, ${countText(timeline.length(), system.unit)}`);
  for (const failure of failures) session.say(`The plan does not hold: ${failure}`);
  const image = imageOfSystem(system);
  const doubt = image === undefined ? '' : doubtOf(image);
  if (doubt !== '') session.say(doubt);
  const branches = timeline.lines().length - 1;
  if (branches > 0) session.say(`${countText(branches, 'branch', 'branches')}; the last edit: ${lastEdit(book)}`);
  if (!end.whole) session.say(`It ends early: ${end.reason}`);
  if (timeline.rulesetForced) session.say('It was made under other rules; what is shown is what these rules do');
  if (differences.length > 0)
    session.say(`The model and the recording differ in ${countText(differences.length, system.unit)}`);
  session.later(() => session.initialized());
};

export const lifeHandlers: Readonly<Record<string, Handler>> = {
  initialize: (_args, session) => ({ ...CAPABILITIES, supportsDisassembleRequest: hasCode(session) }),
  launch,
  configurationDone(_args, session) {
    const { at, inner } = session.state();
    session.later(() => session.stopped('entry', at === 0 && inner === 0 ? 'Before the first entry' : ''));
  },
  /** What runs was interrupted before this is called. */
  pause: () => undefined,
  cancel: () => undefined,
  disconnect: (_args, session) => session.later(() => session.end()),
  terminate: (_args, session) => session.later(() => session.end()),
};
