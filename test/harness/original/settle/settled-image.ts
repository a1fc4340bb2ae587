/**
 * A test image in place of the cartridge: 2 MiB HiROM with the game's header, STP everywhere, and
 * at the published addresses code of our own that behaves by a setting of each switch.
 */
import { assemble } from './assemble.js';
import {
  battleStart,
  decisionStep,
  FRAME_DEFAULTS,
  type FrameSettings,
  frameLoop,
  putFormationTables,
} from './frame-image.js';

export interface ImageSettings extends FrameSettings {
  readonly idleActionPoints: number;
  readonly idleChargeFrames: string;
  readonly statusTimers: string;
  readonly onsetLevel: string;
  readonly fieldLastCell: string;
  readonly decisionPasses: number;
}

export const DEFAULTS: ImageSettings = {
  idleActionPoints: 10,
  idleChargeFrames: 'N+1',
  statusTimers: 'countDown',
  onsetLevel: 'asLabelled',
  fieldLastCell: 'suppresses',
  decisionPasses: 2,
  ...FRAME_DEFAULTS,
};

const STP = 0xdb;
const IMAGE_BYTES = 0x20_0000;

function hex(value: number, digits: number): string {
  return `$${value.toString(16).padStart(digits, '0')}`;
}

/** C1:7A42 and the points of an idle frame. */
function idleFrame(points: number): string {
  const add =
    points === 0
      ? ''
      : `rep #$20
      lda {actionPoints}
      clc
      adc #${hex(points, 4)}
      sta {actionPoints}
      sep #$20`;
  return `.at C1:7A42
    jmp idle
    .at C1:7A54
    jmp points
    .at C1:0100
    idle:
    lda {timeCode}
    bne busy
    lda {playerState}
    cmp #$80
    bne busy
    lda #$10
    sta {timeCode}
    lda #$01
    sta {timeStep}
    jmp $7A54
    busy:
    rts
    points:
    ${add}
    rts`;
}

/** C1:9357: the charge of one ally, looked at before or after it is counted down. */
function timeHalf(order: string, settings: FrameSettings): string {
  const parts = order === 'N' ? 'jsr count\njsr due' : 'jsr due\njsr count';
  return `.at C1:9357
    jmp half
    .at C1:0800
    half:
    stz $1f80
    lda {timeCode}
    lsr
    lsr
    lsr
    lsr
    sta {timeStep}
    jsr $7A42
    ${decisionStep(settings)}
    ${parts}
    lda $1f80
    beq none
    ldx #$1c00
    jmp $93C5
    none:
    rts
    due:
    lda {ally[0].skillState}
    cmp #$40
    bne notDue
    lda {ally[0].charge}
    bne notDue
    inc $1f80
    notDue:
    rts
    count:
    lda {ally[0].charge}
    cmp {timeStep}
    bcs enough
    lda {timeStep}
    enough:
    sec
    sbc {timeStep}
    sta {ally[0].charge}
    rts
    .at C1:93C5
    rts`;
}

/** A timer and the status bit that goes with it. */
function timer(cell: string, statuses: string, bit: number): string {
  const name = cell.replace(/\W/g, '');
  return `lda {${cell}}
    beq ${name}Done
    cmp {timeStep}
    bcs ${name}Enough
    lda {timeStep}
    ${name}Enough:
    sec
    sbc {timeStep}
    sta {${cell}}
    bne ${name}Done
    lda {${statuses}}
    and #${hex(bit ^ 0xff, 2)}
    sta {${statuses}}
    ${name}Done:`;
}

/** C1:20F2. */
function timePasses(timers: string): string {
  const count =
    timers === 'keep'
      ? ''
      : timer('enemy[0].timerSleep', 'enemy[0].statuses', 0x20) + timer('ally[0].timerLeg', 'ally[0].statuses', 0x02);
  return `.at C1:20F2
    jmp time
    .at C1:0300
    time:
    ${count.replaceAll('Done:', 'Done:\n')}
    rts`;
}

