/** Planted faults in the battle image: bytes that are changed in memory, and the routine that has to show it. */
import type { Fault } from './faults.js';

export const BATTLE_FAULTS: readonly Fault[] = [
  { what: 'a branch of the push the other way', at: 0xa3e2, from: [0xd0], to: [0xf0], routine: 'knockback-all' },
  { what: 'two bits of a kind of damage are one', at: 0x9963, from: [0x03], to: [0x02], routine: 'damage-to-enemy' },
  { what: 'a lost write of the hit', at: 0x9956, from: [0x8d], to: [0xad], routine: 'damage-to-enemy' },
  { what: 'a lost mark of the ally', at: 0x9633, from: [0x9d], to: [0xbd], routine: 'ally-correction' },
  { what: 'a driver at 65', at: 0x9811, from: [0x40], to: [0x41], routine: 'driven-enemy-hits' },
  { what: 'a carry into healing', at: 0x9adc, from: [0x18], to: [0x38], routine: 'enemy-heal-apply' },
  { what: 'the limit of HP the other way', at: 0x9aeb, from: [0x90], to: [0xb0], routine: 'enemy-heal-apply' },
  { what: 'a mask of the status', at: 0x9c79, from: [0x03], to: [0x02], routine: 'status-infliction' },
  { what: 'the wrong exit', at: 0x9a83, from: [0x01], to: [0x00], routine: 'enemy-total' },
];
