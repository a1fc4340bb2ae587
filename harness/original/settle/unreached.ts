/** Why no probe can reach a row. */

const NO_ENTRY = 'no printed routine leads into it, so that its entry state is not known';
const FRAMES = 'it waits for frames: a recording of the cartridge shows it, a call does not';
const TABLE = 'it is a table of the image: `lockstep rom tables` reads it';

export const UNREACHED: Readonly<Record<string, string>> = {
  timePassOrder: 'the order of blocks changes nothing that a frame shows at its end',
  orderPointsLoop: NO_ENTRY,
  enemyStepFrames: FRAMES,
  skillFrames: FRAMES,
  cures: NO_ENTRY,
  trajectories: NO_ENTRY,
  specialTypes: NO_ENTRY,
  targetFacing: NO_ENTRY,
  escape: NO_ENTRY,
  afterChosenSkill: NO_ENTRY,
  emptySkillSlots:
    'it lies on the way through C1:E94B: `lockstep rom prove IMAGE --routine C1:E94B` compares the whole',
  enemySizes: TABLE,
  areaLists: TABLE,
  registerDelay: 'it is no code: `lockstep rom prove` counts results read too early',
};

export const OTHER_REASON = NO_ENTRY;
