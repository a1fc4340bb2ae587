/**
 * Reads cards given as data, strictly: the first wrong field is an error with its place. Source:
 * the card-effect vocabulary of the rules of seed 001.
 */
import {
  addId,
  type Fields,
  fieldsAt,
  flagAt,
  INT16,
  idAt,
  integerAt,
  isAbsent,
  listAt,
  lookUpAt,
  type Place,
  type Span,
  textAt,
  UINT8,
  UINT16,
  wordAt,
} from '../system/plain-data.js';
import { RuleError } from '../system/system.js';
import { ABILITIES_PER_CARD, MAX_TARGETS } from './commands.js';
import {
  ABILITY_KIND,
  type Ability,
  CARD_CLASS,
  CARD_KIND,
  CONTROLLER,
  COST,
  type Definition,
  EFFECT,
  type Effect,
  KEYWORD,
  PER,
  SCOPE,
  TARGET_STATE,
  TRIGGER,
} from './definitions.js';

const effectFields = ['kind', 'scope', 'amount', 'per', 'keyword', 'card'] as const;
const abilityFields = [
  'id',
  'kind',
  'trigger',
  'dull',
  'cost',
  'targets',
  'of',
  'controller',
  'powerAtMost',
  'state',
  'effects',
] as const;
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
/** The words of a list but for the one that stands for a key that is left out. */
function wordsBut<Words extends object, Word extends keyof Words>(words: Words, word: Word): Omit<Words, Word> {
  const { [word]: _absent, ...others } = words;
  return others;
}

const triggers = wordsBut(TRIGGER, 'none');
const counted = wordsBut(PER, 'one');
const states = wordsBut(TARGET_STATE, 'any');

/** Range of an effect's amount, by kind; the other kinds have none. */
const AMOUNTS: Readonly<Record<number, Span>> = {
  [EFFECT.damage]: UINT16,
  [EFFECT.addPower]: INT16,
  [EFFECT.draw]: UINT8,
};
/** Effects on a player's cards outside the field, which have no scope. */
const WITHOUT_SCOPE: readonly number[] = [EFFECT.draw, EFFECT.search, EFFECT.recover];
/** Costs after which the source is no longer on the field. */
const LEAVING = COST.break | COST.return;

/** Above every power that a Forward can have: 65535 printed and 32767 added. */
const NO_LIMIT = 0x1_8000;

/** Reads an id for cell names and for use behind `/`. */
export function readId(place: Place): string {
  return idAt(place);
}

/** Refuses a field that says nothing about this kind of effect or ability. */
function refuseGiven(place: Place, what: string): void {
  if (!isAbsent(place))
    throw new RuleError('E_RANGE', `${place.path} has no meaning for ${what}; leave it out`, place.path);
}

/** What the effects of an ability must agree with. */
interface Around {
  readonly kind: number;
  readonly targets: number;
  readonly cost: number;
  readonly cardIds: readonly string[];
}

function readScope(place: Place, { kind, targets, cost }: Around): number {
  const scope = wordAt({ ...place, value: place.value ?? 'targets' }, SCOPE);
  const { path } = place;
  if (scope === SCOPE.targets && targets === 0) {
    throw new RuleError('E_RANGE', `${path} is targets, but the ability has no targets; give it targets = 1`, path);
  }
  if (scope === SCOPE.self && kind === ABILITY_KIND.summon) {
    throw new RuleError('E_RANGE', `${path} cannot be self: a Summon is not on the field`, path);
  }
  if (scope === SCOPE.self && (cost & LEAVING) !== 0) {
    throw new RuleError('E_RANGE', `${path} cannot be self: the cost takes the source away`, path);
  }
  return scope;
}

function readEffect(place: Place, around: Around): Effect {
  const field = fieldsAt(place, effectFields);
  const kind = field('kind');
  const effect = wordAt(kind, EFFECT);
  const word = String(kind.value);
  const width = AMOUNTS[effect];
  if (width === undefined) {
    refuseGiven(field('amount'), word);
    refuseGiven(field('per'), word);
  }
  const isScoped = !WITHOUT_SCOPE.includes(effect);
  if (!isScoped && effect !== EFFECT.draw) refuseGiven(field('scope'), word);
  if (effect !== EFFECT.grant) refuseGiven(field('keyword'), word);
  const looksFor = effect === EFFECT.search || effect === EFFECT.recover;
  if (!looksFor) refuseGiven(field('card'), word);
  if (!isScoped && !isAbsent(field('scope'))) wordAt(field('scope'), SCOPE);
  return {
    kind: effect,
    scope: isScoped ? readScope(field('scope'), around) : SCOPE.allForwards,
    amount: width === undefined ? 0 : integerAt(field('amount'), width),
    per: isAbsent(field('per')) ? PER.one : wordAt(field('per'), counted),
    keyword: effect === EFFECT.grant ? wordAt(field('keyword'), KEYWORD) : 0,
    card: looksFor ? lookUpAt(field('card'), around.cardIds) : -1,
  };
}

