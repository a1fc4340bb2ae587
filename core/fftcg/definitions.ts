/** From cards as data to the numbers that a step reads. Source: the card-effect vocabulary of the rules of seed 001. */
import { RuleError } from '../system.js';
import { ABILITIES_PER_CARD, MAX_TARGETS } from './commands.js';
import { choice, flag, identifier, integer, list, table } from './plain.js';

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
export const OF = { forward: 0, backup: 1, character: 2 } as const;
export const CONTROLLER = { any: 0, own: 1, opponent: 2 } as const;
export const KEYWORD = { haste: 1, brave: 2, firstStrike: 4, backAttack: 8 } as const;

export interface Effect {
  readonly kind: number;
  readonly scope: number;
  readonly amount: number;
}

export interface Ability {
  /** Place in the list of all abilities; a stack item names it with this byte. */
  readonly number: number;
  readonly id: string;
  readonly definition: number;
  /** Place among the abilities of its card. */
  readonly slot: number;
  readonly kind: number;
  readonly trigger: number;
  readonly dull: boolean;
  readonly targets: number;
  readonly of: number;
  readonly controller: number;
  readonly effects: readonly Effect[];
  /** Every effect acts on the source: nothing is left to do when the source is gone. */
  readonly selfOnly: boolean;
}

export interface Definition {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly kind: number;
  /** 0 when it is not given; such a Forward joins no party under `partyRule: cr`. */
  readonly element: number;
  readonly power: number;
  readonly keywords: number;
  readonly abilities: readonly Ability[];
  readonly exBurst: Ability | undefined;
}

const effectFields = ['kind', 'scope', 'amount'] as const;
const abilityFields = ['id', 'kind', 'trigger', 'dull', 'targets', 'of', 'controller', 'effects'] as const;
const cardFields = ['id', 'name', 'kind', 'element', 'power', 'keywords', 'abilities', 'exBurst'] as const;

function readEffect(value: unknown, path: string, kind: number, targets: number): Effect {
  const plain = table(value, path, effectFields);
  const effect = choice(plain.kind, `${path}.kind`, Object.keys(EFFECT));
  const width = effect === EFFECT.addPower ? 'i16' : effect === EFFECT.draw ? 'u8' : 'u16';
  const counted = effect === EFFECT.damage || effect === EFFECT.addPower || effect === EFFECT.draw;
  if (!counted && plain.amount !== undefined) {
    throw new RuleError('E_RANGE', `${path}.amount has no meaning for ${String(plain.kind)}`, `${path}.amount`);
  }
  const amount = counted ? integer(plain.amount, `${path}.amount`, width) : 0;
  const scope = choice(plain.scope, `${path}.scope`, Object.keys(SCOPE), 'targets');
  if (effect !== EFFECT.draw && scope === SCOPE.targets && targets === 0) {
    throw new RuleError('E_RANGE', `${path}.scope is targets, but the ability chooses none`, `${path}.scope`);
  }
  if (scope === SCOPE.self && kind === ABILITY_KIND.summon) {
    throw new RuleError('E_RANGE', `${path}.scope cannot be self: a Summon is not on the field`, `${path}.scope`);
  }
  return { kind: effect, scope: effect === EFFECT.draw ? SCOPE.allForwards : scope, amount };
}

function readAbility(
  value: unknown,
  path: string,
  number: number,
  definition: { readonly number: number; readonly id: string; readonly kind: number },
  slot: number,
): Ability {
  const plain = table(value, path, abilityFields);
  const kind = choice(plain.kind, `${path}.kind`, Object.keys(ABILITY_KIND));
  if ((kind === ABILITY_KIND.summon) !== (definition.kind === CARD_KIND.summon)) {
    throw new RuleError('E_RANGE', `${path}.kind: summon is for Summons, and for nothing else`, `${path}.kind`);
  }
  const auto = kind === ABILITY_KIND.auto;
  if (!auto && plain.trigger !== undefined) {
    throw new RuleError('E_RANGE', `${path}.trigger is for auto-abilities`, `${path}.trigger`);
  }
  const dull = flag(plain.dull, `${path}.dull`);
  if (dull && (auto || kind === ABILITY_KIND.summon)) {
    throw new RuleError('E_RANGE', `${path}.dull is a cost of Action and Special abilities`, `${path}.dull`);
  }
  const triggerNames = Object.keys(TRIGGER).slice(1);
  const targets = integer(plain.targets, `${path}.targets`, 'u8', { max: MAX_TARGETS, fallback: 0 });
  const effects = list(plain.effects, `${path}.effects`).map((effect, index) =>
    readEffect(effect, `${path}.effects[${index}]`, kind, targets),
  );
  if (effects.length === 0) throw new RuleError('E_RANGE', `${path}.effects is empty`, `${path}.effects`);
  const id = plain.id === undefined && slot === 0 ? definition.id : identifier(plain.id, `${path}.id`);
  return {
    number,
    id,
    definition: definition.number,
    slot,
    kind,
    trigger: auto ? choice(plain.trigger, `${path}.trigger`, triggerNames) + 1 : TRIGGER.none,
    dull,
    targets,
    of: choice(plain.of, `${path}.of`, Object.keys(OF), 'forward'),
    controller: choice(plain.controller, `${path}.controller`, Object.keys(CONTROLLER), 'any'),
    effects,
    selfOnly: effects.every((effect) => effect.scope === SCOPE.self),
  };
}

