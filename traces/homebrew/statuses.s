; Statuses by skill and by weapon. C1:DC66, DB38, DB64, DBF5, DC0C, BD6C; abnormality by a hit:
; C1:D9DA, CC2D.

; C1:DC66: 0312 = statuses of the skill, 0314 = byte 18, 0315 = stat of the ally of 0378 by its bits
; 6-7. Exit 1 = C1:DC9A: the user is an enemy.
statusSetUp:
        lda     skill + 9
        sta     statusesWanted
        lda     skill + 18
        sta     statusParameters
        ldx     skillUser
        cpx     #ALLY_FIRST
        bcs     statusSetUpAlly
        EXIT    1
statusSetUpAlly:
        phx
        rol
        rol
        rol
        and     #3
        jsr     addA
        lda     a:allyStats,x
        plx
        sta     statusStat
        rts

; C1:DB38: statuses 0312 on the enemy of 0310; its defence is the stat of bits 4-5 of 0314. No
; statuses: C1:DBF5.
inflictStatuses:
        lda     statusesWanted
        beq     inflictByWeapon
        ldx     amount
        lda     statusParameters
        lsr
        lsr
        lsr
        lsr
        and     #3
        jsr     addA
        lda     a:enemyStats,x
        ldx     amount
        bra     inflictAgainst
inflictByWeapon:
        jmp     weaponStatuses

; C1:DB64: the same against defence A of enemy X. Of the statuses whose timer is 0 each takes a
; draw: v = ((stat + draw * stat >> 8) >> 1) - A, not 0 or below; time = (v * low nibble of 0314 >>
; 3) + low byte of stat / level, at most 255, at least 17. The timer is set before immunity takes
; the status out of ABnC.
inflictAgainst:
        sta     statusDefence
        lda     statusStat
        A16
        and     #$00FF
        sta     f:hwDividend
        A8
        lda     a:enemyLevel,x
        sta     f:hwDivisor
        WAIT_DIVIDE
        lda     f:hwQuotient
        sta     single
        lda     #8
        sta     loopCount
        phx
inflictNext:
        lsr     statusesWanted
        bcc     inflictShift            ; carry clear: not this one
        lda     a:enemyTimers,x
        bne     inflictRuns
        jsr     inflictRoll
        bra     inflictShift
inflictRuns:
        clc
inflictShift:
        ror     statusesTaken
        inx
        dec     loopCount
        bne     inflictNext
        plx

; ABnC = statuses that took without those the species is immune to.
takeStatuses:
        ldy     a:enemySpecies,x
        lda     a:speciesImmune,y
        eor     #$FF
        and     statusesTaken
        sta     a:enemyTaken,x
        rts

; One status: carry set = it takes, and its timer at AAn8,X is set.
inflictRoll:
        lda     statusStat
        sta     f:hwFactorA
        DRAW    $DB64
        sta     f:hwFactorB
        WAIT_MULTIPLY
        lda     f:hwRemainder + 1
        clc
        adc     statusStat
        ror
        sec
        sbc     statusDefence
        bcc     inflictFails
        beq     inflictFails
        sta     statusExcess
        sta     f:hwFactorA
        lda     statusParameters
        and     #$0F
        sta     f:hwFactorB
        WAIT_MULTIPLY
        A16
        lda     f:hwRemainder
        cmp     #2048
        bcs     inflictMost
        lsr
        lsr
        lsr
        A8
        clc
        adc     single
        bcs     inflictMost
.ifdef MSHORT
        cmp     #18
.else
        cmp     #17
.endif
        bcc     inflictFails
        sta     a:enemyTimers,x
        rts                             ; carry is set
inflictMost:
        A8
        lda     #255
        sta     a:enemyTimers,x
        sec
        rts
inflictFails:
        clc
        rts

; C1:DBF5: statuses of the weapon in the hand of the ally of 0378. Exits: 1 = C1:DF3C the skill is
; without weapon, 2 =
; C1:DBFC the weapon has none or the level is 0, 3 = C1:DC58 he drives an enemy's body.
weaponStatuses:
        ldx     $0368
        lda     skill + 15
        bit     #1
        bne     weaponInHand
        EXIT    1
weaponInHand:
        ldx     skillUser
        ldy     a:allyRecord,x
        lda     a:recordWeaponStatus,y
        bne     weaponHasSome
        EXIT    2
weaponHasSome:
        sta     single
        lda     a:allyState,x
        cmp     #$40
        bne     weaponOwnBody
        EXIT    3
weaponOwnBody:
        lda     a:allyLevel,x
        bne     weaponStatusesAt
        EXIT    2

; C1:DC0C: statuses 0320 on the enemy of 0310, for 8 * A units of time (8 bits), also where a timer
; runs. Each takes a draw: low nibble >= level.
weaponStatusesAt:
        asl
        asl
        asl
        sta     single + 1
        ldx     amount
        lda     a:enemyLevel,x
        sta     randomRange             ; 0322
        lda     #8
        sta     loopCount
weaponNext:
        lsr     single
        bcc     weaponShift
        DRAW    $DC0C
        and     #$0F
        cmp     randomRange
        bcc     weaponShift
        lda     single + 1
        sta     a:enemyTimers,x
weaponShift:
        ror     randomRange + 1         ; 0323
        inx
        dec     loopCount
        bne     weaponNext
        ldx     amount
        ldy     a:enemySpecies,x
        lda     a:speciesImmune,y
        eor     #$FF
        and     randomRange + 1
        sta     a:enemyTaken,x
        rts

; C1:BD6C: the statuses that took are set on enemy X when it was hit; 030F counts it.
applyStatuses:
        lda     a:enemyHits,x
        beq     statusesApplied
        lda     a:enemyTaken,x
        beq     statusesApplied
        inc     dealtHits
        ora     a:enemyStatuses,x
        sta     a:enemyStatuses,x
statusesApplied:
        rts

; C1:D9DA: ABn8 of enemy X = abnormality of the hit: 80h + nibble of the attribute among the
; counters of its species; nibble
; 0: byte 22 of the skill, with bit 7 only its low nibble. Exit 1 = C1:DA03: struck from behind.
hitAbnormality:
        lda     attackType
        sta     baseColumn              ; 0312
        lsr
        sta     baseRow                 ; 0313
        lda     a:enemySide,x
        bpl     hitAbnormalityFound
        EXIT    1
hitAbnormalityFound:
        A16
        lda     baseRow
        and     #7
        clc
        adc     a:enemySpecies,x
        tay
        A8
        lsr     baseColumn
        lda     a:speciesCounters,y
        bcs     counterNibble
        lsr
        lsr
        lsr
        lsr
counterNibble:
        and     #$0F
        beq     counterNone
        ora     #$80
        bra     hitAbnormalityStore
counterNone:
        lda     attackAbnormality
        bpl     hitAbnormalityStore
        and     #$8F
hitAbnormalityStore:
        sta     a:enemyPending,x
        rts

; C1:CC2D: whether ABn8 of enemy X begins. Exits: 1 = C1:CC51 no, 2 = C1:1C8E AAn2 is the new one.
onsetTest:
        lda     a:enemyPending,x
        bpl     onsetTestNone
        and     #$0F
        cmp     a:enemyAbnormality,x
        beq     onsetTestNone
        sta     a:enemyAbnormality,x
        EXIT    2
onsetTestNone:
        lda     rolledBits
        EXIT    1
