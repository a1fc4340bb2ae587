; A drill skill takes effect: time, three effects, end of the skill ("Resolve" of PROGRAM.md).
; The effects themselves are decisions; the routines they use carry their own addresses.

; Ally X uses the record of its block.
resolveAlly:
        stx     userAlly
        stz     enemyActs
        lda     a:allySkill,x
        sta     recordNumber
        A16
        lda     targetCursor
        and     #$00FF
        asl
        asl
        asl
        asl
        clc
        adc     #ENEMY_FIRST
        sta     userEnemy
        A8
        jsr     resolveEffects
        ldx     userAlly
        stz     a:allySkillState,x
        lda     #$10
        trb     phaseFlags
        stz     turnFlagBefore
        rts

; Enemy X uses the record of ACn0.
resolveEnemy:
        stx     userEnemy
        lda     #1
        sta     enemyActs
        ldy     currentAlly
        sty     userAlly
        lda     a:enemySkill,x
        sta     recordNumber
        jsr     resolveEffects
        ldx     userEnemy
        stz     a:enemySkillState,x
        lda     #$10
        trb     enemyPhaseFlags
        rts

resolveEffects:
        A16
        lda     recordNumber
        and     #$000F
        asl
        asl
        asl
        asl
        sta     effectAt
        tax
        A8
        lda     drillSkills + 1,x
        sta     noTimeFlag
        JSR_EXIT skillTime
        lda     exitCode
        beq     resolveNoTime
        jsr     timePasses
resolveNoTime:
        jsr     nextEffect
        jsr     nextEffect
        jsr     nextEffect
        stz     timeCode
        rts

; The next four bytes of the record: operation, a, b, c.
nextEffect:
        A16
        lda     effectAt
        clc
        adc     #4
        sta     effectAt
        tax
        A8
        lda     drillSkills,x
        beq     noEffect
        cmp     #11
.ifdef BATTLE
        bcc     firstEffects
        jmp     battleEffect
firstEffects:
.else
        bcs     noEffect
.endif
        sta     operation
        lda     drillSkills + 1,x
        sta     operandA
        lda     drillSkills + 2,x
        sta     operandB
        lda     drillSkills + 3,x
        sta     operandC
        A16
        lda     operation
        and     #$00FF
        asl
        tax
        A8
        jmp     (effectTable,x)
noEffect:
        rts

effectTable:
        .addr   noEffect, effectDamage, effectOnset, effectEnemyStat, effectAllyStat, effectEnemyStatus
        .addr   effectAllyStatus, effectWake, effectLeave, effectPoison, effectReturn

; X = the enemy of the effect; Z set = it is not present.
effectEnemy:
        ldx     userEnemy
        lda     a:enemyState,x
        bit     #$40
        rts

; X = the ally of the effect; Z set = it is not present.
effectAlly:
        ldx     userAlly
        jmp     allyPresent

; 1: product of the word b:a and c, then order points for damage.
effectDamage:
        jsr     effectEnemy
        beq     noEffect
        lda     operandA
        sta     f:hwMode7A
        lda     operandB
        sta     f:hwMode7A
        lda     operandC
        sta     f:hwMode7B
        jsr     loadRow
        jmp     orderDamage

; 2: abnormality a begins; then its level change, negated when b is not 0.
effectOnset:
        jsr     effectEnemy
        beq     noEffect
        lda     operandA
        sta     a:enemyPending,x
        jsr     abnormalityOnset
        lda     onsetHappened
        beq     noEffect
        lda     operandB
        bne     effectOnsetNegated
        jmp     levelChange
effectOnsetNegated:
        jmp     levelChangeNegated

; 3: a stat (0..3) or the level (4) of the enemy becomes b.
effectEnemyStat:
        jsr     effectEnemy
        beq     noEffect
        lda     operandA
        cmp     #4
        beq     effectEnemyLevel
        bcs     noEffect
        jsr     addOperandA
        lda     operandB
        sta     a:enemyStats,x
        rts
effectEnemyLevel:
        lda     operandB
        sta     a:enemyLevel,x
        rts

; 4: the same for the ally.
effectAllyStat:
        jsr     effectAlly
        beq     effectNothing
        lda     operandA
        cmp     #4
        beq     effectAllyLevel
        bcs     effectNothing
        jsr     addOperandA
        lda     operandB
        sta     a:allyStats,x
        rts
effectAllyLevel:
        lda     operandB
        sta     a:allyLevel,x
effectNothing:
        rts

; X += A. Entered and left with 8 bits.
addOperandA:
        stx     word
        A16
        and     #$00FF
        clc
        adc     word
        tax
        A8
        rts

; A = the bit of status a & 7.
statusBitOfA:
        lda     operandA
        and     #7
        sta     cost
        lda     #1
statusBitShift:
        dec     cost
        bmi     statusBitDone
        asl
        bra     statusBitShift
statusBitDone:
        rts

; 5: status bit a of the enemy, its timer := b.
effectEnemyStatus:
        jsr     effectEnemy
        beq     effectNothing
        jsr     statusBitOfA
        ora     a:enemyStatuses,x
        sta     a:enemyStatuses,x
        lda     operandA
        and     #7
        jsr     addOperandA
        lda     operandB
        sta     a:enemyTimers,x
        rts

; 6: the same for the ally.
effectAllyStatus:
        jsr     effectAlly
        beq     effectNothing
        jsr     statusBitOfA
        ora     a:allyStatuses,x
        sta     a:allyStatuses,x
        lda     operandA
        and     #7
        jsr     addOperandA
        lda     operandB
        sta     a:allyTimers,x
        rts

; 7: both wake.
effectWake:
        jsr     effectEnemy
        beq     effectWakeAlly
        jsr     wakeEnemy
effectWakeAlly:
        jsr     effectAlly
        beq     effectNothing
        jmp     wakeAlly

; 8: the enemy leaves.
effectLeave:
        jsr     effectEnemy
        beq     effectOver
        stz     a:enemyState,x
        rts

; 9: poison of both.
effectPoison:
        jsr     effectEnemy
        beq     effectPoisonAlly
        lda     #1                      ; N and Z clear
        jsr     poisonEnemy
effectPoisonAlly:
        jsr     effectAlly
        beq     effectOver
        lda     #1                      ; Z clear
        jmp     poisonAlly

; 10: enemy a comes back when its state is 0.
effectReturn:
        lda     operandA
        cmp     #15
        bcs     effectOver
        A16
        and     #$00FF
        asl
        asl
        asl
        asl
        tax
        A8
        lda     ENEMY_FIRST + enemyState,x
        bne     effectOver
        lda     #$FF
        sta     ENEMY_FIRST + enemyState,x
effectOver:
        rts