function readKeywords(value: unknown, path: string): number {
  let mask = 0;
  list(value, path).forEach((word, index) => {
    mask |= 1 << choice(word, `${path}[${index}]`, Object.keys(KEYWORD));
  });
  return mask;
}

/**
 * Reads card definitions, those of the seed first.
 * @throws RuleError naming the path in the data
 */
export function readDefinitions(sources: readonly { readonly value: unknown; readonly path: string }[]): {
  readonly definitions: readonly Definition[];
  readonly abilities: readonly Ability[];
} {
  const definitions: Definition[] = [];
  const abilities: Ability[] = [];
  const elements: string[] = [];
  for (const { value, path } of sources) {
    const plain = table(value, path, cardFields);
    const id = identifier(plain.id, `${path}.id`);
    if (definitions.some((known) => known.id === id)) {
      throw new RuleError('E_DUPLICATE_ID', `card ${id} is defined twice`, `${path}.id`);
    }
    const number = definitions.length;
    const kind = choice(plain.kind, `${path}.kind`, Object.keys(CARD_KIND));
    if (kind !== CARD_KIND.forward && plain.power !== undefined) {
      throw new RuleError('E_RANGE', `${path}.power: only Forwards have power`, `${path}.power`);
    }
    const own: Ability[] = [];
    const given = list(plain.abilities, `${path}.abilities`);
    if (given.length > ABILITIES_PER_CARD || (kind === CARD_KIND.summon && given.length !== 1)) {
      throw new RuleError(
        'E_RANGE',
        `${path}.abilities: a Summon has one, a Character at most ${ABILITIES_PER_CARD}`,
        `${path}.abilities`,
      );
    }
    given.forEach((entry, slot) => {
      const at = `${path}.abilities[${slot}]`;
      const ability = readAbility(entry, at, abilities.length, { number, id, kind }, slot);
      if (abilities.some((known) => known.id === ability.id)) {
        throw new RuleError('E_DUPLICATE_ID', `ability ${ability.id} is defined twice`, `${at}.id`);
      }
      if (abilities.length === 255) throw new RuleError('E_RANGE', 'at most 255 abilities in all', at);
      abilities.push(ability);
      own.push(ability);
    });
    let exBurst: Ability | undefined;
    if (plain.exBurst !== undefined) {
      exBurst = own.find((ability) => ability.id === plain.exBurst);
      if (exBurst === undefined) {
        throw new RuleError('E_UNKNOWN_ID', `${path}.exBurst names no ability of the card`, `${path}.exBurst`);
      }
      if (exBurst.effects.some((effect) => effect.scope === SCOPE.self)) {
        throw new RuleError('E_RANGE', `${path}.exBurst acts on self, which is not on the field`, `${path}.exBurst`);
      }
    }
    let element = 0;
    if (plain.element !== undefined) {
      const word = identifier(plain.element, `${path}.element`);
      element = elements.includes(word) ? elements.indexOf(word) + 1 : elements.push(word);
    }
    const name = plain.name ?? id;
    if (typeof name !== 'string') throw new RuleError('E_RANGE', `${path}.name must be a string`, `${path}.name`);
    definitions.push({
      number,
      id,
      name,
      kind,
      element,
      power: kind === CARD_KIND.forward ? integer(plain.power, `${path}.power`, 'u16', { min: 1 }) : 0,
      keywords: readKeywords(plain.keywords, `${path}.keywords`),
      abilities: own,
      exBurst,
    });
  }
  return { definitions, abilities };
}
