; Totals of a skill, and what they do to HP. C1:CDE7, CC72, CCA5, CD09, CDAC, CB62, CBA6, CE60,
; DE83, 1DE3, 1E5E.

; C1:CDE7: 0322 = 10 * high + low digit of the packed steps 036E when the low nibble of 0377 is 8,
; else 0. X stays.
stepBonus:
        stz     hitBonus
        stz     hitBonus + 1
        lda     skillShape
        and     #$0F
        cmp     #8
        bne     stepBonusDone
        lda     stepsPacked
        lsr
        lsr
        lsr
        lsr
        sta     factor
        asl
        asl
        clc
        adc     factor
        asl
        sta     factor
        lda     stepsPacked
        and     #$0F
        clc
        adc     factor
        sta     hitBonus
stepBonusDone:
        rts

; The low word of (word & 7FFFh) * signed 0310 to the product register and `rawTotal`.
totalProduct:
        lda     word
        sta     f:hwMode7A
        lda     word + 1
        and     #$7F
        sta     f:hwMode7A
        lda     amount
        sta     f:hwMode7B
        A16
        lda     f:hwProduct
        sta     rawTotal
        A8
        rts

; C1:CC72 up to CE0B: ADn0 = total of enemy X: value * hits, halved + 1 under the evade mark that
; outlives 0381, bonus, at most 999. Exit 1 = C1:CE0B.
enemyTotalOnly:
        jsr     enemyTotalStore
        EXIT    1
enemyTotalStore:
        ldy     a:enemyDamage,x
        sty     word
        jsr     totalProduct
        jsr     stepBonus
        lda     a:enemyEvade,x
        and     abilityMask
        sta     a:enemyEvade,x
        jsr     totalHalved
        .a16
        sta     a:enemyTotal,x
        A8
        rts

; A not 0: the raw total counts half and 1 more. Then the bonus and the limit. A (16 bit) = total,
; 0320 = it before the bonus. Entered with 8, left with 16 bits.
        .a8
totalHalved:
        cmp     #0
        A16
        beq     totalWhole
        lda     rawTotal
        lsr
.ifndef MHALF
        inc     a
.endif
        bra     totalBonus
totalWhole:
        lda     rawTotal
totalBonus:
        sta     single
        clc
        adc     hitBonus
        cmp     #1000
        bcc     totalFits
        lda     #999
totalFits:
        rts
        .a8

; C1:CC72: the total, then what it does. Exits: 0 recovery, or HP put back; 1 = C1:CCD6.
enemyTotalApplied:
        jsr     enemyTotalStore
        ldy     a:enemySpecies,x
        lda     abilityMask
        bpl     damageEnemyHp
        lda     a:speciesType,y
        and     #TYPE_OBJECT

; C1:CD09: Z set: HP of enemy X (species Y) rise by the total, to the maximum.
healEnemyHp:
        bne     enemyHpDone
        A16
        lda     a:enemyHp,x
        sta     oldHp
        clc
        adc     a:enemyTotal,x
        pha
        lda     a:speciesMaxHp,y
        sta     candidateOrder          ; 0312
        pla
        cmp     candidateOrder
        bcc     enemyHpRises
        lda     candidateOrder
enemyHpRises:
        sta     single
        sta     a:enemyHp,x
        A8
        jmp     noteHp
enemyHpDone:
        rts

; C1:CCA5: HP of enemy X fall by the total, to 0. In the third fight of Zaki (0A00 = 1, 0040 = A8h,
; low bits of 0041 = 3) they are put back to the maximum. Exit 1 = C1:CCD6: any other.
damageEnemyHp:
        A16
        lda     a:enemyHp,x
        sta     oldHp
        sec
        sbc     a:enemyTotal,x
        bcs     enemyHpFalls
        lda     #0
enemyHpFalls:
        sta     single
        sta     a:enemyHp,x
        A8
        jsr     noteHp
        ldy     single
        lda     scenarioOfGame
        cmp     #1
        bne     enemyHpFallen
        lda     a:mapArgument
        cmp     #$A8
        bne     enemyHpFallen
        lda     a:mapArgument + 1
        and     #3
        cmp     #3
        bne     enemyHpFallen
        phy
        ldy     a:enemySpecies,x
        A16
        lda     a:speciesMaxHp,y
        sta     a:enemyHp,x
        A8
        ply
        rts
