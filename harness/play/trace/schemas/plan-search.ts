/** The `[search]` table of a plan: what a search may do, aims at, must keep, and counts. */
import { cellConditions, count, text } from './parts.js';

const weight = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const move = { type: 'object', required: ['command'], properties: { command: text } };

export const searchSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['moves'],
  properties: {
    /**
     * The step, or the number of commands, after which the routes begin; by default the plan's end.
     */
    after: { anyOf: [text, count] },
    cost: {
      anyOf: [
        { enum: ['actions', 'frames'] },
        {
          type: 'object',
          additionalProperties: false,
          minProperties: 1,
          properties: {
            frames: weight,
            actions: weight,
            allyActions: weight,
            enemyActions: weight,
            presses: weight,
            waits: weight,
          },
        },
      ],
    },
    moves: { type: 'array', minItems: 1, items: move },
    enemies: { enum: ['own', 'any', 'worst', 'script'] },
    enemyMoves: { type: 'array', minItems: 1, items: move },
    routes: { type: 'integer', minimum: 1, maximum: 100 },
    /**
     * States in each layer of the beam, which looks for a route where the exact search found none.
     */
    beam: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    /** Maximum number of outcomes that draws make of a move, where the worst outcome counts. */
    outcomes: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    /**
     * Looks for the policy that reaches the goal as often as can be, or whose end has the highest
     * expected value.
     */
    maximise: { enum: ['chance', 'value'] },
    /** Cells that make up the value, with their weights. */
    value: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'integer', minimum: -1_000_000, maximum: 1_000_000 },
    },
    /**
     * What is left to luck: every draw, the seed of a first battle, the generator's state on its
     * cycles, or the faces of dice.
     */
    luck: { enum: ['draws', 'seeds', 'cycles', 'dice'] },
    /**
     * The start as a choice: up to so many frames waited before the first command, or passed on the
     * map before a first battle.
     */
    start: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
      properties: {
        waits: { type: 'integer', minimum: 1, maximum: 65_535 },
        mapFrames: { type: 'integer', minimum: 1, maximum: 65_535 },
      },
    },
    goal: cellConditions,
    /** The required last move of a route. */
    last: text,
    keep: cellConditions,
    limits: {
      type: 'object',
      additionalProperties: false,
      properties: {
        cost: count,
        frames: count,
        actions: count,
        allyActions: count,
        enemyActions: count,
        presses: count,
        waits: count,
        nodes: count,
      },
    },
    /** Numbers of the enemies that must not act. */
    never: { type: 'array', minItems: 1, items: { type: 'integer', minimum: 0, maximum: 14 } },
  },
};
