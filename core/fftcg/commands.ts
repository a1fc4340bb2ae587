/**
 * The commands: the inputs that the rules of seed 001 list. The `targets` of `exBurst` and
 * `orderTriggers` are ours, for effects that choose. A party's damage is two lists of equal length.
 */
import { encodedLength } from '../system/battle.js';
import type { CommandShape, ParameterShape } from '../system/system.js';

export const COMMAND = {
  pass: 1,
  playCharacter: 2,
  useAbility: 3,
  castSummon: 4,
  declareAttack: 5,
  declareBlock: 6,
  assignPartyDamage: 7,
  exBurst: 8,
  orderTriggers: 9,
  discard: 10,
  concede: 11,
  playLimitBreak: 12,
} as const;

/**
 * Maximum number of cards of a player: two decks of 50 and some room. A card number is one byte,
 * and 255 means none.
 */
export const CARDS_PER_PLAYER = 60;
/** Extension: maximum number of cards in a Limit Break deck. */
export const LIMIT_BREAK_CARDS = 8;
export const MAX_TARGETS = 4;
/** Maximum number of triggers in one command; the remaining ones are asked for again. */
export const TRIGGERS_PER_COMMAND = 16;
/** Maximum number of abilities of a card: its waiting triggers are the bits of one byte. */
export const ABILITIES_PER_CARD = 8;
const LAST_CARD = 2 * CARDS_PER_PLAYER - 1;

const player: ParameterShape = { name: 'player', min: 0, max: 1, ids: 'player', meaning: 'who does it' };
const targets: ParameterShape = {
  name: 'targets',
  min: 0,
  max: LAST_CARD,
  capacity: MAX_TARGETS,
  mayBeAbsent: true,
  ids: 'card',
  neededWhen: 'when the effect chooses Characters',
  meaning: 'the chosen Characters, exactly as many as the effect chooses',
};
const card = (name: string, meaning: string): ParameterShape => ({
  name,
  min: 0,
  max: LAST_CARD,
  ids: 'card',
  meaning,
});
const cards = (name: string, meaning: string): ParameterShape => ({
  ...card(name, meaning),
  capacity: CARDS_PER_PLAYER,
});

export const commands: readonly CommandShape[] = [
  { code: COMMAND.pass, name: 'pass', parameters: [player], meaning: 'do nothing with priority (F7, F8, F18)' },
  {
    code: COMMAND.playCharacter,
    name: 'playCharacter',
    parameters: [player, card('card', 'a Character in the hand')],
    meaning: 'put a Character on the field, without the stack (F5, F6)',
  },
  {
    code: COMMAND.useAbility,
    name: 'useAbility',
    parameters: [
      player,
      card('source', 'the Character with the ability'),
      { name: 'ability', min: 0, max: 254, ids: 'ability', meaning: 'an Action or Special ability of the source' },
      targets,
    ],
    meaning: 'put an Action or Special ability on the stack (F5, F17)',
  },
  {
    code: COMMAND.castSummon,
    name: 'castSummon',
    parameters: [player, card('card', 'a Summon in the hand'), targets],
    meaning: 'put a Summon on the stack (F5, F17)',
  },
  {
    code: COMMAND.declareAttack,
    name: 'declareAttack',
    parameters: [
      player,
      {
        ...cards('forwards', 'one Forward, several as a party, or none to end the phase'),
        mayBeAbsent: true,
        neededWhen: 'to attack',
      },
    ],
    meaning: 'name the attackers of 4-2 (F11, F15)',
  },
  {
    code: COMMAND.declareBlock,
    name: 'declareBlock',
    parameters: [
      player,
      {
        name: 'blocker',
        min: -1,
        max: LAST_CARD,
        ids: 'card',
        optional: -1,
        neededWhen: 'to block',
        meaning: 'the blocker, or -1 for no block',
      },
    ],
    meaning: 'name the blocker of 4-3, or none (F12)',
  },
  {
    code: COMMAND.assignPartyDamage,
    name: 'assignPartyDamage',
    parameters: [
      player,
      cards('forwards', 'Forwards of the attacking party'),
      { name: 'amounts', min: 0, max: 99_000, capacity: CARDS_PER_PLAYER, meaning: 'damage for each, in thousands' },
    ],
    meaning: 'split the power of the blocker over a party (FA14)',
  },
  {
    code: COMMAND.exBurst,
    name: 'exBurst',
    parameters: [player, { name: 'use', min: 0, max: 1, meaning: '1 uses it, 0 declines' }, targets],
    meaning: 'use or decline the EX Burst of the damage card (F14)',
  },
  {
    code: COMMAND.orderTriggers,
    name: 'orderTriggers',
    parameters: [
      player,
      {
        name: 'triggers',
        min: 0,
        max: 2 * CARDS_PER_PLAYER * ABILITIES_PER_CARD - 1,
        capacity: TRIGGERS_PER_COMMAND,
        ids: 'trigger',
        meaning: 'own waiting triggers, the first one goes to the stack first; those left out are asked for again',
      },
      {
        name: 'targets',
        min: 0,
        max: LAST_CARD,
        capacity: TRIGGERS_PER_COMMAND * MAX_TARGETS,
        mayBeAbsent: true,
        neededWhen: 'when those triggers choose Characters',
        ids: 'card',
        meaning: 'the targets of those triggers, one after another',
      },
    ],
    meaning: 'put own auto-abilities on the stack in this order (FA5)',
  },
  {
    code: COMMAND.discard,
    name: 'discard',
    parameters: [player, cards('cards', 'cards of the hand')],
    meaning: 'discard down to 5 in the End Phase (F16)',
  },
  { code: COMMAND.concede, name: 'concede', parameters: [player], meaning: 'give up; allowed at any time' },
  {
    code: COMMAND.playLimitBreak,
    name: 'playLimitBreak',
    parameters: [
      player,
      card('card', 'a card that is face down in the Limit Break deck'),
      {
        ...cards('turned', 'the others that are turned face up as its cost'),
        ...{ capacity: LIMIT_BREAK_CARDS, mayBeAbsent: true, neededWhen: 'when its cost is above 0, as many' },
      },
      targets,
    ],
    meaning: 'extension: play a Character or cast a Summon from the Limit Break deck (CR 15.2)',
  },
];

/** Number of words of each encoded command, by code. */
export const COMMAND_LENGTH: readonly number[] = [
  0,
  ...Array.from({ length: commands.length }, (_, index) => {
    const shape = commands.find((candidate) => candidate.code === index + 1);
    return shape === undefined ? 0 : encodedLength(shape);
  }),
];