enemyHpFallen:
        EXIT    1

; C1:CE60, CE70: 9EF0 += how far 0320 is from the HP before; FFFFh as soon as bit 15 is set.
noteHp:
        A16
        lda     single
        sec
        sbc     oldHp
        bcs     noteHpRise
        eor     #$FFFF
        inc     a
noteHpRise:
        clc
        adc     changeOfHp
        bpl     noteHpStore
        lda     #$FFFF
noteHpStore:
        sta     changeOfHp
        A8
        rts

; C1:CDAC: the total of ally X from A (16 bit): halved + 1 under the evade mark, bonus of 0322, at
; most 999, to EA2E. Exit 1 = C1:CE0B.
        .a16
allyTotalCap:
        sta     rawTotal
        A8
        jsr     allyTotalStore
        EXIT    1
callAllyTotalCap:
        A16
        bra     allyTotalCap
        .a8
allyTotalStore:
        lda     a:allyEvade,x
        jsr     totalHalved
        .a16
        sta     a:allyTotal,x
        A8
        rts

; C1:CB62: recovery of ally X: HP rise by value * hits (no limit of 999), to the maximum of his
; record. No evade mark.
healAlly:
        lda     #0
        sta     a:allyEvade,x
        ldy     a:allyDamage,x
        sty     word
        jsr     totalProduct
        jsr     stepBonus
        jsr     allyTotalStore
        ldy     a:allyRecord,x
        A16
        lda     a:recordHp,y
        sta     oldHp
        clc
        adc     rawTotal
        bcs     allyHpFull
        cmp     a:recordMaxHp,y
        bcc     allyHpStore
allyHpFull:
        lda     a:recordMaxHp,y
allyHpStore:
        sta     single
        sta     a:recordHp,y
        A8
        jsr     noteHp
        lda     #$FF
        ldy     single
        rts

; C1:CBA6: damage of ally X without defence: HP fall by the total, to 0. A = FFh, Y = HP. Exit 1 =
; C1:CD78: the low nibble of 0377 is not 0.
damageAlly:
        lda     skillShape
        and     #$0F
        beq     damageAllyPlain
        EXIT    1
damageAllyPlain:
        ldy     a:allyDamage,x
        sty     word
        jsr     totalProduct
        jsr     stepBonus
        jsr     allyTotalStore
        ldy     a:allyRecord,x
        A16
        lda     a:recordHp,y
        sta     oldHp
        sec
        sbc     a:allyTotal,x
        bcs     allyHpStore
        lda     #0
        bra     allyHpStore
        .a8

; C1:DE83: the byte at Y += how far A is from 0, at most 255; carry clear: A is negative. 0316 = A
; then.
noteChange:
        bcc     noteChangeFall
noteChangeAdd:
        clc
        adc     a:0,y
        bcc     noteChangeStore
        lda     #255
noteChangeStore:
        sta     a:0,y
        rts
noteChangeFall:
        sta     statusDefence           ; 0316
        lda     #0
        sec
        sbc     statusDefence
        bra     noteChangeAdd

; C1:1DE3: poison of ally X to its end: a sixteenth of his HP, without defence. Exits: 1 = C1:1E1C,
; 2 = C1:CD78.
poisonAllyHp:
        ldy     a:allyRecord,x
        A16
        lda     a:recordHp,y
        jsr     sixteenth
        .a8
        jsr     setAllyDamage
        JSR_EXIT damageAlly
        lda     exitCode
        bne     poisonAllyDefence
        lda     #$FF
        EXIT    1
poisonAllyDefence:
        EXIT    2

; C1:1E5E: poison of enemy X up to its total: a sixteenth of its HP. Exit 1 = C1:CE0B.
poisonEnemyTotal:
        A16
        lda     a:enemyHp,x
        jsr     sixteenth
        .a8
        jsr     setEnemyDamage
        jmp     enemyTotalOnly
