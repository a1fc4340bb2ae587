; Damage and recovery of a single hit. C1:77CE, 77E8, 7835, D95D, D978, D900, C39D, C40F.

; C1:77CE: 0320 = one hit at level sum 900C against level 0325 and stat 0326. One draw. The level
; difference is 8 + sum - level: the sum is held to 255, a negative result counts as 1, more than 24
; as 24; 0 stays 0.
singleHit:
        lda     #8
        clc
        adc     levelSum
        bcc     hitLevelSum
        lda     #255
hitLevelSum:
        sec
        sbc     hitLevel
        bcs     hitDifference
        lda     #1
        bra     singleHitFrom
hitDifference:
        cmp     #24
        bcc     singleHitFrom
        lda     #24

; C1:77E8: the same with the difference in A:
; base = (((A * level coefficient >> 3) + 900E) * ((255 - stat) >> 1) >> 8) * 2 + 900F; then the
; random part of base >> 2.
singleHitFrom:
        sta     f:hwFactorA
        lda     attackCoefficients
.ifdef MCOEFFICIENT
        and     #$F8
.else
        and     #$FC
.endif
        sta     f:hwFactorB
        WAIT_MULTIPLY
        A16
        lda     f:hwRemainder
        lsr
        lsr
        lsr
        sta     word
        lda     statProduct
        and     #$00FF
        clc
        adc     word
        sta     word
        A8
        lda     word
        sta     f:hwMode7A
        lda     word + 1
        sta     f:hwMode7A
        lda     #255
        sec
        sbc     hitStat
        lsr
        sta     f:hwMode7B
        A16
        lda     f:hwProduct + 1
        asl
        sta     word
        lda     attackPower
        and     #$00FF
        clc
        adc     word
        sta     single
        lsr
        lsr
        sta     randomRange
        A8

; C1:7835: 0320 += high byte of (draw * low byte of 0322).
randomPart:
        DRAW    $7835
        sta     f:hwFactorA
        lda     randomRange
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder + 1
        A16
        and     #$00FF
        clc
        adc     single
        sta     single
        A8
        rts

; C1:D95D: what one hit does to the enemy of 0310, to ABn4; recovery when 0381 has bit 7 set. Exit 1
; = C1:D9D1: id D0h.
damageToEnemy:
        lda     abilityMask
        bmi     healEnemy
        ldx     amount
        lda     a:enemyLevelNow,x
        sta     hitLevel
        lda     a:enemyEvade,x
        sta     hitEvade
        lda     attackCoefficients
        and     #3
        jsr     addA
        lda     a:enemyStats,x
        sta     hitStat
        jsr     singleHit
        bra     hitOfEnemy

; C1:D978: recovery of the enemy of 0310: coefficient + random part of a quarter of it. Exit 1 =
; C1:D9D1: id D0h.
healEnemy:
        lda     attackCoefficients
        and     #$FC
        sta     single
        stz     single + 1
        lsr
        lsr
        sta     randomRange
        stz     randomRange + 1
        jsr     randomPart
hitOfEnemy:
        ldx     amount
        A16
        lda     single
        sta     a:enemyDamage,x
        A8
        jmp     wakeEnemy

; C1:D900: what one hit does to the ally of 0310, to +3C: a hit, or four times the coefficient +
; random part of it.
valueOnAlly:
        ldx     amount
        lda     abilityMask
        bmi     healAllyValue
        lda     a:allyEvade,x
        sta     allyEvadeCopy
        lda     a:allyLevelNow,x
        sta     hitLevel
        lda     attackCoefficients
        and     #3
        jsr     addA
        lda     a:allyStats,x
        sta     hitStat
        jsr     singleHit
        bra     hitOfAlly
healAllyValue:
        lda     attackCoefficients
        and     #$FC
        sta     randomRange
        stz     randomRange + 1
        A16
        lda     randomRange
        asl
        asl
        sta     single
        A8
        jsr     randomPart
hitOfAlly:
        ldx     amount
        A16
        lda     single
        sta     a:allyDamage,x
        A8
        jmp     wakeAlly

; C1:C40F: ally X destroys itself: one hit of 999, then C1:C39D.
selfDestruct:
        A16
        lda     #999
        sta     a:allyDamage,x
        A8
        lda     #1
        sta     a:allyHitCode,x
        sta     a:allyHits,x
        A16
        lda     #0
        sta     a:allyExtra33,x
        A8

; C1:C39D: the user becomes the target of his own skill; with the high nibble 8 in byte 21 the value
; stands already. Always exit 1 = C1:CF13.
selfDamage:
        ldx     skillUser
        stx     currentAlly
        stx     targetBlock
        stx     amount
        lda     skill + 21
        and     #$F0
        cmp     #$80
        beq     selfDamageReady
        jsr     valueOnAlly
selfDamageReady:
        EXIT    1

; X += A. Entered and left with 8 bits.
addA:
        stx     word
        A16
        and     #$00FF
        clc
        adc     word
        tax
        A8
        rts
