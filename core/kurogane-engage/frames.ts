/**
 * The frames of page 25: build points, actions, HP, armour, movement and slots. Source: seed 003's
 * wiki (extension).
 */

export interface Frame {
  readonly cost: number;
  readonly actions: number;
  readonly hp: number;
  readonly arm: number;
  readonly mv: number;
  readonly slots: number;
}

export const FRAMES: Readonly<Record<string, Frame>> = {
  standard: { cost: 25, actions: 1, hp: 3, arm: 8, mv: 2, slots: 3 },
  large: { cost: 45, actions: 1, hp: 4, arm: 10, mv: 2, slots: 4 },
  'high-mobility-standard': { cost: 30, actions: 1, hp: 3, arm: 7, mv: 3, slots: 2 },
  'high-mobility-large': { cost: 50, actions: 1, hp: 4, arm: 9, mv: 3, slots: 3 },
};
