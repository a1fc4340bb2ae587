; Operations 16, 17 and 20 of the drill skills: an attack through all its routines, and poison
; ("Attack" of PROGRAM.md). What calls what, and the values that the cartridge's skill set-up would
; give, are decisions; the routines carry their own addresses.

; Operations from 16 on, A = operation, X = place of the record's effect.
battleEffect:
        cmp     #22
        bcs     battleNoEffect
        sec
        sbc     #16
        bcc     battleNoEffect
        sta     operation
        lda     drillSkills + 1,x
        sta     operandA
        lda     drillSkills + 2,x
        sta     operandB
        lda     drillSkills + 3,x
        sta     operandC
        stz     pushesEnemies
        A16
        lda     operation
        and     #$00FF
        asl
        tax
        A8
        jmp     (battleEffectTable,x)
battleNoEffect:
        rts

battleEffectTable:
        .addr   effectAttack, effectPoisonTick, effectField, effectFieldsFire, effectPushingAttack, effectCounter

; 20: an attack that pushes as well.
effectPushingAttack:
        inc     pushesEnemies

effectAttack:
        lda     enemyActs
        bne     attackOfEnemy
        jsr     effectAlly
        bne     attackOfAlly
        rts
attackOfAlly:
        jsr     attackOpens
        ldx     #ENEMY_BEFORE_FIRST
        jsr     prepareTargets
        jsr     loadSkill
        ldy     userAlly
        jsr     skillLevel
        jsr     levelWithOwn
        sta     levelSum
        ldx     userAlly
        lda     a:allyStats,x
        jsr     multiplyPower
        stz     attackPower
        lda     skill + 15
        bit     #1
        beq     attackBareHanded
        ldy     a:allyRecord,x
        lda     a:recordAttack,y
        sta     attackPower
attackBareHanded:
        jsr     markArea
        lda     #1
        sta     areaNumber
        jsr     numberEnemies
        jsr     hitCount
        jsr     pickTargets
        jsr     strikeAll
        ldx     #ENEMY_BEFORE_FIRST
afterNext:
        jsr     nextPresentEnemy
        bcs     afterDone
        lda     a:enemyHits,x
        beq     afterNext
        stx     struck
        jsr     afterHit
        ldx     struck
        bra     afterNext
afterDone:
        stz     amount
        stz     otherHit
        ldx     #ENEMY_BEFORE_FIRST
        jsr     countEnemiesHit
        cmp     #0
        bne     attackNotMissed
        jsr     missedAll
attackNotMissed:
        jmp     changeUser

attackOfEnemy:
        jsr     effectEnemy
        bne     attackOfEnemyHere
        rts
attackOfEnemyHere:
        jsr     attackOpens
        ldy     #prepareAlly
        jsr     eachTarget
        jsr     loadSkill
        jsr     skillLevel
        ldx     userEnemy
        adc     a:enemyLevel,x          ; carry is clear
        bcc     attackLevelSum
        lda     #255
attackLevelSum:
        sta     levelSum
        lda     a:enemyStats,x
        jsr     multiplyPower
        stz     attackPower
        ldy     #strikeAlly
        jsr     eachTarget
        jmp     changeUser

; 0378 = block X, 0377 = c of the operation, C1:E0A2.
attackOpens:
        stx     skillUser
        lda     operandC
        sta     skillShape
        jmp     keepAttribute

; The battle skill of operand a goes to 9010, and what is kept of it elsewhere.
loadSkill:
        jsr     loadSkillBytes
        lda     skill + 13
        sta     attackType
        sta     abilityMask
        lda     skill + 22
        sta     attackAbnormality
        lda     skill + 10
        sta     attackCoefficients
        rts

loadSkillBytes:
        ldx     #8
loadSkillHead:
        stz     skill,x
        dex
        bpl     loadSkillHead
        A16
        lda     operandA
        and     #$000F
        asl
        asl
        asl
        asl
        adc     #battleSkills           ; carry is clear
        tax
        ldy     #skill + 9
        lda     #15
        mvn     #$7E, #$7E
        A8
        rts

; 900E = low byte of A * low nibble of byte 16. X stays.
multiplyPower:
        sta     f:hwFactorA
        lda     skill + 16
        and     #$0F
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder
        sta     statProduct
        rts

; The marks of the area: with b = 0 the cells of the enemy of the target cursor, else every cell.
markArea:
        jsr     clearMarks
        lda     targetCursor
        clc
        adc     #$11
        sta     factor
        ldy     #0
        lda     #7
        sta     rowsLeft
markRow:
        lda     #7
        sta     columnsLeft
markCell:
        lda     operandB
        bne     markHere
        lda     grid,y
        and     #$1F
        cmp     factor
        bne     markNext