/** C1:CBE3: an onset, with the level change of the row or its negation. */
function displacement(onset: string): string {
  const other = onset === 'negated' ? 'beq' : 'bne';
  const change =
    onset === 'none'
      ? ''
      : `rep #$20
      and #$00ff
      asl
      asl
      asl
      clc
      adc $d50060
      tax
      sep #$20
      lda $d50002,x
      sta $1f81
      lda {species[0].type}
      and #$02
      ${other} negate
      lda $1f81
      bra apply
      negate:
      lda $1f81
      eor #$ff
      inc
      apply:
      clc
      adc {enemy[0].level}
      sta {enemy[0].level}`;
  return `.at C1:CBE3
    jmp displace
    .at C1:0400
    displace:
    lda {enemy[0].pendingAbnormality}
    and #$0f
    sta {enemy[0].abnormality}
    ${change}
    jmp $CCD6
    .at C1:CCD6
    rts`;
}

/** C1:1F06: the poison field on the grid; the last cell's loss may leave the effect out. */
function fieldFires(last: string): string {
  return `.at C1:1F06
    jmp fires
    .at C1:0500
    fires:
    lda {fieldCounter}
    inc
    sta {fieldCounter}
    stz $1f82
    ldx #$0000
    next:
    lda {fieldGrid[0]},x
    and #$e0
    cmp #$a0
    bne passed
    stz $1f82
    jsr $6150
    and #$0f
    bne passed
    inc $1f82
    lda {fieldGrid[0]},x
    and #$1f
    sta {fieldGrid[0]},x
    passed:
    inx
    cpx #$0037
    bne next
    ${last === 'suppresses' ? 'lda $1f82\nbne over' : ''}
    lda #$01
    sta {enemy[0].hitsLanded}
    lda #$10
    sta {enemy[0].singleHit}
    over:
    rts`;
}

/** C1:8E85: as many states that try a slot as there are passes of four. */
function decision(passes: number): string {
  return `.at C1:8E85
    jmp decide
    .at C1:0600
    decide:
    lda {enemy[0].aiStep}
    cmp #${hex(4 * passes, 2)}
    bcs moves
    jsr $6150
    jmp $8F06
    moves:
    jmp $8F5A
    .at C1:6150
    lda #$00
    rts`;
}

/** The game's header, with a valid checksum pair; the image is not the published one. */
function putHeader(image: Uint8Array): void {
  const title = 'LIVE A LIVE'.padEnd(21);
  for (let index = 0; index < title.length; index++) image[0xffc0 + index] = title.charCodeAt(index);
  image.set([0x31, 0x02, 0x0b, 0x03, 0x00, 0xc3, 0x00, 0xff, 0xff, 0x00, 0x00], 0xffd5);
  image.set([0xf8, 0x00], 0xffea);
  image.set([0x00, 0x80], 0xfffc);
  image[0x8000] = 0x78;
}

/** Rows of the abnormalities 1 and 2 move a level up by 5 and down by 7. */
function putTables(image: Uint8Array): void {
  const d5 = 0x15_0000;
  image.fill(0, d5, d5 + 0x200);
  image.set([0x00, 0x01], d5 + 0x60);
  image[d5 + 0x100 + 8 + 2] = 5;
  image[d5 + 0x100 + 16 + 2] = 0x100 - 7;
}

/** @param more source that is put over it */
export function imageOf(settings: Partial<ImageSettings> = {}, more = ''): Uint8Array {
  const chosen = { ...DEFAULTS, ...settings };
  const image = new Uint8Array(IMAGE_BYTES).fill(STP);
  putTables(image);
  putFormationTables(image);
  const sources = [
    idleFrame(chosen.idleActionPoints),
    timeHalf(chosen.idleChargeFrames, chosen),
    timePasses(chosen.statusTimers),
    displacement(chosen.onsetLevel),
    fieldFires(chosen.fieldLastCell),
    decision(chosen.decisionPasses),
    battleStart(chosen),
    frameLoop(chosen),
    more,
  ];
  for (const source of sources) {
    for (const [address, byte] of assemble(source)) image[address - 0xc0_0000] = byte;
  }
  putHeader(image);
  return image;
}
