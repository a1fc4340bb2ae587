/** FF-TCG: a game in Main 1 of A, with made-up cards. */
import { ERROR } from '../../../../../core/fftcg/errors.js';
import {
  attack,
  block,
  CARDS,
  cast,
  DECK,
  type Plain,
  pass,
  play,
  type Side,
  use,
} from '../../../../core/fftcg/helpers.js';
import type { Given, StepRemedy } from './step-row.js';

const given = (command: Plain): Given => ({ command: '', ...command });
const BOTH_PASS = [pass('A'), pass('B')].map(given);
/** From Main 1 to the choice of attackers. */
const TO_ATTACK = [...BOTH_PASS, ...BOTH_PASS];

function game(a: Side, b: Side = {}, more: object = {}): object {
  const players = [
    { id: 'A', deck: DECK, ...a },
    { id: 'B', deck: DECK, ...b },
  ];
  return { definitions: CARDS, players, phase: 'main1', ...more };
}

const discard = (...cards: string[]): Given => ({ command: 'discard', player: 'A', cards });
const breaks = (...turned: string[]): Given => ({
  command: 'playLimitBreak',
  player: 'A',
  card: 'champion',
  turned,
  targets: [],
});
const champion = { id: 'champion', kind: 'forward', power: 7000, limitBreak: 1 };

export const OF_FFTCG: readonly StepRemedy[] = [
  {
    number: ERROR.unknownId,
    setup: game({ hand: ['rock'] }),
    bad: { command: 'playCharacter', player: 'A', card: 119 },
    good: [given(play('A', 'rock'))],
  },
  {
    number: ERROR.range,
    setup: game({ hand: ['brynhildr'], field: ['rock'] }),
    bad: given(cast('A', 'brynhildr')),
    good: [given(cast('A', 'brynhildr', 'rock'))],
  },
  {
    number: ERROR.duplicateId,
    setup: game({ field: ['rock', 'stone'] }),
    before: TO_ATTACK,
    bad: given(attack('A', 'rock', 'rock')),
    good: [given(attack('A', 'rock'))],
  },
  {
    number: ERROR.phase,
    setup: game({ field: ['stone'] }),
    bad: given(attack('A', 'stone')),
    good: [...TO_ATTACK, given(attack('A', 'stone'))],
  },
  {
    number: ERROR.ended,
    setup: game({}),
    before: [{ command: 'concede', player: 'B' }],
    bad: given(pass('A')),
    good: [],
  },
  { number: ERROR.noPriority, setup: game({}), bad: given(pass('B')), good: BOTH_PASS },
  {
    number: ERROR.notTurnPlayer,
    setup: game({}, { hand: ['rock'] }),
    before: [given(pass('A'))],
    bad: given(play('B', 'rock')),
    good: [given(pass('B')), ...BOTH_PASS, given(attack('A')), ...BOTH_PASS, given(play('B', 'rock'))],
  },
  {
    number: ERROR.stackNotEmpty,
    setup: game({ hand: ['filler', 'rock'] }),
    before: [given(cast('A', 'filler'))],
    bad: given(play('A', 'rock')),
    good: [...BOTH_PASS, given(play('A', 'rock'))],
  },
  {
    number: ERROR.noLegalTarget,
    setup: game({ hand: ['brynhildr'], field: ['shop', 'rock'] }),
    bad: given(cast('A', 'brynhildr', 'shop')),
    good: [given(cast('A', 'brynhildr', 'rock'))],
  },
  {
    number: ERROR.cannotAttack,
    setup: game({ field: [{ card: 'rock', dull: true }, 'stone'] }),
    before: TO_ATTACK,
    bad: given(attack('A', 'rock')),
    good: [given(attack('A', 'stone'))],
  },
  {
    number: ERROR.badParty,
    setup: game({ field: ['rock', 'flame', 'stone'] }),
    before: TO_ATTACK,
    bad: given(attack('A', 'rock', 'flame')),
    good: [given(attack('A', 'rock', 'stone'))],
  },
  {
    number: ERROR.cannotBlock,
    setup: game({ field: ['rock'] }, { field: [{ card: 'stone', dull: true }] }),
    before: [...TO_ATTACK, given(attack('A', 'rock')), ...BOTH_PASS],
    bad: given(block('B', 'stone')),
    good: [{ command: 'declareBlock', player: 'B' }],
  },
  {
    number: ERROR.pendingChoice,
    setup: game({ hand: ['filler'], field: ['rock'] }),
    before: TO_ATTACK,
    bad: given(cast('A', 'filler')),
    good: [given(attack('A', 'rock')), given(cast('A', 'filler'))],
  },
  {
    number: ERROR.discardCount,
    setup: game({ hand: [{ card: 'filler', copies: 7 }] }, {}, { phase: 'main2' }),
    before: BOTH_PASS,
    bad: discard('filler'),
    good: [discard('filler', 'filler-7')],
  },
  {
    number: ERROR.notInHand,
    setup: game({ hand: ['stone'], field: ['rock'] }),
    bad: given(play('A', 'rock')),
    good: [given(play('A', 'stone'))],
  },
  {
    number: ERROR.stackOverflow,
    setup: game({ field: ['barret'], hand: ['filler'] }),
    before: [{ ...given(use('A', 'barret', 'hammer-blow')), repeat: 255 }],
    bad: given(cast('A', 'filler')),
    good: [...BOTH_PASS, given(cast('A', 'filler'))],
  },
  {
    number: ERROR.cannotUse,
    setup: game({ field: [{ card: 'jailer', dull: true }, { card: 'jailer', id: 'second' }, 'rock'] }),
    bad: given(use('A', 'jailer', 'jail', 'rock')),
    good: [given(use('A', 'second', 'jail', 'rock'))],
  },
  {
    number: ERROR.wrongCard,
    setup: game({ hand: ['filler'] }),
    bad: given(play('A', 'filler')),
    good: [given(cast('A', 'filler'))],
  },
  {
    number: ERROR.limitBreak,
    switches: { limitBreak: 'on' },
    setup: {
      definitions: [champion, { id: 'squire', kind: 'backup', limitBreak: 0 }],
      players: [
        { id: 'A', deck: ['barret'], limitBreak: ['champion', 'squire'] },
        { id: 'B', deck: ['barret'] },
      ],
      phase: 'main1',
    },
    bad: breaks(),
    good: [breaks('squire')],
  },
];
