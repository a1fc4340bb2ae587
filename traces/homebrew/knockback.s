; Who stands where, and an enemy that is pushed away. C1:41F2, 41FF, D025, D052, 1429.

; C1:41F2: the box of enemy X moves to the cell of 1Bn8/9 on the grid: A = 0 (Z set), or FFh where
; it cannot. Exit 1 = C1:41FD: the player drives it.
moveBox:
        lda     a:enemyState,x
        cmp     #$20
        bne     moveBoxOfEnemy
        EXIT    1
moveBoxOfEnemy:
        lda     #$10
        sta     boxCode

; C1:41FF: the same for the side of 0313, which becomes the occupant code. Cells of others keep the
; box out, as do the edges.
moveBoxOfSide:
        A16
        txa
        lsr
        lsr
        lsr
        lsr
        A8
        and     #$0F
        inc     a
        ora     boxCode
        sta     boxCode
        ldy     a:enemySpecies,x
        lda     a:speciesWidth,y
        sta     boxWidth
        lda     a:speciesHeight,y
        sta     boxHeight
        sta     boxRowsLeft
        lda     #8
        sec
        sbc     boxWidth
        sta     boxLimit
        lda     a:enemyWantedColumn,x
        clc
        adc     boxWidth
        cmp     #8
        bcs     boxBlocked
        lda     a:enemyWantedRow,x
        clc
        adc     boxHeight
        cmp     #8
        bcs     boxBlocked
        lda     a:enemyWantedRow,x
        asl
        asl
        asl
        adc     a:enemyWantedColumn,x   ; with the bit that was shifted out
        sta     boxCell
        stz     boxCell + 1
        sta     boxRow
boxTestRow:
        lda     boxWidth
        sta     boxColumnsLeft
        jsr     boxRowStart
boxTestCell:
        lda     grid,y
        and     #$1F
        bit     #$0F
        beq     boxFree
        cmp     boxCode
        bne     boxBlocked
boxFree:
        iny
        dec     boxColumnsLeft
        bne     boxTestCell
        jsr     boxNextRow
        bne     boxTestRow
        lda     boxCode
        pha
        stz     boxCode
        lda     a:enemyRow,x
        asl
        asl
        asl
        adc     a:enemyColumn,x
        sta     boxCellBefore
        stz     boxCellBefore + 1
        jsr     fillBox
        pla
        sta     boxCode
        lda     boxCell
        jsr     fillBox
        lda     #0
        rts
boxBlocked:
        lda     #$FF
        rts

; The cells of a box from cell A on: the field stays, the occupant becomes 0313.
fillBox:
        sta     boxRow
        lda     boxHeight
        sta     boxRowsLeft
fillBoxRow:
        lda     boxWidth
        sta     boxColumnsLeft
        jsr     boxRowStart
fillBoxCell:
        lda     grid,y
        and     #$E0
        ora     boxCode
        sta     grid,y
        iny
        dec     boxColumnsLeft
        bne     fillBoxCell
        jsr     boxNextRow
        bne     fillBoxRow
        rts

; Y = the cell of boxRow.
boxRowStart:
        lda     boxRow
        A16
        and     #$00FF
        tay
        A8
        rts

; The row below, and one row less; Z set: there is none.
boxNextRow:
        lda     boxRow
        clc
        adc     #8
        sta     boxRow
        dec     boxRowsLeft
        rts

; C1:D025: enemy X wants the cell that it has.
wantOwnCell:
        lda     a:enemyColumn,x
        sta     a:enemyWantedColumn,x
        lda     a:enemyRow,x
        sta     a:enemyWantedRow,x
        rts

; C1:1429: whoever was moved or turned (0311) stops charging.
cancelCharge:
        lda     rolledBits
        beq     cancelNothing
        lda     a:enemySkillState,x
        cmp     #$40
        bne     cancelNothing
        stz     a:enemySkillState,x
cancelNothing:
        rts

; C1:D052 as its shorter vectors run it: it ends with the first step that is tried.
callKnockbackStep:
        lda     #1
        sta     stopsAtStep
        jsr     knockback
        stz     stopsAtStep
        rts

; C1:D052: enemy X goes one cell away from the ally of 0378: along both axes, else the row alone,
; else the column alone; else it wants its own cell. Nothing when it is level on both. With
; stopsAtStep set, exits: 1 = C1:D0B7, 2 = C1:D0D3, 3 = C1:D0EF.
knockback:
        stz     exitCode
        ldy     skillUser
        lda     a:allyColumn,y
        sta     pushUser
        lda     a:enemyColumn,x
        sta     pushNear
        ldy     a:enemySpecies,x
        lda     a:speciesWidth,y
        jsr     pushedAway
        sta     pushColumns
        ldy     skillUser
        lda     a:allyRow,y
        sta     pushUser
        lda     a:enemyRow,x
        sta     pushNear
        ldy     a:enemySpecies,x
        lda     a:speciesHeight,y
        jsr     pushedAway
        sta     pushRows
        sta     pushRowsKept            ; a step that succeeds takes 0314 and 0315
        lda     pushColumns
        sta     pushColumnsKept
        ora     pushRows
        bne     pushBoth
        rts
pushBoth:
        lda     pushColumnsKept
        sta     stepColumns
        lda     pushRowsKept
        sta     stepRows
        lda     #1
        jsr     tryStep
        beq     pushed
        lda     pushRowsKept
        beq     pushColumn
        stz     stepColumns
        sta     stepRows
        lda     #2
        jsr     tryStep
        beq     pushed
pushColumn:
        lda     pushColumnsKept
        beq     pushNowhere
        sta     stepColumns
        stz     stepRows
        lda     #3
        jsr     tryStep
        beq     pushed
pushNowhere:
        jmp     wantOwnCell
pushed:
        rts

; A = 1, FFh or 0: away from pushUser, which is before the span of A cells from pushNear on, behind
; it or within.
pushedAway:
        clc
        adc     pushNear
.ifndef MSPAN
        dec     a                       ; its last cell
.endif
        sta     pushFar
        lda     pushUser
        cmp     pushNear
        bcc     pushedOn
        cmp     pushFar
        beq     pushedNot
        bcs     pushedBack
pushedNot:
        lda     #0
        rts
pushedOn:
        lda     #1
        rts
pushedBack:
        lda     #$FF
        rts

; One step: Z set = it is done. A = number of its exit.
tryStep:
        sta     stepNumber
        lda     a:enemyColumn,x
        clc
        adc     stepColumns
        cmp     #7
        bcs     stepNot
        sta     stepWanted
        lda     a:enemyRow,x
        clc
        adc     stepRows
        cmp     #7
        bcs     stepNot
        sta     a:enemyWantedRow,x
        lda     stepWanted
        sta     a:enemyWantedColumn,x
        jsr     moveBox
        stz     exitCode
        ldy     stopsAtStep             ; and the byte behind it, which is 0
        beq     stepTried
        pha
        lda     stepNumber
        sta     exitCode
        pla
        ply                             ; the caller's return address: it ends here
        rts
stepTried:
        cmp     #0
        rts
stepNot:
        lda     #$FF
        rts
