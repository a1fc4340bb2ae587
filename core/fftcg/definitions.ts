/**
 * Turns cards given as data into the numbers that a step reads. Source: the card-effect vocabulary
 * of the rules of seed 001.
 */
import {
  addId,
  fieldsAt,
  flagAt,
  INT16,
  idAt,
  integerAt,
  isAbsent,
  listAt,
  type Place,
  type Span,
  textAt,
  UINT8,
  UINT16,
  wordAt,
} from '../system/plain-data.js';
import { RuleError } from '../system/system.js';
import { ABILITIES_PER_CARD, MAX_TARGETS } from './commands.js';

export const CARD_KIND = { forward: 0, backup: 1, summon: 2 } as const;
export const ABILITY_KIND = { action: 0, special: 1, auto: 2, summon: 3 } as const;
export const TRIGGER = {
  none: 0,
  entersField: 1,
  attacks: 2,
  blocks: 3,
  damagesPlayer: 4,
  broken: 5,
  endOfTurn: 6,
} as const;
export const EFFECT = {
  damage: 0,
  addPower: 1,
  return: 2,
  break: 3,
  dull: 4,
  activate: 5,
  draw: 6,
  freeze: 7,
} as const;
export const SCOPE = { targets: 0, self: 1, allForwards: 2, ownForwards: 3, opponentForwards: 4 } as const;
export const CARD_CLASS = { forward: 0, backup: 1, character: 2 } as const;
export const CONTROLLER = { any: 0, own: 1, opponent: 2 } as const;
export const KEYWORD = { haste: 1, brave: 2, firstStrike: 4, backAttack: 8 } as const;

export interface Effect {
  readonly kind: number;
  readonly scope: number;
  readonly amount: number;
}

export interface Ability {
  /** Index in the list of all abilities; a stack item holds it in one byte. */
  readonly number: number;
  readonly id: string;
  readonly definition: number;
  /** Index among the abilities of its card. */
  readonly slot: number;
  readonly kind: number;
  readonly trigger: number;
  readonly dull: boolean;
  readonly targets: number;
  readonly of: number;
  readonly controller: number;
  readonly effects: readonly Effect[];
  /**
   * True when every effect acts on the source: the ability is cancelled once the source is gone.
   */
  readonly selfOnly: boolean;
}

export interface Definition {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly kind: number;
  /**
   * Number of the element, 0 for none; a Forward without one joins no party under `partyRule: cr`.
   */
  readonly element: number;
  readonly power: number;
  readonly keywords: number;
  readonly abilities: readonly Ability[];
  readonly exBurst: Ability | undefined;
  /** Extension: Limit Break cost, or -1 for an ordinary card. */
  readonly limitBreak: number;
}

const effectFields = ['kind', 'scope', 'amount'] as const;
const abilityFields = ['id', 'kind', 'trigger', 'dull', 'targets', 'of', 'controller', 'effects'] as const;
const cardFields = [
  'id',
  'name',
  'kind',
  'element',
  'power',
  'keywords',
  'abilities',
  'exBurst',
  'limitBreak',
] as const;

/** The deck has 8 cards; the card itself cannot pay for its cost. */
const limitBreakCosts: Span = [0, 7];
const positive: Span = [1, 0xffff];
const { none, ...triggers } = TRIGGER;

/** Range of an effect's amount, or undefined for an effect without one. */
function widthOf(effect: number): Span | undefined {
  if (effect === EFFECT.damage) return UINT16;
  if (effect === EFFECT.addPower) return INT16;
  return effect === EFFECT.draw ? UINT8 : undefined;
}

/** Reads an id for cell names and for use behind `/`. */
export function readId(place: Place): string {
  return idAt(place, /^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'ASCII letters, digits, - and _');
}

function readEffect(place: Place, abilityKind: number, targets: number): Effect {
  const field = fieldsAt(place, effectFields);
  const kind = field('kind');
  const effect = wordAt(kind, EFFECT);
  const width = widthOf(effect);
  const amount = field('amount');
  if (width === undefined && !isAbsent(amount)) {
    throw new RuleError('E_RANGE', `${amount.path} has no meaning for ${String(kind.value)}`, amount.path);
  }
  const counted = width === undefined ? 0 : integerAt(amount, width);
  const given = field('scope', 'targets');
  const scope = wordAt(given, SCOPE);
  if (effect !== EFFECT.draw && scope === SCOPE.targets && targets === 0) {
    throw new RuleError('E_RANGE', `${given.path} is targets, but the ability has no targets`, given.path);
  }
  if (scope === SCOPE.self && abilityKind === ABILITY_KIND.summon) {
    throw new RuleError('E_RANGE', `${given.path} cannot be self: a Summon is not on the field`, given.path);
  }
  return { kind: effect, scope: effect === EFFECT.draw ? SCOPE.allForwards : scope, amount: counted };
}

