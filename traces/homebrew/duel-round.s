; Buttons, due skills, spoils and rounds of the duel ("Enemies, buttons, rounds" of PROGRAM.md).

; Use of skill A by ally X, with the charge of its record.
duelUse:
        stz     chargeByte
        bra     duelUseOf
duelUseCharged:
        ldy     #16
        sty     chargeByte              ; and the byte behind it, which nobody reads
duelUseOf:
        sta     duelSkill
        stx     duelUser
        jsr     recordOf
        ldx     recordAt
        lda     battleSkills + 13 - 9,x
        bit     #$40
        bne     duelUseNot
        lda     drillSkills + 8,x
        ldx     duelUser
        and     a:allyStatuses,x
        bne     duelUseNot
        jsr     markRange
        ldx     recordAt
        lda     battleSkills + 13 - 9,x
        and     #$80
        lsr
        lsr
        lsr
        sta     sideSought              ; 10h: an ally, 0: an enemy
.ifdef MENU
        lda     targetCell
.else
        lda     targetCursor
        asl
        asl
.endif
        cmp     #56
        bcc     duelUseFrom
        lda     #0
duelUseFrom:
        jsr     pickFrom
        beq     duelUseNot
        ldx     duelUser
        lda     pickedColumn
        sta     a:allyTargetColumn,x
        lda     pickedRow
        sta     a:allyTargetRow,x
        lda     duelSkill
        sta     a:allySkill,x
        ldx     recordAt
        lda     battleSkills + 17 - 9,x
        and     #$F0
        bne     duelCharge
        lda     chargeByte
duelCharge:
        ldx     duelUser
        sta     a:allyCharge,x
        sta     a:allyChargeLength,x
        lda     #$40
        sta     a:allySkillState,x
duelUseNot:
        rts

; X: skill 15 at once.
duelItem:
        stx     candidate
        lda     #15
        jsr     duelUse
        ldx     candidate
        lda     a:allySkillState,x
        cmp     #$40
        bne     duelUseNot
        stz     a:allyCharge,x
        stz     a:allyChargeLength,x
        rts

; A due skill of ally X.
duelOfAlly:
        stx     duelActor
        stx     duelUser
        lda     a:allyActed,x
        ora     #$80
        sta     a:allyActed,x
        lda     a:allySkill,x
        sta     duelSkill
        lda     a:allyTargetColumn,x
        sta     duelColumn
        lda     a:allyTargetRow,x
        sta     duelRow
        jsr     useSkill
        ldx     duelActor
        lda     a:allySkillState,x
        cmp     #$F0
        bne     duelAllyOver
        stz     a:allySkillState,x
duelAllyOver:
        lda     #$10
        trb     phaseFlags
        stz     turnFlagBefore
        stz     timeCode
        bra     duelSettles

; A due skill of enemy X.
duelOfEnemy:
        stx     duelActor
        stx     duelUser
        lda     a:enemySkill,x
        sta     duelSkill
        lda     a:enemyTargetColumn,x
        sta     duelColumn
        lda     a:enemyTargetRow,x
        sta     duelRow
        jsr     useSkill
        ldx     duelActor
        stz     a:enemySkillState,x
        lda     #$10
        trb     enemyPhaseFlags
        stz     timeCode
        lda     battleResult
        bne     duelSettles
        jsr     hurtByPoison
        jsr     settleDefeats
duelSettles:
        lda     battleResult
        bne     duelDecided
        rts
duelDecided:
        cmp     #1
        bne     newRound
        jsr     takeSpoils

newRound:
.ifdef MENU
        ldx     #endFrames
        jsr     addFramesBySpeed
.endif
        stz     battleResult
        lda     #1
        sta     phase
        ldx     #54
        A16
roundGrid:
        stz     grid,x
        dex
        dex
        bpl     roundGrid
        A8
        ldx     #ALLY_FIRST
        ldy     #0
roundAlly:
        lda     a:allyId,x
        cmp     #$FF
        beq     roundAllyOver
        phy
        jsr     roundOfAlly
        ply
        phx
        tyx
        lda     drillSkills + 15,x
        and     #3
        pha
        lda     drillSkills + 13,x
        sta     lineColumn
        lda     drillSkills + 14,x
        sta     lineRow
        pla
        plx
        sta     a:allyFacing,x
        lda     lineColumn
        sta     a:allyColumn,x
        sta     a:allyWantedColumn,x
        lda     lineRow
        sta     a:allyRow,x
        sta     a:allyWantedRow,x
        phy
        asl
        asl
        asl
        clc
        adc     lineColumn
        jsr     gridOffsetOf
        jsr     allyCode
        sta     grid,y
        ply
roundAllyOver:
        jsr     nextPlace
        jsr     nextAllyBlockPlain
        bne     roundAlly
        ldx     #ENEMY_FIRST
        ldy     #0
