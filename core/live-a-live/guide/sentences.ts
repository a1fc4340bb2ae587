/** Sentences of what a step of the guide reports. */
import type { Narration } from '../../system/system.js';
import { narrationOfEvents } from '../../system/tell-events.js';
import { GUIDE_EVENTS } from './commands.js';

/** By the event's name. */
const TEMPLATES: Readonly<Record<string, string>> = {
  skillEmitted: '{unit} uses its skill',
  orderHeld: 'order points of enemy {enemy} are held, they would be {exact}',
  'THRESHOLD-255': 'the action points reach 255',
  chargeNotMultipleOf16: 'a charge of {charge} is no multiple of 16',
  enemyChosen: 'enemy {enemy} acts next',
};

export const GUIDE_NARRATION: Narration = narrationOfEvents({ events: GUIDE_EVENTS, templates: TEMPLATES });
