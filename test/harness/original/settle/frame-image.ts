/**
 * Parts of the test image that take frames: a battle's start, its loop with the interrupt of every
 * frame, the two halves of a frame, and which of them draws for places or writes 03F0.
 */

export interface FrameSettings {
  /** Draws for each enemy that may start off, made by the code that enters them or around it. */
  readonly startOffset: number;
  readonly startDrawsIn: 'entry' | 'start';
  readonly decisionInput: string;
  /** What writes 03F0 in a decision. */
  readonly decisionWriter: 'half' | 'loop' | 'nothing';
}

export const FRAME_DEFAULTS: FrameSettings = {
  startOffset: 0,
  startDrawsIn: 'start',
  decisionInput: 'everyFrame',
  decisionWriter: 'half',
};

/** The formations 0, 1 and 2 of the image have as many enemies that may start off. */
function drawsForPlaces(draws: number): string {
  return `ldx {formationNumber}
    beq placesDone
    anEnemy:
    ${'jsr $6150\n'.repeat(draws)}
    dex
    bne anEnemy
    placesDone:`;
}

/** C1:F5FB enters enemies; C1:0000 is the start, with a draw of its own and a frame of waiting. */
export function battleStart({ startOffset, startDrawsIn }: FrameSettings): string {
  const draws = drawsForPlaces(startOffset);
  return `.at C1:F5FB
    jmp enters
    .at C1:0700
    enters:
    ${startDrawsIn === 'entry' ? draws : ''}
    rts
    .at C1:0000
    jmp start
    .at C1:0740
    start:
    jsr $6150
    ${startDrawsIn === 'start' ? draws : ''}
    jsr $F5FB
    inBlank:
    lda $004212
    bpl inBlank
    jmp $0261`;
}

/** 03F0 by the step of the decision that stands next. */
function writer(decisionInput: string): string {
  if (decisionInput === 'everyFrame') return 'stz {playerState}';
  return `lda {enemy[0].aiStep}
    cmp #$04
    bcs second
    lda #$ff
    bra write
    second:
    lda #$00
    write:
    sta {playerState}`;
}

/** Part of C1:9357 in an enemy's turn: one step of its decision. */
export function decisionStep({ decisionInput, decisionWriter }: FrameSettings): string {
  return `lda {actionPoints}+$1
    beq noTurn
    lda {turnFlag}
    beq noTurn
    lda {enemy[0].aiStep}
    inc
    sta {enemy[0].aiStep}
    ${decisionWriter === 'half' ? writer(decisionInput) : ''}
    noTurn:`;
}

/** C1:9480, the loop round its call at C1:0261, and the interrupt that the loop waits for. */
export function frameLoop({ decisionInput, decisionWriter }: FrameSettings): string {
  return `.at C1:9480
    lda {playerState}
    and #$ef
    bne refused
    jmp $948D
    refused:
    rts
    .at C1:948D
    rts
    .at C1:0261
    jsr $9480
    jmp loop
    .at C1:0780
    loop:
    wai
    jsr $9357
    ${decisionWriter === 'loop' ? writer(decisionInput) : ''}
    jmp $0261
    .at C1:856C
    rti`;
}

/** Formations 0 to 2: one enemy with a type, one without, two without. */
export function putFormationTables(image: Uint8Array): void {
  const d5 = 0x15_0000;
  const d6 = 0x16_0000;
  image.fill(0, d6, d6 + 0x400);
  image.set([0x00, 0x02], d5 + 0x10);
  image.fill(0, d5 + 0x200, d5 + 0x280);
  image[d5 + 0x200 + 15] = 1;
  image.set([0x00, 0x01], d6 + 0x20);
  const formations = [
    [[0, 0]],
    [[1, 0]],
    [
      [1, 0],
      [1, 0x24],
    ],
  ];
  formations.forEach((enemies, number) => {
    const head = 0x300 + 0x10 * number;
    image.set([head & 0xff, head >> 8], d6 + 0x100 + 2 * number);
    image.set([0, 0, 0x2d, 0x3f, 0x3f, 0x3f, enemies.length, ...enemies.flat()], d6 + head);
  });
  // every other formation is without enemies
  for (let number = formations.length; number < 256; number++) image.set([0x80, 0x03], d6 + 0x100 + 2 * number);
}