roundEnemy:
        cpx     #ENEMY_LIMIT
        bcs     roundOver
        lda     a:enemyState,x
        cmp     #$80
        beq     roundOver
        jsr     roundOfEnemy
        jsr     nextPlace
        A16
        txa
        clc
        adc     #ENEMY_SIZE
        tax
        A8
        bra     roundEnemy
roundOver:
        rts

; Y += 16.
nextPlace:
        A16
        tya
        clc
        adc     #16
        tay
        A8
        rts

; Ally X begins a round.
roundOfAlly:
        lda     #$FF
        sta     a:allyState,x
        ldy     a:allyRecord,x
        A16
        lda     a:recordMaxHp,y
        sta     a:recordHp,y
        A8
        stz     a:allyStatuses,x
        jsr     clearAllyTimers
        stz     a:allySkillState,x
        stz     a:allyCharge,x
        stz     a:allyChargeLength,x
        stz     a:allyActed,x
        lda     a:recordLevel,y
        sta     a:allyLevel,x
        lda     a:recordStats,y
        sta     a:allyStats,x
        sta     a:allyNormalStats,x
        lda     a:recordStats + 3,y
        sta     a:allyStats + 1,x
        sta     a:allyNormalStats + 1,x
        lda     a:recordStats + 6,y
        sta     a:allyStats + 2,x
        sta     a:allyNormalStats + 2,x
        lda     a:recordStats + 9,y
        sta     a:allyStats + 3,x
        sta     a:allyNormalStats + 3,x
        rts

; Enemy X begins a round at place Y.
roundOfEnemy:
        phy
        lda     drillSkills + 9,y
        sta     a:enemyColumn,x
        sta     a:enemyWantedColumn,x
        lda     drillSkills + 10,y
        sta     a:enemyRow,x
        sta     a:enemyWantedRow,x
        lda     drillSkills + 11,y
        sta     a:enemyFacing,x
        stz     a:enemySkillState,x
        stz     a:enemyCharge,x
        stz     a:enemyFrames,x
        lda     drillSkills + 12,y
        sta     a:enemyState,x
        bit     #$40
        beq     roundOfEnemyDone
        A16
        txa
        lsr
        lsr
        lsr
        lsr
        A8
        and     #$0F
        inc     a
        ora     #$10
        sta     boxCode
        jsr     takeBoxOf
roundOfEnemyDone:
        ply
        rts

; After a victory.
takeSpoils:
        ldx     #$1A00
spoilsDrop:
        lda     a:speciesPresent,x
        bit     #$40
        beq     spoilsDropNext
        jsr     dropItem
spoilsDropNext:
        A16
        txa
        clc
        adc     #$0040
        tax
        A8
        cpx     #$1B00
        bne     spoilsDrop
        ldx     #ALLY_FIRST - ALLY_SIZE
spoilsAlly:
        jsr     nextPresentAlly
        bcs     spoilsOver
        lda     enemyPartyLevel
        beq     spoilsAlly
        stx     struck
        JSR_EXIT gainExperience
        lda     exitCode
        beq     spoilsAllyNext
        ldx     struck
        ldy     a:allyRecord,x
        sty     grownRecord
        jsr     growHp
.ifndef MGROW
        jsr     growStats
.endif
        jsr     learnByLevel
spoilsAllyNext:
        ldx     struck
        bra     spoilsAlly
spoilsOver:
        rts

; C1:166E: what species X drops, to 0317. Exits: 1 = C1:168B nothing, 2 = C1:1693, 3 = C1:169D an
; empty slot.
dropItem:
        lda     formationRate
        and     #$F0
        sta     amount
        DRAW    $166E
        cmp     amount
        bcs     dropNothing
        phx
        lda     #3
        sta     loopCount
dropSlot:
        DRAW    $166E
        cmp     #$80
        bcc     dropTakes
        inx
        dec     loopCount
        bne     dropSlot
        plx
dropNothing:
        EXIT    1
dropTakes:
        lda     a:speciesDrop,x
        plx
        cmp     #0
        beq     dropEmpty
        sta     droppedItem
        EXIT    2
dropEmpty:
        EXIT    3

; C1:2397: experience of ally X. Exit 1 = a level gained.
gainExperience:
        lda     a:allyState,x
        bit     #$40
        beq     experienceDone
        lda     a:allyId,x
        cmp     #$08
        beq     experienceDone
        cmp     #$12
        beq     experienceDone
        cmp     #$14
        beq     experienceDone
        ldy     a:allyRecord,x
        lda     a:allyActed,x
        bpl     experienceSmall
        lda     a:recordLevel,y
        cmp     #99
        bcs     experienceDone
        cmp     enemyPartyLevel
        bcs     experienceSmall
        lda     enemyPartyLevel
        sec
        sbc     a:recordLevel,y
        cmp     #16
        bcs     experienceLevel
        asl
        asl
        asl
        asl
        clc
        adc     #8
        bra     experienceAdd
