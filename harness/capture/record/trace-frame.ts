/** The part of a LIVE A LIVE log's header that all recorders share. */
import { LIVE_A_LIVE } from '../../../core/live-a-live/index.js';
import { formatAddress, type Place } from '../../../rom-map/index.js';
import { rulesetHash } from '../../play/trace/ruleset.js';
import { layoutOf } from '../../play/trace/state.js';
import type { TraceHeader } from '../../play/trace/types.js';
import { DRILL_INPUTS } from './declared-cells.js';

type Common = Omit<TraceHeader, 'source' | 'from' | 'image'>;

/**
 * @param drill a log of the test ROM, whose pad word and sequence counters are fed from the
 * recording
 */
export function commonHeader(places: readonly Pick<Place, 'name' | 'address' | 'width'>[], drill: boolean): Common {
  return {
    trace: 1,
    system: LIVE_A_LIVE.id,
    systemVersion: LIVE_A_LIVE.version,
    ruleset: { name: 'cartridge', hash: rulesetHash(LIVE_A_LIVE, {}), switches: {} },
    unit: 'frame',
    setup: null,
    ...layoutOf(LIVE_A_LIVE),
    cells: places.map((place) => [place.name, formatAddress(place.address), place.width]),
    inputs: drill ? [...DRILL_INPUTS] : ['pad1'],
    sequence: drill ? { begin: 'sequenceBegin', end: 'sequenceEnd' } : null,
    masks: [],
  };
}