function readAbility(
  place: Place,
  number: number,
  definition: { readonly number: number; readonly id: string; readonly kind: number },
  slot: number,
): Ability {
  const { path } = place;
  const field = fieldsAt(place, abilityFields);
  const kind = wordAt(field('kind'), ABILITY_KIND);
  if ((kind === ABILITY_KIND.summon) !== (definition.kind === CARD_KIND.summon)) {
    throw new RuleError(
      'E_RANGE',
      `${path}.kind: the ability of a Summon has the kind summon, and no other ability has it`,
      `${path}.kind`,
    );
  }
  const auto = kind === ABILITY_KIND.auto;
  const trigger = field('trigger');
  if (!auto && !isAbsent(trigger)) {
    throw new RuleError('E_RANGE', `${trigger.path} is for auto-abilities`, trigger.path);
  }
  const dull = flagAt(field('dull', false));
  if (dull && (auto || kind === ABILITY_KIND.summon)) {
    throw new RuleError('E_RANGE', `${path}.dull is a cost of Action and Special abilities`, `${path}.dull`);
  }
  const targets = integerAt(field('targets', 0), UINT8, [0, MAX_TARGETS]);
  const effects = listAt(field('effects', [])).map((effect) => readEffect(effect, kind, targets));
  if (effects.length === 0) throw new RuleError('E_RANGE', `${path}.effects is empty`, `${path}.effects`);
  return {
    number,
    id: readId(field('id', slot === 0 ? definition.id : undefined)),
    definition: definition.number,
    slot,
    kind,
    trigger: auto ? wordAt(trigger, triggers) : none,
    dull,
    targets,
    of: wordAt(field('of', 'forward'), CARD_CLASS),
    controller: wordAt(field('controller', 'any'), CONTROLLER),
    effects,
    selfOnly: effects.every((effect) => effect.scope === SCOPE.self),
  };
}

function readExBurst(place: Place, abilities: readonly Ability[]): Ability | undefined {
  const { value, path } = place;
  if (isAbsent(place)) return undefined;
  const exBurst = abilities.find((ability) => ability.id === value);
  if (exBurst === undefined) throw new RuleError('E_UNKNOWN_ID', `${path} names no ability of the card`, path);
  if (exBurst.effects.some((effect) => effect.scope === SCOPE.self)) {
    throw new RuleError('E_RANGE', `${path} acts on self, which is not on the field`, path);
  }
  return exBurst;
}

/** Number of an element from 1 on, 0 for none. */
function readElement(place: Place, elements: string[]): number {
  if (isAbsent(place)) return 0;
  const word = readId(place);
  return elements.includes(word) ? elements.indexOf(word) + 1 : elements.push(word);
}

/**
 * Reads card definitions after those of the seed.
 * @throws RuleError with the path of the wrong data
 */
export function readDefinitions(sources: readonly Place[]): {
  readonly definitions: readonly Definition[];
  readonly abilities: readonly Ability[];
} {
  const definitions: Definition[] = [];
  const abilities: Ability[] = [];
  const cardIds: string[] = [];
  const abilityIds: string[] = [];
  const elements: string[] = [];
  for (const source of sources) {
    const { path } = source;
    const field = fieldsAt(source, cardFields);
    const id = readId(field('id'));
    addId(cardIds, id, `${path}.id`);
    const number = definitions.length;
    const kind = wordAt(field('kind'), CARD_KIND);
    const isForward = kind === CARD_KIND.forward;
    const power = field('power');
    if (!isForward && !isAbsent(power)) {
      throw new RuleError('E_RANGE', `${power.path}: only Forwards have power`, power.path);
    }
    const given = listAt(field('abilities', []));
    if (given.length > ABILITIES_PER_CARD || (kind === CARD_KIND.summon && given.length !== 1)) {
      throw new RuleError(
        'E_RANGE',
        `${path}.abilities: a Summon has one, a Character at most ${ABILITIES_PER_CARD}`,
        `${path}.abilities`,
      );
    }
    const own = given.map((entry, slot) => {
      const ability = readAbility(entry, abilities.length, { number, id, kind }, slot);
      addId(abilityIds, ability.id, `${entry.path}.id`);
      if (abilities.length === 255) throw new RuleError('E_RANGE', 'at most 255 abilities in all', entry.path);
      abilities.push(ability);
      return ability;
    });
    definitions.push({
      number,
      id,
      name: textAt(field('name', id)),
      kind,
      element: readElement(field('element'), elements),
      power: isForward ? integerAt(power, UINT16, positive) : 0,
      // each keyword is a bit
      keywords: listAt(field('keywords', [])).reduce((mask, keyword) => mask | wordAt(keyword, KEYWORD), 0),
      abilities: own,
      exBurst: readExBurst(field('exBurst'), own),
      limitBreak: isAbsent(field('limitBreak')) ? -1 : integerAt(field('limitBreak'), UINT8, limitBreakCosts),
    });
  }
  return { definitions, abilities };
}
