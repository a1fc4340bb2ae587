; Damage that is set by poison and fields, and waking. C1:1DD0, 1DF8, 1E26, 1E4C, 1E71, 1EA3, D94A,
; D9B1.

; C1:1DD0: poison of ally X (Z set = absent). Exits: 1 = C1:1DC8 none, 2 = C1:1E19 damage set.
poisonAlly:
        beq     poisonAllyNone
        lda     a:allyStatuses,x
        cmp     #$FF                    ; out of the fight
        beq     poisonAllyNone
        bit     #$08
        beq     poisonAllyNone
        ldy     a:allyRecord,x
        A16
        lda     a:recordHp,y
        jsr     sixteenth
        .a8
        jsr     setAllyDamage
        EXIT    2
poisonAllyNone:
        EXIT    1

; 0310 = max(A >> 4, 1). Entered with a 16-bit accumulator, left with 8 bits.
        .a16
sixteenth:
.ifndef MPOISON
        lsr
.endif
        lsr
        lsr
        lsr
        bne     sixteenthStore
        inc     a
sixteenthStore:
        sta     amount
        A8
        rts

; C1:1DF8: 0310 is one hit of damage to ally X. Exit 1 = C1:1E19.
setAllyDamage:
        A16
        lda     amount
        sta     a:allyDamage,x
        A8
        lda     #0
        sta     a:allyExtra33,x
        sta     a:allyEvade,x
        stx     targetBlock
        lda     #1
        sta     a:allyHitCode,x
        sta     a:allyHits,x
        sta     amount
        EXIT    1

; C1:1E26: 0310 is recovery of ally X. Exit 1 = C1:1E42.
setAllyAbsorb:
        A16
        lda     amount
        sta     a:allyDamage,x
        A8
        stz     a:allyEvade,x
        stx     targetBlock
        lda     #$FF
        sta     a:allyHitCode,x
        stz     a:allyHits,x
        lda     #1
        sta     amount
        EXIT    1

; C1:1E4C: poison of enemy X (N set = end of the list, Z set = absent).
; Exits: 1 = C1:1E5D end, 2 = C1:1E49 none, 3 = C1:1E9A damage set.
poisonEnemy:
        bmi     poisonEnemyEnd
        beq     poisonEnemyNone
        lda     a:enemyStatuses,x
        bit     #$08
        beq     poisonEnemyNone
        A16
        lda     a:enemyHp,x
        jsr     sixteenth
        .a8
        jsr     setEnemyDamage
        EXIT    3
poisonEnemyEnd:
        EXIT    1
poisonEnemyNone:
        EXIT    2

; C1:1E71: 0310 is one hit of damage to enemy X. Exit 1 = C1:1E9A.
setEnemyDamage:
        A16
        lda     amount
        sta     a:enemyDamage,x
        A8
        stz     a:enemyExtra2,x
        stz     a:enemyEvade,x
        stz     abilityMask
        stx     targetBlock
        lda     #1
        sta     a:enemyHitCode,x
        sta     a:enemyHits,x
        sta     amount
        EXIT    1

; C1:1EA3: 0310 is recovery of enemy X. Exit 1 = C1:1ECA.
setEnemyAbsorb:
        A16
        lda     amount
        sta     a:enemyDamage,x
        A8
        stz     a:enemyEvade,x
        lda     #$80
        sta     abilityMask
        stx     targetBlock
        lda     #$FF
        sta     a:enemyHitCode,x
        stz     a:enemyHits,x
        lda     #1
        sta     amount
        EXIT    1

; C1:D94A: ally X wakes, unless it is out of the fight.
wakeAlly:
        lda     a:allyStatuses,x
        cmp     #$FF
        beq     allyAwake
        and     #$DF
        sta     a:allyStatuses,x
        lda     #0
        sta     a:allyTimers + 5,x
allyAwake:
        rts

; C1:D9B1: enemy X wakes; enemy id D0h has its damage replaced by 1. Exit 1 = C1:D9D1: it was that
; one.
wakeEnemy:
        lda     a:enemyStatuses,x
        and     #$DF
        sta     a:enemyStatuses,x
        stz     a:enemySleepTimer,x
        lda     a:enemyId,x
        cmp     #$D0
        bne     enemyAwake
        A16
        lda     #1
        sta     a:enemyDamage,x
        A8
        EXIT    1
enemyAwake:
        rts
