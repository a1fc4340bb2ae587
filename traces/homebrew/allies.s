; Allies: who is next, who can act, charged skills, step, pass and turn flags.
; C1:7AED, 93A0, 9572, 96CB, 9920, 9EFF, 9F02, 9F5A, 446B, FB2B, F55D, F570, F661, F70C.

; C1:7AED: can the current ally act? A low = FFh, X = its block. Exit 1 = C1:7B02: no.
allyCanAct:
        ldx     currentAlly
        lda     a:allyStatuses,x
        and     #$B0
        bne     allyCannotAct
        lda     a:allySkillState,x
        and     #$60
        bne     allyCannotAct
        stx     currentAlly
        lda     #$FF
        rts
allyCannotAct:
        EXIT    1

; C1:9F5A: X += 40h; A low = FFh when that ally is present. Exit 1 = C1:9F70: absent.
nextAllyBlock:
        A16
        txa
        clc
        adc     #ALLY_SIZE
        tax
        A8
testAlly:
        lda     a:allyId,x
        cmp     #$FF
        beq     allyAbsent
        lda     a:allyState,x
        bit     #$40
        beq     allyAbsent
        lda     #$FF
        rts
allyAbsent:
        EXIT    1

; Is the ally X present? Z set = absent. Keeps the exit code, for use inside of other routines.
allyPresent:
        lda     a:allyId,x
        cmp     #$FF
        beq     allyPresentDone
        lda     a:allyState,x
        bit     #$40
        rts
allyPresentDone:
        lda     #0
        rts

; C1:93A0: from ally X on (Z set = X is absent), the first charged skill that is due begins as in
; C1:93C5. Exits: 1 = C1:93B5 charge left, 2 = C1:93C4 all four done, 3 = C1:9F70 the next one is
; absent.
chargeScan:
        beq     chargeNext
chargeTest:
        lda     a:allySkillState,x
        cmp     #$40
        bne     chargeNext
        lda     a:allyStatuses,x
        and     #$B0
        bne     chargeNext
        lda     a:allyCharge,x
        bne     chargeLeft
        jmp     allySkillFires
chargeNext:
        cpx     #ALLY_LAST
        beq     chargeDone
        JSR_EXIT nextAllyBlock
        lda     exitCode
        beq     chargeTest
        EXIT    3
chargeLeft:
        EXIT    1
chargeDone:
        EXIT    2

; C1:9572 up to 957D: ally X passes or marks time. X = current ally.
allyPass:
        jsr     allyMovePoints
        lda     #$40
        sta     timeCode
        sta     turnFlag
        ldx     currentAlly
        EXIT    1

; C1:96CB up to 96EF: ally X steps one cell; +06/+07 count the frames of the step.
allyStep:
        jsr     allyMovePoints
        lda     #$40
        sta     timeCode
        sta     turnFlag
        lda     #$08
        sta     phaseFlags
        stz     a:allyWalkCounter,x
        lda     #4
        sta     a:allyWalkFrames,x
        lda     #$20
        sta     a:allySkillState,x
        stz     a:allyCharge,x
        lda     #12
        sta     a:allyChargeLength,x
        EXIT    1

; C1:446B: one frame of the step of ally X. Exits: 1 = C1:4482 arrived, 2 = C1:449A still moving.
allyStepFrame:
        lda     a:allyCharge,x
        inc     a
        sta     a:allyCharge,x
        cmp     a:allyChargeLength,x
        bne     allyStepMoving          ; only the exact length ends it
        lda     a:allyWantedColumn,x
        sta     a:allyColumn,x
        lda     a:allyWantedRow,x
        sta     a:allyRow,x
        EXIT    1
allyStepMoving:
        EXIT    2

; C1:9920: flags of an ally's turn to face.
allyTurnFlags:
        lda     #$40
        sta     turnFlag
        lda     #$20
        sta     timeCode
        rts

; C1:9EFF: X becomes the current ally.
setCurrentAlly:
        stx     currentAlly
        rts

; C1:9F02: the ally after X in formation order. Exits: 1 = C1:9F52 that one is absent (X = it), 2 =
; C1:9F32 no slot has the next rank (X as it was).
nextAlly:
        A16
        txa
        sec
        sbc     #ALLY_FIRST
        lsr
        lsr
        lsr
        lsr
        lsr
        lsr
        tay
        A8
        lda     formationRanks,y
        inc     a
        and     #3
        sta     candidateOrder          ; 0312: the rank that is looked for
        ldy     #0
nextAllySlot:
        cmp     formationRanks,y
        beq     nextAllyFound
        iny
        cpy     #4
        bne     nextAllySlot
        EXIT    2
nextAllyFound:
        jsr     allyBlockOfSlot
        tyx
        jmp     testAlly

; Y = ally block of slot Y (0..3). A is lost.
allyBlockOfSlot:
        A16
        tya
        asl
        asl
        asl
        asl
        asl
        asl
        clc
        adc     #ALLY_FIRST
        tay
        A8
        rts

; C1:FB2B: Y = block of the first slot whose rank is 0360. Exits: 1 = C1:FB31 0356 has a high
; nibble, 2 = C1:FB4A no such slot.
allyOfRank:
        lda     formationMode
        and     #$F0
        bne     allyOfRankOther
        stz     slotIndex
        ldy     #formationRanks
allyOfRankNext:
        lda     rank
        cmp     a:0,y
        beq     allyOfRankFound
        iny
        inc     slotIndex
        lda     slotIndex
        cmp     #4
        bne     allyOfRankNext
        EXIT    2
allyOfRankFound:
        A16
        tya
        sec
        sbc     #formationRanks
        tay
        A8
        jsr     allyBlockOfSlot
        rts
allyOfRankOther:
        EXIT    1

; C1:F55D up to F565: 0359 from the map argument.
partyArgument:
        lda     a:mapArgument
        and     #$C0
        lsr
        sta     battleArgument
        EXIT    1

; C1:F570 up to F57E: the search for the first ally starts behind the last one; 0354 from the map
; argument.
partySetUp:
        ldx     #ALLY_LAST
        stx     currentAlly
        lda     a:mapArgument + 1
        lsr
        lsr
        sta     formationCell
        EXIT    1

; C1:F661: next member. Exits: 1 = C1:F623 another one, 2 = C1:F66A all four done.
nextRank:
        inx
        inc     rank
        lda     rank
        cmp     #4
        beq     nextRankDone
        EXIT    1
nextRankDone:
        EXIT    2

; C1:F70C: next rank; the ally Y becomes the current one when it can be controlled. Exits: 1 =
; C1:F724, 2 = C1:F715 not.
firstAlly:
        inc     rank
        lda     a:allyState,y
        bit     #$40
        beq     firstAllyNot
        sty     currentAlly
        EXIT    1
firstAllyNot:
        EXIT    2
