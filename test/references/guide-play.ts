/** States of the guide’s reference with Takahara and Namcat, and commands played on them. */
import { expect } from 'vitest';
import {
  type AbnormalityRow,
  applyGuide,
  createGuide,
  type GuideCommand,
  type GuideSetup,
  type GuideState,
  type GuideSwitches,
  type UnitSetup,
} from './guide.js';
import { RuleReferenceError } from './reference-error.js';

/**
 * Made up so that every kind and every column tell apart; the real table comes with a cartridge.
 */
const table: AbnormalityRow[] = Array.from({ length: 16 }, (_, kind) => ({
  onsetModifier: 20 + kind,
  damageConstant: kind === 4 ? 1 : 2 + kind,
  nonAttackIncrement: kind === 8 ? -3 : 1 + kind,
  attackDecrement: 40 + kind,
}));

export const takahara: UnitSetup = { speed: 31, iq: 20, hp: 100, maxHp: 100 };

export const namcat: UnitSetup = { speed: 60, iq: 30, hp: 160, maxHp: 160 };

export function battle(setup: Partial<GuideSetup> = {}, ap = 0): GuideState {
  const state = createGuide({ allies: [takahara], enemies: [namcat], abnormalities: table, ...setup });
  return { ...state, ap };
}

export function play(state: GuideState, ...commands: GuideCommand[]): GuideState {
  return commands.reduce((current, command) => applyGuide(current, command).state, state);
}

export function codeOf(state: GuideState, command: GuideCommand): string {
  const before = structuredClone(state);
  try {
    applyGuide(state, command);
  } catch (error) {
    expect(state).toEqual(before);
    if (error instanceof RuleReferenceError) return error.code;
    throw error;
  }
  return 'accepted';
}

export const move: GuideCommand = { kind: 'allyMove', unit: 0 };

export const skill: GuideCommand = { kind: 'allySkill', unit: 0, skill: { charge: 0 } };

export const charged: GuideCommand = { kind: 'allySkill', unit: 0, skill: { charge: 16 } };

export const frames = (n: number): GuideCommand => ({ kind: 'tickFrames', n, reason: 'idle' });

export const withSwitches = (switches: Partial<GuideSwitches>) => ({ switches });
