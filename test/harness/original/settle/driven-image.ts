/**
 * Our own image of a battle in which the player drives an enemy: a start that waits for frames, a loop with the interrupt of every
 * frame, and a dispatch whose window waits for buttons over several frames, draws twice and writes cells. No byte of the game.
 *
 * Buttons, by the code below: Y steps in place (16 action points). A opens the window; there right moves the cursor by one, B closes
 * it, A deals `(first draw & 15) + cursor` damage to enemy 1 and writes the second draw to its order points.
 */
import { syntheticImage } from '../../files/rom/synthetic-image.js';
import { assemble } from './assemble.js';

export interface DrivenParts {
  /** Between the start's cells and its first wait. */
  readonly start: string;
  /** At the head of the interrupt. */
  readonly interrupt: string;
  /** At the head of the dispatch, before it looks at the pad. */
  readonly dispatch: string;
  /** Once A closed the window, before anything is drawn. */
  readonly confirm: string;
  /** Value of 4200: interrupts and pads. */
  readonly asks: string;
  /** Draws of a confirmed window. */
  readonly draws: number;
  /** Bits of the first draw that are damage. */
  readonly mask: string;
  /** Battle state of the driven enemy, and of the one it fights. */
  readonly driven: string;
  readonly fought: string;
}

export const DRIVEN_DEFAULTS: DrivenParts = {
  start: '',
  interrupt: '',
  dispatch: '',
  confirm: '',
  asks: '#$81',
  draws: 2,
  mask: '#$0f',
  driven: '#$20',
  fought: '#$40',
};

/** What the image's start leaves, beside the formation that the plan names. */
export const STARTING_HP = 40;
/** Work cells of the image that no table declares: the interrupt's count, and the cursor. */
const COUNT = '$1f00';
const CURSOR = '$1f02';

function start({ start: more, asks, driven, fought }: DrivenParts): string {
  return `.at C1:0000
    jmp begin
    .at C1:0740
    begin:
    lda #$40
    sta {ally[0].id}
    sta {ally[0].state}
    lda ${driven}
    sta {enemy[0].state}
    lda ${fought}
    sta {enemy[1].state}
    lda #$80
    sta {enemy[2].state}
    lda #$28
    sta {enemy[1].hp}
    lda #$00
    sta {enemy[1].hp}+$1
    sta {playerState}
    sta {allyActionFlags}
    sta {enemyActionFlags}
    sta {actionPoints}+$1
    lda #$5c
    sta $00f8
    lda #$6c
    sta $00f9
    lda #$85
    sta $00fa
    lda #$c1
    sta $00fb
    ${more}
    lda ${asks}
    sta $4200
    jsr frame
    jmp $0261`;
}

const LOOP = `.at C1:0261
    jsr $9480
    jmp around
    .at C1:0820
    around:
    jsr frame
    jsr $8AD8
    jsr $9357
    jmp $0261
    frame:
    stz ${COUNT}
    notYet:
    wai
    lda ${COUNT}
    beq notYet
    rts
    .at C1:8AD8
    reading:
    lda $4212
    and #$01
    bne reading
    lda $4218
    sta $0344
    lda $4219
    sta $0345
    rts
    .at C1:9357
    stz {timeCode}
    rts`;

function dispatch({ dispatch: more, confirm, draws, mask }: DrivenParts): string {
  return `.at C1:6150
    inc {battleGenerator.a0}
    lda {battleGenerator.a0}
    rts
    .at C1:9480
    lda {playerState}
    and #$ef
    bne refused
    jmp $948D
    refused:
    rts
    .at C1:948D
    ${more}
    lda $0344
    and #$80
    bne window
    lda $0345
    and #$40
    bne inPlace
    rts
    inPlace:
    lda {actionPoints}
    clc
    adc #$10
    sta {actionPoints}
    jmp released
    window:
    stz ${CURSOR}
    jsr released
    choose:
    jsr frame
    jsr $8AD8
    lda $0344
    and #$80
    bne chosen
    lda $0345
    bpl noB
    jmp released
    noB:
    and #$01
    beq choose
    inc ${CURSOR}
    jsr released
    bra choose
    chosen:
    jsr released
    ${confirm}
    jsr $6150
    and ${mask}
    clc
    adc ${CURSOR}
    sta $1f04
    lda {enemy[1].hp}
    sec
    sbc $1f04
    bcs alive
    lda #$00
    alive:
    sta {enemy[1].hp}
    bne stays
    sta {enemy[1].state}
    stays:
    ${draws > 1 ? 'jsr $6150' : ''}
    sta {enemy[1].orderPoints}
    rts
    released:
    jsr frame
    jsr $8AD8
    lda $0344
    bne released
    lda $0345
    bne released
    rts`;
}

export function drivenImage(change: Partial<DrivenParts> = {}): Uint8Array {
  const parts = { ...DRIVEN_DEFAULTS, ...change };
  const image = syntheticImage();
  const interrupt = `.at C1:856C\n${parts.interrupt}\ninc ${COUNT}\nrti`;
  const code = [start(parts), LOOP, dispatch(parts), interrupt].join('\n');
  for (const [address, byte] of assemble(code)) image[address - 0xc0_0000] = byte;
  // the interrupt of a frame goes to the jump that stands at 00F8
  image.set([0xf8, 0x00], 0xffea);
  return image;
}
