; Who is hit, and how often. C1:DF05, DEEF, D6B9, D726, D7E9, D81A, D839, D7BB, D870, C3DD.

; C1:DF05: A = level of the skill, the low nibble of byte 17; carry clear.
skillLevel:
        lda     skill + 17
        and     #$0F
        clc
        rts

; C1:DEEF: A += level of ally Y + carry, held to 255.
levelWithOwn:
        adc     a:allyLevel,y
        bcc     levelWithOwnDone
        lda     #255
levelWithOwnDone:
        rts

; C1:D6B9: 0310 = hits of the ally of 0378, from byte 19: low nibble the most; bits 4-5: 0 that
; many, 1 by level (at most 15), 3 by a draw. Exit 1 = C1:D6AE: type 2 or bit 7, one hit in the
; area. A = FFh on return.
hitCount:
        ldx     skillUser
        lda     skill + 19
        and     #$0F
        sta     amount
        lda     a:allyLevel,x
        sta     rolledBits
        lda     skill + 19
        bmi     hitCountOne
        and     #$30
        beq     hitCountDone
        cmp     #$20
        beq     hitCountOne
        bcs     hitCountDrawn
        lda     amount
        asl
        asl
        asl
        asl
        sta     f:hwFactorA
        lda     rolledBits
        cmp     #15
        bcc     hitCountLevel
        lda     #15
hitCountLevel:
        bra     hitCountProduct
hitCountDrawn:
        lda     amount
        sta     f:hwFactorA
        DRAW    $D6B9
hitCountProduct:
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder + 1
.ifndef MHITS
        inc     a
.endif
        sta     amount
hitCountDone:
        lda     #$FF
        rts
hitCountOne:
        EXIT    1

; C1:D726: deals the hits of 0310 to the present enemies with a number in the area: one draw a hit.
; 0309 = how many there are, 0450 = their blocks. Exit 1 = C1:D72A: no hits.
pickTargets:
        lda     amount
        bne     pickSome
        EXIT    1
pickSome:
        sta     loopCount
        stz     loopTop
        ldx     #ENEMY_BEFORE_FIRST
        ldy     #0
pickNext:
        jsr     nextEnemy
        bmi     pickListed
        beq     pickNext
        lda     a:enemyInArea,x
        beq     pickNext
        txa
        sta     a:hitList,y
        iny
        inc     loopTop
        bra     pickNext
pickListed:
        lda     loopTop
        beq     pickDone
pickHit:
        lda     loopTop
        sta     f:hwFactorA
.ifdef MPICK
        cmp     #1
        beq     pickOnly
.endif
        DRAW    $D726
pickOnly:
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder + 1
        sta     baseColumn              ; the index, as a word
        stz     baseRow
        ldy     baseColumn
        lda     a:hitList,y
        sta     previousAttribute       ; the block, as a word
        lda     #>ENEMY_FIRST
        sta     previousAttribute + 1
        ldx     previousAttribute
        inc     a:enemyDealt,x
        dec     loopCount
        bne     pickHit
pickDone:
        rts

; C1:D7E9: a pass of the attack on enemy X. Exits: 1 = C1:D7F1 no hit was dealt to it, 2 = C1:D80C
; its value is there, 3 = C1:D815 missed, or a later hit.
attackEnemy:
        stx     amount
        lda     a:enemyDealt,x
        bne     attackDealt
        EXIT    1
attackDealt:
        sta     dealtHits

; The pass from the hit check on (decision of PROGRAM.md: repeated for every hit that was dealt).
attackAgain:
        JSR_EXIT hitCheck
        cmp     #0
        beq     attackMissed
        inc     a:enemyHits,x
        lda     a:enemyHits,x
        jsr     drivenEnemyHits
        cmp     #1
        bne     attackMissed
        jsr     damageToEnemy
        EXIT    2
attackMissed:
        EXIT    3

; C1:D81A: the hits in A are copied to the ally whose body enemy X is (state exactly 40h).
drivenEnemyHits:
        pha
        lda     a:enemyState,x
        cmp     #$40
        bne     drivenHitsDone
        ldy     a:enemyAlly,x
        lda     1,s
        sta     a:allyHits,y
drivenHitsDone:
        pla
        rts

; C1:D839: 0310 += present enemies after X that were hit; A = 0310 or 0383.
countEnemiesHit:
        jsr     nextEnemy
        bmi     enemiesHitCounted
        beq     countEnemiesHit
        lda     a:enemyHits,x
        beq     countEnemiesHit
        inc     amount
        bra     countEnemiesHit
enemiesHitCounted:
        lda     amount
        ora     otherHit
        rts

; C1:D7BB: A = hits on the four allies, or-ed.
hitsOnAllies:
        lda     ALLY_FIRST + allyHits
        ora     ALLY_FIRST + ALLY_SIZE + allyHits
        ora     ALLY_FIRST + 2 * ALLY_SIZE + allyHits
        ora     ALLY_FIRST + 3 * ALLY_SIZE + allyHits
        rts

; C1:D870: whether enemy X is hit, A = FFh or 0. A recovery hits; so does a skill that names a lock
; the enemy has, or any on a sleeper or a paralysed one; else it takes draw * level >> 8 <= level
; sum. Exit 1 = C1:D8B7: recovery of an OBJECT.
hitCheck:
        lda     skill + 13
        bpl     hitCheckAttack
        ldy     a:enemySpecies,x
        lda     a:speciesType,y
        bit     #TYPE_OBJECT
        beq     hitCheckHit
        lda     #0
        EXIT    1
hitCheckAttack:
        lda     skill + 12
        lsr
        lsr
        lsr
        lsr
        and     #7
        and     a:enemyStatuses,x
        bne     hitCheckHit
        lda     a:enemyStatuses,x
        and     #$30
        bne     hitCheckHit
        lda     a:enemyLevelNow,x
        sta     f:hwFactorA
        DRAW    $D870
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder + 1
        cmp     levelSum
.ifndef MEQUAL
        beq     hitCheckHit
.endif
        bcc     hitCheckHit
        lda     #0
        rts
hitCheckHit:
        lda     #$FF
        rts

; C1:C3DD: after a complete miss. Exits: 1 = C1:D851 the user takes the damage, 2 = C1:C3EA nothing.
missedSkill:
        lda     skill + 21
        and     #$F0
        cmp     #$70
        beq     missedSkillHurts
        EXIT    2
missedSkillHurts:
        EXIT    1