markHere:
        lda     #$0F
        sta     areaMarks,y
markNext:
        iny
        dec     columnsLeft
        bne     markCell
        iny
        dec     rowsLeft
        bne     markRow
        rts

clearMarks:
        ldx     #54
        A16
markClear:
        stz     areaMarks,x
        dex
        dex
        bpl     markClear
        A8
        rts

; Every present enemy takes the hits that were dealt to it, one pass a hit.
strikeAll:
        ldx     #ENEMY_BEFORE_FIRST
strikeNext:
        jsr     nextPresentEnemy
        bcs     strikeDone
        JSR_EXIT attackEnemy
        lda     exitCode
        cmp     #1
        beq     strikeNext
strikeAgain:
        dec     dealtHits
        beq     strikeNext
        jsr     attackAgain
        bra     strikeAgain
strikeDone:
        rts

; What a hit does to enemy X beside its value.
afterHit:
        JSR_EXIT hitAbnormality
        lda     exitCode
        beq     afterDisplacement
        stz     a:enemyPending,x
afterDisplacement:
        stx     targetBlock
        ldy     actingEnemy
        sty     actingHere
        jsr     rollDisplacement
        ldy     actingHere
        sty     actingEnemy
        ldx     struck
        lda     rolledBits
        bit     #2
        beq     afterNoQuarter
        jsr     quarterTurn
afterNoQuarter:
        lda     rolledBits
        bit     #4
        beq     afterNoHalf
        jsr     halfTurn
afterNoHalf:
        lda     pushesEnemies
        beq     afterNoPush
        lda     rolledBits
        lsr
        bcc     afterNoPush
        jsr     knockback
        lda     a:enemyWantedColumn,x
        sta     a:enemyColumn,x
        lda     a:enemyWantedRow,x
        sta     a:enemyRow,x
afterNoPush:
        jsr     abnormalityOnset
        lda     onsetHappened
        beq     afterTotal
        jsr     levelChange
afterTotal:
        lda     a:enemyHits,x
        sta     amount
        jsr     enemyTotalApplied
        ldx     struck
        jsr     loadRow
        jsr     orderDamage
        ldx     struck
        stx     amount
        jsr     statusSetUp
        jsr     inflictStatuses
        jsr     changeEnemy
        ldx     struck
        jmp     applyStatuses

; Nobody was hit: with kind 7 the user takes it himself.
missedAll:
        JSR_EXIT missedSkill
        lda     exitCode
        cmp     #1
        bne     missedDone
        ldy     currentAlly
        sty     actingHere
        jsr     selfDamage
        ldx     actingHere
        stx     currentAlly
        stz     skillShape
        ldx     #1
        stx     amount
        ldx     userAlly
        jsr     damageAlly
missedDone:
        rts

; Calls the routine at Y with X = each ally that an enemy's skill reaches: present, statuses not
; FFh; with b = 0 only the current one.
eachTarget:
        sty     targetRoutine
        ldx     #ALLY_FIRST - ALLY_SIZE
eachTargetNext:
        jsr     nextPresentAlly
        bcs     eachTargetDone
        lda     a:allyStatuses,x
        cmp     #$FF
        beq     eachTargetNext
        lda     operandB
        bne     eachTargetHere
        cpx     currentAlly
        bne     eachTargetNext
eachTargetHere:
        stx     struck
        ldy     #eachTargetBack - 1
        phy
        ldy     targetRoutine
        dey
        phy
        rts
eachTargetBack:
        ldx     struck
        bra     eachTargetNext
eachTargetDone:
        rts

; One hit of an enemy on ally X, and what it does to his HP.
strikeAlly:
        lda     #1
        sta     a:allyHits,x
        stx     amount
        jsr     valueOnAlly
        ldx     #1
        stx     amount
        ldx     struck
        lda     abilityMask
        bmi     strikeHeals
        jmp     damageAlly
strikeHeals:
        jmp     healAlly

; 17: poison of everybody who has it.
effectPoisonTick:
        stz     skillShape
        ldx     #ENEMY_BEFORE_FIRST
tickEnemy:
        jsr     nextPresentEnemy
        bcs     tickAllies
        lda     a:enemyStatuses,x
        bit     #$08
        beq     tickEnemy
        jsr     poisonEnemyTotal
        jsr     damageEnemyHp
        bra     tickEnemy
tickAllies:
        ldx     #ALLY_FIRST - ALLY_SIZE
tickAlly:
        jsr     nextPresentAlly
        bcs     tickPoisonDone
        lda     a:allyStatuses,x
        cmp     #$FF
        beq     tickAlly
        bit     #$08
        beq     tickAlly
        jsr     poisonAllyHp
        bra     tickAlly
tickPoisonDone:
        rts
