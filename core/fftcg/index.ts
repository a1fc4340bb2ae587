/**
 * FF-TCG timing: phases, the four attack steps, priority with the count of passes, the stack,
 * auto-abilities, EX Burst. Source: seed 001, a developer's post of March 2011 that calls itself
 * provisional; where it is silent the Comprehensive Rules 3.3 decide, by switches. Costs in CP,
 * deck building and card texts are not part of it.
 */
import type { DeclaredSystem } from '../declared/declared.js';
import { turnsOnly } from '../system/system.js';
import { createBattle, gameOf } from './battle.js';
import { commands } from './commands.js';
import { ERRORS } from './errors.js';
import { EVENTS } from './events.js';
import {
  actingSide,
  GAUGES,
  ledgerOfGame,
  NOBODYS_TURN,
  panelsOfGame,
  tableOfGame,
  turnPlayer,
  unitViews,
} from './panels.js';
import { predictGame, windowOfGame } from './predict.js';
import { printGame } from './print.js';
import { NARRATION } from './sentences.js';
import { createGame, SETUP_SHAPE } from './setup.js';

import { readSwitches, switches } from './switches.js';
import { TERMS } from './words.js';

export const fftcg: DeclaredSystem<'fftcg'> = {
  id: 'fftcg',
  version: 1,
  title: 'FF-TCG: phases, priority and the stack',
  unit: 'command',
  commands,
  events: EVENTS.shapes,
  errors: ERRORS.shapes,
  switches,
  narration: NARRATION,
  setupShape: SETUP_SHAPE,
  terms: TERMS,
  capabilities: {
    actions: turnsOnly((battle) => {
      const game = gameOf(battle);
      return game === undefined ? NOBODYS_TURN : actingSide(game);
    }),
    views: {
      print: (battle) => {
        const game = gameOf(battle);
        return game === undefined ? '' : printGame(game);
      },
      predict: (battle, language) => {
        const game = gameOf(battle);
        return game === undefined ? [] : predictGame(game, battle, language);
      },
      window: (battle) => {
        const game = gameOf(battle);
        return game === undefined ? [] : windowOfGame(game, battle);
      },
      panels: (battle) => {
        const game = gameOf(battle);
        return game === undefined ? [] : panelsOfGame(game);
      },
      table: (battle) => {
        const game = gameOf(battle);
        return game === undefined ? { steps: [], step: -1, places: [] } : tableOfGame(game);
      },
      ledger: (battle) => {
        const game = gameOf(battle);
        return game === undefined ? [] : ledgerOfGame(game);
      },
      overview: {
        gauges: GAUGES,
        units: (battle) => {
          const game = gameOf(battle);
          return game === undefined ? [] : unitViews(game);
        },
        sides: (battle) => gameOf(battle)?.playerIds ?? [],
        turn: (battle) => {
          const game = gameOf(battle);
          return game === undefined ? -1 : turnPlayer(game);
        },
      },
    },
  },
  create: (setup, given) => createBattle(createGame(setup, readSwitches(given))),
};

export type {
  AbilityKind,
  CardKind,
  CostName,
  EffectKind,
  KeywordName,
  PlainAbility,
  PlainCard,
  PlainEffect,
  Scope,
  TriggerName,
} from './cards.js';
export { SEED_CARDS } from './cards.js';
export { SAMPLE_CARDS, sampleSetup } from './sample.js';
export { type Choose, createSelfPlay, type SelfPlay } from './selfplay.js';
export { PENDING, PHASE, RIGHT, STEP, TIMING, type TimingRow } from './timing.js';
