/** M, X, DB and D followed through the flow of small programs; expected widths are worked out by hand beside each. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryState } from '../../../../harness/original/disassembly/flow-state.js';
import { AT_ENTRY, list, UNKNOWN } from './small-code.js';

describe('widths', () => {
  test('REP and SEP set them, for the bits that they name', () => {
    expect(list('C2 20 A9 34 12 E2 30 A9 12 A2 34 C2 10 A2 34 12 60').lines).toEqual([
      '8000 m8 x16 REP #$20',
      '8002 m16 x16 LDA #$1234',
      '8005 m16 x16 SEP #$30',
      '8007 m8 x8 LDA #$12',
      '8009 m8 x8 LDX #$34',
      '800B m8 x8 REP #$10',
      '800D m8 x16 LDX #$1234',
      '8010 m8 x16 RTS',
    ]);
  });

  test('PLP gives back what PHP pushed, below other pushes', () => {
    const { lines } = list('08 C2 20 48 DA FA 68 28 A9 01 60');
    expect(lines.slice(-3)).toEqual(['8007 m16 x16 PLP', '8008 m8 x16 LDA #$01', '800A m8 x16 RTS']);
  });

  test('PLP of a constant that was pushed takes its bits: 30h = both 8 bits', () => {
    expect(list('A9 30 48 28 A2 01 60').lines.at(-2)).toBe('8004 m8 x8 LDX #$01');
  });

  test('PLP of something unseen: both are no longer known, with a note there and at the next number', () => {
    const { lines, notes } = list('28 A9 01 A2 02 00 60');
    expect(lines).toEqual([
      '8000 m8 x16 PLP',
      '8001 m8? x16? LDA #$01',
      '8003 m8? x16? LDX #$0002',
      '8006 m8? x16? RTS',
    ]);
    expect(notes(0x8000)).toEqual([
      'pulls a status that was not seen being pushed: the widths behind it are not known',
    ]);
    expect(notes(0x8001)).toEqual(['the width of A is not known: 8 bits assumed']);
    expect(notes(0x8003)).toEqual(['the width of X and Y is not known: 16 bits assumed']);
    expect(notes(0x8006)).toEqual([]);
  });

  test('a SEP makes an unknown width known again', () => {
    expect(list('28 E2 20 A9 01 60').lines.slice(2)).toEqual(['8003 m8 x16? LDA #$01', '8005 m8 x16? RTS']);
  });

  test('from reset: CLC XCE leads into native mode, where REP works; before it does not', () => {
    const state = entryState({ m: 1, x: 1, e: 1, direct: 0, dataBank: 0 });
    expect(list('C2 30 A9 01 18 FB A9 01 C2 30 A9 01 00 60', { state }).lines).toEqual([
      '8000 m8 x8 REP #$30',
      '8002 m8 x8 LDA #$01',
      '8004 m8 x8 CLC',
      '8005 m8 x8 XCE',
      '8006 m8 x8 LDA #$01',
      '8008 m8 x8 REP #$30',
      '800A m16 x16 LDA #$0001',
      '800D m16 x16 RTS',
    ]);
  });

  test('SEC XCE makes both 8 bits; with an unknown carry they are not known', () => {
    expect(list('C2 30 38 FB A9 01 60').lines[3]).toBe('8004 m8 x8 LDA #$01');
    expect(list('C2 30 4A FB A9 01 00 60').lines[3]).toBe('8004 m16? x16? LDA #$0001');
  });

  test('nothing known at the start: both are marked until something sets them', () => {
    expect(list('A9 01 E2 20 A9 01 60', { state: UNKNOWN }).lines).toEqual([
      '8000 m8? x16? LDA #$01',
      '8002 m8? x16? SEP #$20',
      '8004 m8 x16? LDA #$01',
      '8006 m8 x16? RTS',
    ]);
  });
});

describe('branches', () => {
  test('both ways are listed, with the widths of each', () => {
    // BEQ over REP #$20 LDA #$1234 RTS
    expect(list('F0 06 C2 20 A9 34 12 60 A9 01 60').lines).toEqual([
      '8000 m8 x16 BEQ $8008',
      '8002 m8 x16 REP #$20',
      '8004 m16 x16 LDA #$1234',
      '8007 m16 x16 RTS',
      '8008 m8 x16 LDA #$01',
      '800A m8 x16 RTS',
    ]);
  });

  test('where ways with other widths meet, the width is not known, and the note names where the other comes from', () => {
    // BEQ to 8004, else REP #$20 before it
    const { lines, notes } = list('F0 02 C2 20 A9 01 00 60');
    expect(lines[2]).toMatch(/^8004 m(8|16)\? x16 LDA/);
    expect(notes(0x8004)[1]).toMatch(/^other widths come from 00:800[02]$/);
  });

  test('a loop keeps its widths; a push in a loop ends', () => {
    expect(list('C2 20 3A 48 D0 FC 60').lines).toEqual([
      '8000 m8 x16 REP #$20',
      '8002 m16 x16 DEC A',
      '8003 m16 x16 PHA',
      '8004 m16 x16 BNE $8002',
      '8006 m16 x16 RTS',
    ]);
  });

  test('bytes that nothing leads to are left out and counted; targets are marked', () => {
    const { text, listing } = list('80 03 FF FF FF 60');
    expect(listing.lines.map((line) => line.gap)).toEqual([0, 3]);
    expect(text).toContain('  ... 3 bytes not reached\n> 00:8005  60 ');
  });

  test('a branch into an instruction: both are listed, and the overlap is said', () => {
    // BEQ 8003; LDX #$60EA, into whose operand it leads
    const { lines, text } = list('F0 01 A2 EA 60 60');
    expect(lines).toEqual([
      '8000 m8 x16 BEQ $8003',
      '8002 m8 x16 LDX #$60EA',
      '8003 m8 x16 NOP',
      '8004 m8 x16 RTS',
      '8005 m8 x16 RTS',
    ]);
    expect(text).toContain('  ... overlaps the line above by 2 bytes');
  });
});

describe('calls', () => {
  test('what the called routine leaves holds behind the call', () => {
    const { lines } = list({ 32768: '20 00 90 A9 34 12 60', 36864: 'C2 20 60' });
    expect(lines[1]).toBe('8003 m16 x16 LDA #$1234');
  });

  test('a routine that saves the status leaves it; JSL as well, through calls within', () => {
    const { lines } = list({ 32768: '22 00 90 80 A9 01 60', 36864: '08 20 00 91 28 6B', 37120: 'C2 30 60' });
    expect(lines[1]).toBe('8004 m8 x16 LDA #$01');
  });

  test('returns with two widths: not known', () => {
    const { lines } = list({ 32768: '20 00 90 A9 01 60', 36864: 'F0 02 C2 20 60' });
    expect(lines[1]).toMatch(/^8003 m(8|16)\? x16 LDA/);
  });

  test('a routine without a return, or with a pointer in it: not known, with the reason', () => {
    expect(list({ 32768: '20 00 90 A9 01 60', 36864: '80 FE' }).notes(0x8000)).toEqual([
      'no return of 00:9000 was found: the widths behind the call are not known',
    ]);
    const pointed = list({ 32768: '20 00 90 A9 01 60', 36864: 'F0 01 60 6C 00 10' });
    expect(pointed.notes(0x8000)).toEqual([
      '00:9000 cannot be followed at 00:9003: the widths behind the call are not known',
    ]);
    expect(pointed.lines[1]).toBe('8003 m8? x16? LDA #$01');
  });

  test('a call by table: not known', () => {
    const { notes, names, lines } = list('FC 00 90 A9 01 60');
    expect(notes(0x8000)).toEqual(['the called routine is taken from a table: the widths behind it are not known']);
    expect(names(0x8000)).toBe('jump table');
    expect(lines[1]).toBe('8003 m8? x16? LDA #$01');
  });

  test('a routine that calls itself is followed to its return', () => {
    const { lines } = list({ 32768: '20 00 90 A9 01 60', 36864: 'F0 03 20 00 90 60' });
    expect(lines[1]).toBe('8003 m8 x16 LDA #$01');
  });

  test('a routine that stops for good where it cannot return leaves the widths alone', () => {
    const { lines } = list({ 32768: '20 00 90 A9 01 60', 36864: 'F0 01 60 DB' });
    expect(lines[1]).toBe('8003 m8 x16 LDA #$01');
  });
});

describe('where a listing ends', () => {
  test.each([
    ['RTS', '60'],
    ['RTL', '6B'],
    ['RTI', '40'],
    ['STP', 'DB'],
  ])('%s ends it where nothing else leads on', (name, byte) => {
    expect(list(`EA ${byte} EA EA`).lines).toEqual(['8000 m8 x16 NOP', `8001 m8 x16 ${name}`]);
  });

  test('a jump away ends it and says where it goes on; a jump into what is listed does not', () => {
    const away = list('4C 00 90', {}, [{ entry: 0x9000, routine: '', name: 'over-there' }]);
    expect(away.lines).toEqual(['8000 m8 x16 JMP $9000']);
    expect(away.names(0x8000)).toBe('over-there');
    expect(away.text).toContain('goes on at 00:9000 over-there from 00:8000: a jump away');
    // BEQ 8008; NOP; JMP 8007 | 8006 STP, 8007 not listed before | 8008 RTS
    const inside = list('F0 06 EA 4C 07 80 DB EA 60');
    expect(inside.lines.slice(-2)).toEqual(['8007 m8 x16 NOP', '8008 m8 x16 RTS']);
    expect(inside.listing.open).toEqual([]);
  });

  test('a pointer, BRK and the end of the ROM are said', () => {
    expect(list('6C 00 10').notes(0x8000)).toEqual(['goes on where the pointer says']);
    expect(list('7C 00 90').names(0x8000)).toBe('jump table');
    expect(list('00 00').notes(0x8000)).toEqual(['an interrupt ends or begins here']);
    const over = list('4C 00 10');
    expect(over.text).toContain('goes on at 00:1000');
    expect(list('80 80').text).toContain('goes on at 00:7F82 from 00:8000: no ROM answers there');
  });

  test('--instructions and --end stop the listing, and the text says where it goes on', () => {
    const most = list('EA EA EA EA 60', { instructions: 3 });
    expect(most.lines.length).toBe(3);
    expect(most.text).toContain('goes on at 00:8003 from 00:8002: past the number of instructions');
    const end = list('EA EA EA EA 60', { end: 0x8001 });
    expect(end.lines.length).toBe(2);
    expect(end.text).toContain('goes on at 00:8002 from 00:8001: past the end that was asked for');
  });
});

describe('names', () => {
  test('absolute addresses by DB, direct page by D, long ones by themselves', () => {
    // actionPoints stands at 7E:03AE
    expect(list('AD AE 03 60').names(0x8000)).toBe('actionPoints');
    expect(list('AD AF 03 60').names(0x8000)).toBe('actionPoints+1');
    expect(list('AF AE 03 7E 60').names(0x8000)).toBe('actionPoints');
    const direct = { state: { ...AT_ENTRY, direct: 0x0300 } };
    expect(list('A5 AE 60', direct).names(0x8000)).toBe('actionPoints');
    expect(list('A5 AE 60').names(0x8000)).toBe('');
    expect(list('8D 02 42 60', { state: { ...AT_ENTRY, dataBank: 0 } }).names(0x8000)).toBe('WRMPYA');
    expect(list('8D 02 42 60').names(0x8000)).toBe('');
    expect(list('8F 4A 43 00 60').names(0x8000)).toBe('NTRL4');
  });

  test('an unknown DB: low work RAM has its name, the rest a question mark', () => {
    const state = { ...AT_ENTRY, dataBank: -1 };
    expect(list('AD AE 03 60', { state }).names(0x8000)).toBe('actionPoints');
    expect(list('AD F0 FE 60', { state }).names(0x8000)).toBe('battleTimer?');
  });

  test.each([
    ['LDA #$00 PHA PLB', 'A9 00 48 AB 8D 02 42 60', 0x8004, 'WRMPYA'],
    ['PHK PLB', '4B AB 8D 02 42 60', 0x8002, 'WRMPYA'],
    ['PEA 7E00, PLB', 'F4 00 7E AB 8D 02 42 60', 0x8004, 'WRMPYA'],
    ['PEA 7E00, PLB PLB', 'F4 00 7E AB AB AD AE 03 60', 0x8005, 'actionPoints'],
    ['PHB, PLB of another, PLB', '8B 4B AB AB AD F0 FE 60', 0x8004, 'battleTimer'],
    ['MVN to bank 00', '54 00 7E 8D 02 42 60', 0x8003, 'WRMPYA'],
    ['LDA #$0300 TCD', 'C2 20 A9 00 03 5B A5 AE 60', 0x8006, 'actionPoints'],
    ['PEA 0300 PLD', 'F4 00 03 2B A5 AE 60', 0x8004, 'actionPoints'],
    ['PHD, TCD, PLD', '0B C2 20 A9 00 10 5B 2B A5 30 60', 0x8008, 'multiplyFactorA'],
    ['LDA $10 TCD: D is not known', 'C2 20 A5 10 5B A5 AE 60', 0x8005, ''],
    ['XBA brings the low byte up', 'A9 03 EB A9 00 5B A5 AE 60', 0x8006, 'actionPoints'],
  ])('a pulled or moved bank or base names what the next instruction touches: %s', (_title, bytes, address, name) => {
    expect(list(bytes).names(address)).toBe(name);
  });

  test('a base with an index is a field of a block, or what stands there', () => {
    // orderPoints of an enemy at ACn4, blocks from 1B00 on: base AC04 - 1B00
    expect(list('BD 04 91 60').names(0x8000)).toBe('enemy.orderPoints');
    expect(list('B9 10 90 60').names(0x8000)).toMatch(/activeSkill\[0\]/);
    expect(list('AD 10 90 60').names(0x8000)).toBe('activeSkill[0]');
  });

  test('routines have their names where they begin and where they are called', () => {
    const routine = { entry: 0x9000, routine: 'C1:1C02', name: 'order-points-idle' };
    const { text } = list({ 32768: '20 00 90 22 00 90 80 60' }, {}, [
      routine,
      { ...routine, entry: 0x8000, name: 'caller' },
    ]);
    expect(text).toMatch(/^C1:1C02 caller:\n/);
    expect(text.match(/; C1:1C02 order-points-idle/g)?.length).toBe(2);
  });
});

test('any bytes give a listing within its limits, in the order of addresses', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 400 }),
      fc.integer({ min: 1, max: 60 }),
      (bytes, instructions) => {
        const text = [...bytes].map((byte) => byte.toString(16)).join(' ');
        const { listing } = list(text, { instructions });
        const addresses = listing.lines.map((line) => line.address);
        expect(addresses.length).toBeLessThanOrEqual(instructions);
        expect(addresses).toEqual([...new Set(addresses)].sort((a, b) => a - b));
      },
    ),
    { numRuns: 300 },
  );
});
