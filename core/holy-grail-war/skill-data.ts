/**
 * Skills and noble phantasms as data: name, rank, flavour, secrecy, lineages, effects (H15, H16, H17, H31).
 * Evidence: seed 004. The numbers that an effect changes stand in its text there; `changes` repeats them for the
 * machine.
 */
import { RuleError } from '../system.js';
import { Lasts, Rank, Stat, Timing } from './names.js';
import { readId, readInteger, readList, readSigned, readTable, readText, readTexts, readWord } from './plain-data.js';

export interface Change {
  readonly stat: number;
  readonly amount: number;
  /** false: the user itself; true: the target of the activation. */
  readonly other: boolean;
  readonly lasts: number;
}

export interface Effect {
  /** Serial number, 1..15. */
  readonly number: number;
  readonly timing: number;
  readonly cost: number;
  readonly text: string;
  readonly changes: readonly Change[];
  /** Lineages one of which the target skill must have; empty: no target skill. */
  readonly refersTo: readonly string[];
  /** The target skill is switched off for this long; `now` for not at all. */
  readonly disables: number;
}

export interface Skill {
  readonly id: string;
  readonly name: string;
  readonly noblePhantasm: boolean;
  /** Class of a noble phantasm, e.g. anti-unit. */
  readonly category: string;
  readonly rank: number;
  /** Number of `+` marks: each adds one multiple when its condition holds (H15). */
  readonly pluses: number;
  readonly flavour: string;
  readonly secrecy: number;
  readonly lineages: readonly string[];
  readonly effects: readonly Effect[];
}

const skillKinds = { skill: 0, noblePhantasm: 1 } as const;
const changeTargets = { self: 0, other: 1 } as const;

function readChange(value: unknown, path: string, timing: number): Change {
  const table = readTable(value, path, ['stat', 'amount', 'target', 'lasts']);
  const stat = readWord(table, 'stat', path, Stat);
  const pool = stat >= Stat.hp;
  const always = timing === Timing.always;
  const lasts = readWord(table, 'lasts', path, Lasts, pool || always ? 'now' : undefined);
  if (pool !== (lasts === Lasts.now) && !always) {
    throw new RuleError('E_RANGE', `${path}.lasts is round or turn for a stat, now for HP, MP and LP`, `${path}.lasts`);
  }
  const other = readWord(table, 'target', path, changeTargets, 'self') === 1;
  if (always && (pool || other || lasts !== Lasts.now)) {
    throw new RuleError(
      'E_RANGE',
      `${path}: an effect that always works changes a stat of its owner, without end`,
      path,
    );
  }
  return { stat, amount: readSigned(table, 'amount', path, pool ? 16383 : 99), other, lasts };
}

function readEffect(value: unknown, path: string): Effect {
  const table = readTable(value, path, ['number', 'timing', 'cost', 'text', 'changes', 'refersTo', 'disables']);
  const timing = readWord(table, 'timing', path, Timing);
  const cost = readInteger(table, 'cost', path, 16, 0, 0xffff, 0);
  const refersTo = readTexts(table, 'refersTo', path, 32);
  const disables = readWord(table, 'disables', path, Lasts, 'now');
  if (disables !== Lasts.now && refersTo.length === 0) {
    throw new RuleError('E_RANGE', `${path}.disables needs refersTo: the lineages it works on`, `${path}.disables`);
  }
  if (timing === Timing.always && (cost > 0 || refersTo.length > 0)) {
    throw new RuleError('E_RANGE', `${path}: an effect that always works has no cost and no target`, path);
  }
  return {
    number: readInteger(table, 'number', path, 8, 1, 15),
    timing,
    cost,
    text: readText(table, 'text', path, ''),
    changes: readList(table, 'changes', path, 8).map((change, index) =>
      readChange(change, `${path}.changes[${index}]`, timing),
    ),
    refersTo,
    disables,
  };
}

/** `C`, `D++`, `EX`. */
function readRank(text: string, path: string): { rank: number; pluses: number } {
  const match = /^(EX|[A-E])(\+{0,3})$/.exec(text);
  const letter = match?.[1];
  if (match === null || letter === undefined || (letter === 'EX' && match[2] !== '')) {
    throw new RuleError('E_RANGE', `${path} must be E to A with up to three +, or EX, not ${text}`, path);
  }
  return { rank: Rank[letter as keyof typeof Rank], pluses: match[2]?.length ?? 0 };
}

export function readSkill(value: unknown, path: string): Skill {
  const table = readTable(value, path, [
    'id',
    'name',
    'kind',
    'category',
    'rank',
    'flavour',
    'secrecy',
    'lineages',
    'effects',
  ]);
  const id = readId(table, 'id', path);
  const noblePhantasm = readWord(table, 'kind', path, skillKinds, 'skill') === skillKinds.noblePhantasm;
  const effects = readList(table, 'effects', path, 15).map((effect, index) =>
    readEffect(effect, `${path}.effects[${index}]`),
  );
  effects.forEach((effect, index) => {
    if (effects.findIndex((other) => other.number === effect.number) === index) return;
    const at = `${path}.effects[${index}].number`;
    throw new RuleError('E_DUPLICATE_ID', `${at}: effect ${effect.number} is there twice`, at);
  });
  const lineages = readTexts(table, 'lineages', path, 32);
  // the seed gives every skill one lineage and one effect at least
  if (lineages.length === 0) throw new RuleError('E_RANGE', `${path}.lineages needs one at least`, `${path}.lineages`);
  if (effects.length === 0) throw new RuleError('E_RANGE', `${path}.effects needs one at least`, `${path}.effects`);
  return {
    id,
    name: readText(table, 'name', path, id),
    noblePhantasm,
    category: readText(table, 'category', path, ''),
    ...readRank(readText(table, 'rank', path), `${path}.rank`),
    flavour: readText(table, 'flavour', path, ''),
    secrecy: readWord(table, 'secrecy', path, Rank),
    lineages,
    effects,
  };
}