experienceSmall:
        A16
        lda     #16
        sta     f:hwDividend
        A8
        lda     a:recordLevel,y
        sta     f:hwDivisor
        lda     enemyPartyLevel
        lsr
        sta     factor
        WAIT_DIVIDE
        lda     f:hwQuotient
        clc
        adc     factor
        bne     experienceAdd
        lda     #1
experienceAdd:
        clc
        adc     a:recordExperience,y
        bcs     experienceLevel
        cmp     #100
        bcs     experienceLevel
        sta     a:recordExperience,y
experienceDone:
        rts
experienceLevel:
        lda     a:allySkillState,x
        sta     a:allyChanged,x
        stz     a:allySkillState,x
        lda     a:recordLevel,y
        inc     a
        cmp     #100
        beq     experienceDone
        sta     a:recordLevel,y
        lda     #0
        sta     a:recordExperience,y
        EXIT    1

; A = byte A of the character of grownRecord.
characterByte:
        ldy     grownRecord
        clc
        adc     a:recordEntry,y
        sta     f:hwFactorA
        lda     #29
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder
        clc
        adc     #7
        and     #$D3
        rts

; C1:2448: more HP.
growHp:
        lda     #27
        jsr     characterByte
        jsr     hpGain
        ldy     grownRecord
        A16
        and     #$00FF
        clc
        adc     a:recordMaxHp,y
        cmp     #1000
        bcc     growHpFits
        lda     #999
growHpFits:
        sta     a:recordMaxHp,y
        sta     a:recordHp,y
        A8
        rts

; C1:1A09: A = HP of a level by byte A of the character: a sure part and a drawn one. The first of
; its two draws is lost.
hpGain:
        sta     amount
        and     #$3F
        sta     growthWhole
        sta     growthSure
        sta     growthDrawn
        stz     growthLost
        lda     amount
        and     #$C0
        beq     growHalfDrawn
        cmp     #$40
        beq     growDraws
        cmp     #$80
        beq     growHalfSure
        lda     growthWhole
        sta     growthLost
        stz     growthSure
        bra     growDraws
growHalfSure:
        lsr     growthSure
        bra     growDraws
growHalfDrawn:
        lsr     growthDrawn
growDraws:
        DRAW    $1A09
        DRAW    $1A09
        sta     f:hwFactorA
        lda     growthDrawn
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder + 1
        clc
        adc     growthSure
        sta     growthGain
        rts

; C1:2554: A = 0320 + the drawn part of 0321.
statGain:
        lda     growthSure
        sta     f:hwFactorA
        DRAW    $2554
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder + 1
        clc
        adc     growthWhole
        rts

; C1:248B: power, speed, body, intellect.
growStats:
        stz     changePart
growStat:
        lda     changePart
        clc
        adc     #21
        jsr     characterByte
        pha
        and     #$0F
        sta     growthSure
        pla
        lsr
        lsr
        lsr
        lsr
        sta     growthWhole
        jsr     statGain
        sta     factor
        lda     changePart
        asl
        clc
        adc     changePart
        ldx     grownRecord
        jsr     addA
        lda     factor
        clc
        adc     a:recordBase,x
        cmp     #100
        bcc     growStatFits
        lda     #99
growStatFits:
        sta     a:recordBase,x
        clc
        adc     a:recordGear,x          ; signed
        sta     factor
        lda     a:recordGear,x
        bmi     growLess
        lda     factor
        bcc     growStored
        lda     #255
        bra     growStored
growLess:
        lda     factor
        bcs     growStored
        lda     #0
growStored:
        sta     a:recordStats,x
        inc     changePart
        lda     changePart
        cmp     #4
        bne     growStat
        rts

; C1:24D2: a skill by the new level.
learnByLevel:
        ldy     grownRecord
        lda     a:recordLevel,y
        cmp     #15
        beq     learnNothing
        bcs     learnLast
        sta     counter
        inc     counter                 ; slots 0 to the level
        stz     changePart
        A16
        lda     a:recordSkillBits,y
        sta     secondWord
        lda     #1
        sta     word
        A8
learnSlot:
        A16
        lda     secondWord
        and     word
        A8
        beq     learnHere
        A16
        asl     word
        A8
        inc     changePart
        dec     counter
        bne     learnSlot
learnNothing:
        rts
learnLast:
        lda     #5 + 15
        jsr     characterByte
        sta     counterSkill
        cmp     #0
        beq     learnNothing
        lda     a:recordSkillBits + 1,y
        bmi     learnNothing
        ora     #$80
        sta     a:recordSkillBits + 1,y
        rts
learnHere:
        lda     changePart
        clc
        adc     #5
        jsr     characterByte
        sta     counterSkill
        A16
        lda     a:recordSkillBits,y
        ora     word
        sta     a:recordSkillBits,y
        A8
        rts