/** Bits of COST. */
function readCost(field: Fields<(typeof abilityFields)[number]>, kind: number): number {
  const isDulled = flagAt(field('dull', false));
  const cost = field('cost');
  let bits = isDulled ? COST.dull : 0;
  for (const entry of listAt({ ...cost, value: cost.value ?? [] })) {
    const bit = wordAt(entry, COST);
    if ((bits & bit) !== 0) throw new RuleError('E_DUPLICATE_ID', `${entry.path} is paid twice`, entry.path);
    bits |= bit;
  }
  const isUsed = kind === ABILITY_KIND.action || kind === ABILITY_KIND.special;
  const { path } = isDulled ? field('dull') : cost;
  if (bits !== 0 && !isUsed) {
    throw new RuleError('E_RANGE', `${path} is a cost of Action and Special abilities`, path);
  }
  if ((bits & LEAVING) === LEAVING) {
    throw new RuleError('E_RANGE', `${path} has break and return; the source leaves the field once`, path);
  }
  return bits;
}

function readTrigger(place: Place, kind: number): number {
  if (kind === ABILITY_KIND.auto) return wordAt(place, triggers);
  if (!isAbsent(place)) throw new RuleError('E_RANGE', `${place.path} is for auto-abilities`, place.path);
  return TRIGGER.none;
}

function readAbility(
  place: Place,
  number: number,
  definition: { readonly number: number; readonly id: string; readonly kind: number },
  slot: number,
  cardIds: readonly string[],
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
  const trigger = readTrigger(field('trigger'), kind);
  const cost = readCost(field, kind);
  const targets = integerAt(field('targets', 0), UINT8, [0, MAX_TARGETS]);
  const effects = listAt(field('effects', [])).map((effect) => readEffect(effect, { kind, targets, cost, cardIds }));
  if (effects.length === 0)
    throw new RuleError('E_RANGE', `${path}.effects is empty; one at least is needed`, `${path}.effects`);
  if (targets === 0)
    for (const name of ['powerAtMost', 'state'] as const) refuseGiven(field(name), 'an ability without targets');
  const of = wordAt(field('of', 'forward'), CARD_CLASS);
  if (of !== CARD_CLASS.forward) refuseGiven(field('powerAtMost'), 'targets without power');
  return {
    number,
    id: readId(field('id', slot === 0 ? definition.id : undefined)),
    definition: definition.number,
    slot,
    kind,
    trigger,
    cost,
    targets,
    of,
    controller: wordAt(field('controller', 'any'), CONTROLLER),
    powerAtMost: integerAt(field('powerAtMost', NO_LIMIT), [0, NO_LIMIT]),
    state: isAbsent(field('state')) ? TARGET_STATE.any : wordAt(field('state'), states),
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

/** Ids of all cards, so that a card may search for one that is defined after it. */
function readCardIds(sources: readonly Place[]): readonly string[] {
  const ids: string[] = [];
  for (const source of sources) {
    const field = fieldsAt(source, cardFields);
    addId(ids, readId(field('id')), field('id').path);
  }
  return ids;
}

/** The first wrong number of abilities is an error. */
function readAbilities(place: Place, isSummon: boolean): readonly Place[] {
  const given = listAt({ ...place, value: place.value ?? [] });
  if (given.length > ABILITIES_PER_CARD || (isSummon && given.length !== 1)) {
    const wanted = `a Summon has one, a Character at most ${ABILITIES_PER_CARD}`;
    throw new RuleError('E_RANGE', `${place.path}: ${wanted}`, place.path);
  }
  return given;
}

function readKeywords(place: Place, kind: number): number {
  const given = listAt({ ...place, value: place.value ?? [] });
  if (kind === CARD_KIND.summon && given.length > 0) refuseGiven(place, 'a Summon');
  // each keyword is a bit
  return given.reduce((mask, keyword) => mask | wordAt(keyword, KEYWORD), 0);
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
  const abilityIds: string[] = [];
  const elements: string[] = [];
  const cardIds = readCardIds(sources);
  for (const [number, source] of sources.entries()) {
    const field = fieldsAt(source, cardFields);
    const id = readId(field('id'));
    const kind = wordAt(field('kind'), CARD_KIND);
    const isForward = kind === CARD_KIND.forward;
    const power = field('power');
    if (!isForward && !isAbsent(power)) {
      throw new RuleError('E_RANGE', `${power.path}: only Forwards have power`, power.path);
    }
    const own = readAbilities(field('abilities'), kind === CARD_KIND.summon).map((entry, slot) => {
      const ability = readAbility(entry, abilities.length, { number, id, kind }, slot, cardIds);
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
      keywords: readKeywords(field('keywords'), kind),
      abilities: own,
      exBurst: readExBurst(field('exBurst'), own),
      limitBreak: isAbsent(field('limitBreak')) ? -1 : integerAt(field('limitBreak'), UINT8, limitBreakCosts),
    });
  }
  return { definitions, abilities };
}
