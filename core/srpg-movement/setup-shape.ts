/**
 * The form of a setup as it is published. Source: the readers in `setup.ts` and `ground.ts`, which
 * are stricter where fields depend on one another.
 */
import {
  type FieldShape,
  FLAG,
  integerShape,
  listShape,
  optional,
  required,
  type TableShape,
  TEXT,
  tableShape,
  type ValueShape,
  wordShape,
} from '../system/data-shape.js';
import { INT8, type Span, UINT8, UINT16 } from '../system/plain-data.js';
import { NEVER_WORD } from './cells.js';
import { FORBIDDEN, MAX_MOVE } from './reach.js';

const BYTE = integerShape(UINT8);
const WORD = integerShape(UINT16);
const NEVER: ValueShape = wordShape([NEVER_WORD]);
const cost = (span: Span): ValueShape => ({ is: 'either', forms: [integerShape(span), NEVER] });

const UNIT: readonly FieldShape[] = [
  optional('id', TEXT, 'what commands call it', 'its name, else `unit` and its number'),
  optional('name', TEXT, 'S12: what is printed', 'its id'),
  optional('x', BYTE, 'column', '0'),
  optional('y', BYTE, 'row', '0'),
  optional('move', integerShape([0, MAX_MOVE]), 'S12: movement of a turn', '4'),
  optional('added', FLAG, 'S11: on the map from the start', '`true`'),
  optional('side', integerShape([0, 7]), 'whose it is', '0'),
  optional('movementType', TEXT, 'SE3: a row of movementTypes', 'the costs of grounds'),
  optional('skirmisher', FLAG, 'SE4: no zone of control stops it', '`false`'),
  optional('minRange', BYTE, 'SE1: nearest distance that it strikes at', '1, or 0 without a maxRange'),
  optional('maxRange', BYTE, 'SE1: farthest distance that it strikes at; 0: it does not', '0'),
  optional('hp', integerShape([1, UINT16[1]]), 'SE1: HP', '1'),
  optional('attack', WORD, 'SE1: for the switch damage', '0'),
  optional('defence', WORD, 'SE1: for the switch damage', '0'),
  optional('weight', WORD, 'SE2: waiting time after a turn; not 0 with turnOrder wait', '0'),
  optional('intellect', BYTE, 'SE2: order points begin at 256 less this, 0 at 0', '0'),
  optional('attackDecrease', BYTE, 'SE2: order points that a strike costs', '0'),
  optional('damageConstant', BYTE, 'SE2: order points for each sixteenth of HP lost', '0'),
  optional('idleIncrease', integerShape(INT8), 'SE2: order points that time brings', '0'),
];

export const SETUP_SHAPE: TableShape = tableShape([
  required('map', listShape(listShape(BYTE, 256), 256), 'S8: rows of ground types, all of one length'),
  required('grounds', { is: 'entries', of: cost([-1, MAX_MOVE]) }, 'S7: cost of each ground type; `never` forbids it'),
  optional(
    'movementTypes',
    { is: 'entries', of: { is: 'entries', of: cost([0, FORBIDDEN]) } },
    'SE3: for each type the cost of every ground; `never` forbids it',
    'none',
  ),
  optional('groundDefence', { is: 'entries', of: BYTE }, 'SE1: what a ground takes off the damage', 'nothing'),
  optional('units', listShape(tableShape(UNIT), 255), 'the units, at most 64 with order points', 'none'),
  optional(
    'transcript',
    integerShape([0, 0xfffc]),
    'S18: bytes of printed text that are kept',
    'as many as the commands of the plan print at most',
  ),
  optional('pathCapacity', WORD, 'SE4: squares of a way that are kept', 'the whole map, 255 at most'),
]);
