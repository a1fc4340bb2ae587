/**
 * Skills and noble phantasms as data: name, rank, flavour, secrecy, lineages, effects (H15, H16,
 * H17, H31). Evidence: seed 004. There the text of an effect states its numbers; `changes` repeats
 * them for the program.
 */
import {
  fieldsAt,
  idAt,
  integerAt,
  listAt,
  type Place,
  refuseDuplicates,
  type Span,
  textAt,
  textsAt,
  UINT8,
  UINT16,
  wordAt,
} from '../system/plain-data.js';
import { RuleError } from '../system/system.js';
import { Lasts, Rank, Stat, Timing } from './names.js';

export interface Change {
  readonly stat: number;
  readonly amount: number;
  /** False: the user itself; true: the target of the activation. */
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
  /** The target skill must have one of these lineages; empty: no target skill. */
  readonly refersTo: readonly string[];
  /** How long the target skill is disabled; `now` for not at all. */
  readonly disables: number;
}

export interface Skill {
  readonly id: string;
  readonly name: string;
  readonly noblePhantasm: boolean;
  /** Class of a noble phantasm, for example anti-unit. */
  readonly category: string;
  readonly rank: number;
  /** Number of `+` marks. Each adds one multiple when its condition holds (H15). */
  readonly pluses: number;
  readonly flavour: string;
  readonly secrecy: number;
  readonly lineages: readonly string[];
  readonly effects: readonly Effect[];
}

const skillKinds = { skill: 0, noblePhantasm: 1 } as const;
const changeTargets = { self: 0, other: 1 } as const;

export const POOL_CHANGE: Span = [-16383, 16383];
const statChange: Span = [-99, 99];

/** Reads an id for cell names. */
export function readId(place: Place): string {
  return idAt(place, /^[a-z][a-z0-9-]{0,31}$/, 'up to 32 lower case letters, digits and hyphens');
}

function readChange(place: Place, timing: number): Change {
  const { path } = place;
  const field = fieldsAt(place, ['stat', 'amount', 'target', 'lasts']);
  const stat = wordAt(field('stat'), Stat);
  const pool = stat >= Stat.hp;
  const always = timing === Timing.always;
  const lasts = wordAt(field('lasts', pool || always ? 'now' : undefined), Lasts);
  if (pool !== (lasts === Lasts.now) && !always) {
    throw new RuleError('E_RANGE', `${path}.lasts is round or turn for a stat, now for HP, MP and LP`, `${path}.lasts`);
  }
  const other = wordAt(field('target', 'self'), changeTargets) === changeTargets.other;
  if (always && (pool || other || lasts !== Lasts.now)) {
    throw new RuleError(
      'E_RANGE',
      `${path}: an effect that always works changes a stat of its owner, without end`,
      path,
    );
  }
  return { stat, amount: integerAt(field('amount'), pool ? POOL_CHANGE : statChange), other, lasts };
}

function readEffect(place: Place): Effect {
  const { path } = place;
  const field = fieldsAt(place, ['number', 'timing', 'cost', 'text', 'changes', 'refersTo', 'disables']);
  const timing = wordAt(field('timing'), Timing);
  const cost = integerAt(field('cost', 0), UINT16);
  const refersTo = textsAt(field('refersTo', []), 32);
  const disables = wordAt(field('disables', 'now'), Lasts);
  if (disables !== Lasts.now && refersTo.length === 0) {
    throw new RuleError('E_RANGE', `${path}.disables needs refersTo: the lineages it works on`, `${path}.disables`);
  }
  if (timing === Timing.always && (cost > 0 || refersTo.length > 0)) {
    throw new RuleError('E_RANGE', `${path}: an effect that always works has no cost and no target`, path);
  }
  return {
    number: integerAt(field('number'), UINT8, [1, 15]),
    timing,
    cost,
    text: textAt(field('text', '')),
    changes: listAt(field('changes', []), 8).map((change) => readChange(change, timing)),
    refersTo,
    disables,
  };
}

/** Reads a rank such as `C`, `D++` or `EX`. */
function readRank(text: string, path: string): { rank: number; pluses: number } {
  const match = /^(EX$|[A-E])(\+{0,3})$/.exec(text);
  if (match === null) {
    throw new RuleError('E_RANGE', `${path} must be E to A with up to three +, or EX, not ${text}`, path);
  }
  return { rank: Rank[match[1] as keyof typeof Rank], pluses: (match[2] as string).length };
}

const skillNames = ['id', 'name', 'kind', 'category', 'rank', 'flavour', 'secrecy', 'lineages', 'effects'] as const;

export function readSkill(place: Place): Skill {
  const { path } = place;
  const field = fieldsAt(place, skillNames);
  const id = readId(field('id'));
  const noblePhantasm = wordAt(field('kind', 'skill'), skillKinds) === skillKinds.noblePhantasm;
  const effects = listAt(field('effects', []), 15).map(readEffect);
  refuseDuplicates(
    effects.map((effect) => String(effect.number)),
    (index) => `${path}.effects[${index}].number`,
  );
  const lineages = textsAt(field('lineages', []), 32);
  // the seed gives every skill one lineage and one effect at least
  if (lineages.length === 0) throw new RuleError('E_RANGE', `${path}.lineages needs at least one`, `${path}.lineages`);
  if (effects.length === 0) throw new RuleError('E_RANGE', `${path}.effects needs at least one`, `${path}.effects`);
  return {
    id,
    name: textAt(field('name', id)),
    noblePhantasm,
    category: textAt(field('category', '')),
    ...readRank(textAt(field('rank')), `${path}.rank`),
    flavour: textAt(field('flavour', '')),
    secrecy: wordAt(field('secrecy'), Rank),
    lineages,
    effects,
  };
}
