/**
 * C1:CBA6 of the test image: an attack on an ally less his defence, by the rules, or with one of
 * these changes.
 */

export interface DefenceChange {
  /** How often the defence is halved where a quarter counts. */
  readonly quarterShift?: number;
  readonly hasDefence?: boolean;
  /** Low nibble of 0377 for which no defence counts. */
  readonly without?: number;
}

/** Product, share of the defence, half for an evaded attribute, cap, HP. */
export function allyDamage({ quarterShift = 2, hasDefence = true, without = 0 }: DefenceChange = {}): string {
  return `.at C1:CBA6
    jmp hurt
    .at C1:0900
    hurt:
    lda {work0310}
    sta $1f84
    stz $1f85
    rep #$20
    lda #$0000
    again:
    clc
    adc {ally[0].singleHit}
    dec $1f84
    bne again
    sta $1f86
    sep #$20
    stz $1f89
    stz $1f88
    ${hasDefence ? '' : 'bra subtract'}
    lda {driver}
    and #$0f
    cmp #$0${without.toString(16)}
    beq subtract
    lda {skillCoefficients}
    and #$03
    cmp #$03
    beq subtract
    cmp #$00
    beq quarter
    cmp #$01
    beq half
    lda {record[0].defence}
    bra counts
    half:
    lda {record[0].defence}
    lsr
    bra counts
    quarter:
    lda {record[0].defence}
    ${'lsr\n'.repeat(quarterShift)}
    counts:
    sta $1f88
    subtract:
    rep #$20
    lda $1f86
    sec
    sbc $1f88
    bcs positive
    lda #$0000
    positive:
    sta $1f86
    sep #$20
    lda {ally[0].attributeMark}
    beq struck
    rep #$20
    lda $1f86
    lsr
    inc
    sta $1f86
    sep #$20
    struck:
    rep #$20
    lda $1f86
    cmp #$03e7
    bcc small
    lda #$03e7
    small:
    sta {ally[0].totalDamage}
    sta $1f86
    lda {record[0].hp}
    sec
    sbc $1f86
    bcs alive
    lda #$0000
    alive:
    sta {record[0].hp}
    sep #$20
    rts`;
}
