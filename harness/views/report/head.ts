/** How a line stands: verdict, result, cost, where it was recorded and under which rules. */
import { stateHash } from '../../../core/system/battle.js';
import { countText } from '../../base/number-text.js';
import { plainText } from '../../play/entry-view/index.js';
import { differencesOf, RECORDING, type Timeline } from '../../play/timeline/index.js';
import type { ReportHead } from './data.js';

/** Labels of the result whose lines stand in the head; the units are seen elsewhere. */
const RESULTS = new Set(['result', 'frames', 'of them assumed', 'drops', 'levels gained', 'winner', 'outcome']);

function verdictOf(timeline: Timeline, line: number): Pick<ReportHead, 'holds' | 'verdict'> {
  const { unit } = timeline.system;
  const [first, ...more] = differencesOf(timeline, line);
  const length = countText(timeline.length(line), unit);
  if (line !== RECORDING) {
    const where = first === undefined ? 'is as its recording' : `parts at ${unit} ${timeline.frameOf(first.at)}`;
    return { holds: undefined, verdict: `branch of ${length}, ${where}` };
  }
  if (first !== undefined) {
    const [cell] = first.kind === 'expect' ? [] : first.cells;
    const [said = ''] = first.note.split('\n');
    const what = cell === undefined ? said : `${cell.cell} is ${cell.mine}, not ${cell.theirs}`;
    const others = more.length === 0 ? '' : `; ${more.length} more`;
    return { holds: false, verdict: plainText(`differs at ${unit} ${timeline.frameOf(first.at)}: ${what}${others}`) };
  }
  if (!timeline.end.whole) return { holds: false, verdict: plainText(`ends early: ${timeline.end.reason}`) };
  // a trace of a plan is a log; of a plan no more is known than that nothing it expects failed
  if (timeline.kind === 'plan' && timeline.moveEnds !== undefined) {
    return { holds: undefined, verdict: `played: ${length}; no expectation of the plan fails` };
  }
  return { holds: true, verdict: `holds: ${length} as recorded` };
}

/** `bsnes-mercury 094 on "title"`. */
function sourceLines({ source, kind, switches }: Timeline): (readonly [string, string])[] {
  const emulator = source?.emulator;
  const lines: [string, string][] = [];
  if (emulator !== null && emulator !== undefined) lines.push(['emulator', `${emulator.name} ${emulator.version}`]);
  if (source?.rom !== null && source?.rom !== undefined) lines.push(['image', source.rom.title]);
  if (kind !== 'plan') lines.push(['kind', kind]);
  const chosen = Object.entries(switches.switches).map(([name, value]) => `${name} = ${value}`);
  lines.push(['ruleset', [switches.name, ...chosen].join(', ')]);
  return lines;
}

/** The state at the end gives the result. */
export function headOf(timeline: Timeline, line: number): ReportHead {
  const { system, battle } = timeline;
  const verdict = verdictOf(timeline, line);
  timeline.state(timeline.length(line), line);
  const outcome = system.capabilities.views?.outcome?.(battle) ?? [];
  const facts = [
    ...outcome.filter(([label]) => RESULTS.has(label)),
    ['state at the end', stateHash(battle)] as const,
    ['system', system.title] as const,
    ...sourceLines(timeline),
    ...(timeline.rulesetForced ? [['ruleset of the log', 'another one'] as const] : []),
  ];
  return { ...verdict, facts: facts.map(([label, value]) => [plainText(label), plainText(value)] as const) };
}
