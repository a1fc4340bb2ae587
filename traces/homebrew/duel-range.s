; Ranges and areas of the duel ("Range and area" of PROGRAM.md): the user is that of duelUser, the
; skill that of recordAt. C1:3D2D, 3924, 3B32, 3C3D, 38A0.

; recordAt = place of skill A in pages 1D and 05.
recordOf:
        A16
        and     #$000F
        asl
        asl
        asl
        asl
        sta     recordAt
        A8
        rts

; The box of the user.
takeUserBox:
        ldx     duelUser
        lda     duelUser + 1
        cmp     #>ALLY_FIRST
        beq     userBoxAlly
        lda     a:enemyColumn,x
        sta     userColumn
        lda     a:enemyRow,x
        sta     userRow
        ldy     a:enemySpecies,x
        lda     a:speciesWidth,y
        sta     userWidth
        lda     a:speciesHeight,y
        sta     userHeight
        rts
userBoxAlly:
        lda     a:allyColumn,x
        sta     userColumn
        lda     a:allyRow,x
        sta     userRow
        lda     #1
        sta     userWidth
        sta     userHeight
        rts

; A = facing of the user: bit 0 left, bit 1 up.
facingOfUser:
        ldx     duelUser
        lda     duelUser + 1
        cmp     #>ALLY_FIRST
        beq     facingOfAlly
        lda     a:enemyFacing,x
        rol
        rol
        rol
        and     #3
        rts
facingOfAlly:
        lda     a:allyFacing,x
        and     #3
        rts

; 0Fh round the box of the user, or round the box of roundColumn.
markRoundUser:
        lda     userColumn
        sta     roundColumn
        lda     userRow
        sta     roundRow
        lda     userWidth
        sta     roundWidth
        lda     userHeight
        sta     roundHeight
markRound:
        ldx     recordAt
        lda     battleSkills + 21 - 9,x
        A16
        and     #$0007
        tax
        A8
        lda     f:wideShapes,x
        bne     roundWide
        ldx     recordAt
        lda     battleSkills + 12 - 9,x
        and     #3
.ifndef MAREA
        cmp     #3
        bne     roundSquare
        lda     #7
.endif
roundSquare:
        sta     roundAcross
        sta     roundDown
        bra     roundLimits
roundWide:
        pha
        and     #$0F
        sta     roundDown
        pla
        lsr
        lsr
        lsr
        lsr
        sta     roundAcross
roundLimits:
        lda     roundColumn
        clc
        adc     roundWidth
        dec     a
        clc
        adc     roundAcross
        jsr     atMostSix
        sta     roundRight
        lda     roundRow
        clc
        adc     roundHeight
        dec     a
        clc
        adc     roundDown
        jsr     atMostSix
        sta     roundBottom
        lda     roundColumn
        sec
        sbc     roundAcross
        bcs     roundLeftIn
        lda     #0
roundLeftIn:
        sta     roundLeft
        lda     roundRow
        sec
        sbc     roundDown
        bcs     roundTopIn
        lda     #0
roundTopIn:
        sta     roundNow
roundRowNext:
        lda     roundNow
        asl
        asl
        asl
        clc
        adc     roundLeft
        jsr     gridOffsetOf
        lda     roundRight
        sec
        sbc     roundLeft
        inc     a
        sta     columnsLeft
roundCell:
        lda     areaMarks,y
        ora     #$0F
        sta     areaMarks,y
        iny
        dec     columnsLeft
        bne     roundCell
        inc     roundNow
        lda     roundBottom
        cmp     roundNow
        bcs     roundRowNext
        rts

atMostSix:
        cmp     #6
        bcc     atMostSixDone
        lda     #6
atMostSixDone:
        rts

wideShapes:
        .byte   0, $70, $71, $72, $07, $17, 0, $27

; The range.
markRange:
        jsr     takeUserBox
        jsr     clearMarks
        ldx     recordAt
        lda     battleSkills + 13 - 9,x
        bit     #$20
        beq     rangeLines
        jmp     markRoundUser
rangeLines:
        sta     rangeType
        lda     drillSkills + 6,x
        sta     rangeDirections
        lda     drillSkills + 7,x
        and     #$0F
        sta     rangeBits
        beq     rangeOwnCell
        lda     rangeType
        bpl     rangeFarCells
rangeOwnCell:
        lda     userRow
        asl
        asl
        asl
        clc
        adc     userColumn
        jsr     gridOffsetOf
        lda     #$F0
        sta     areaMarks,y
rangeFarCells:
        lda     rangeBits
        beq     rangeDone
        ldx     #0
        stx     rangeDirection
rangeNext:
        lsr     rangeDirections
        bcc     rangeSkip
        jsr     markLines
rangeSkip:
        ldx     rangeDirection
        inx
        stx     rangeDirection
        cpx     #8
        bne     rangeNext
rangeDone:
        rts

; The lines of one direction.
markLines:
        ldx     rangeDirection
        lda     f:lineColumns,x
        sta     lineAcross
        lda     f:lineRows,x
        sta     lineDown
        jsr     facingOfUser
        lsr
        bcc     lineNotLeft
        pha
        lda     #0
        sec
        sbc     lineAcross
        sta     lineAcross
        pla
lineNotLeft:
        lsr
        bcc     lineNotUp
        lda     #0
        sec
        sbc     lineDown
        sta     lineDown
lineNotUp:
        lda     lineDown
        asl
        asl
        asl
        clc
        adc     lineAcross
        sta     wayAcross
        lda     #0
        bit     wayAcross               ; a step is -9 to 9
        bpl     lineStepOn
        lda     #$FF
lineStepOn:
        sta     wayAcross + 1
        lda     #1
        sta     linesLeft
        stz     lineShift
        lda     lineAcross
        bne     lineNotUpright
        lda     userWidth
        sta     linesLeft
lineNotUpright:
        lda     lineDown
        bne     lineStart
        lda     userHeight
        sta     linesLeft
lineStart:
        lda     userColumn
        sta     lineColumn
        lda     lineAcross
        beq     lineColumnShift
        bmi     lineColumnSet
        lda     userColumn
        clc
        adc     userWidth
        dec     a
        sta     lineColumn
        bra     lineColumnSet
lineColumnShift:
        lda     userColumn
        clc
        adc     lineShift
        sta     lineColumn
lineColumnSet:
        lda     userRow
        sta     lineRow
        lda     lineDown
        beq     lineRowShift
        bmi     lineRowSet
        lda     userRow
        clc
        adc     userHeight
        dec     a
        sta     lineRow
        bra     lineRowSet
lineRowShift:
        lda     userRow
        clc
        adc     lineShift
        sta     lineRow
lineRowSet:
        lda     rangeBits
        sta     lineDistance            ; its low bit: whether the next distance is in range
        lda     lineRow
        asl
        asl
        asl
        clc
        adc     lineColumn
        A16
        and     #$00FF
        tay
lineCell:
        tya
        clc
        adc     wayAcross               ; the step
        tay
        and     #$0007
        cmp     #$0007
        beq     lineOut
        tya
        and     #$0038
        cmp     #$0038
        beq     lineOut
        A8
        lda     lineDistance
        lsr
        bcc     lineNotMarked
        tax
        lda     #$F0
        sta     areaMarks,y
        txa
lineNotMarked:
        beq     lineLastBit             ; the bit of 4 stands for all beyond
        sta     lineDistance
lineGoesOn:
        A16
        bra     lineCell
        .a8
lineLastBit:
        lda     rangeBits
        bit     #8
        beq     lineOver
        lda     #1
        sta     lineDistance
        bra     lineGoesOn
        .a16
lineOut:
        A8
lineOver:
        inc     lineShift
        dec     linesLeft
        beq     linesOver
        jmp     lineStart
linesOver:
        rts

lineColumns:
        .byte   1, 0, $FF, $FF, $FF, 0, 1, 1
lineRows:
        .byte   1, 1, 1, 0, $FF, $FF, $FF, 0

; The area that the skill hits, at the cell of duelColumn and duelRow.
markHitArea:
        jsr     takeUserBox
        jsr     clearMarks
        ldx     recordAt
        lda     battleSkills + 13 - 9,x
        bit     #$20
        beq     hitAreaRound
        jmp     markRoundUser
hitAreaRound:
        lda     duelColumn
        sta     roundColumn
        lda     duelRow
        sta     roundRow
        lda     #1
        sta     roundWidth
        sta     roundHeight
        lda     battleSkills + 11 - 9,x
        and     #$C0
        sta     trajectory
        beq     hitAreaHere
        jsr     followWay
hitAreaHere:
        jmp     markRound

; What lies on the way to the cell.
followWay:
        lda     duelColumn
        sta     wayAt
        lda     userColumn
        sta     wayFrom
        lda     userWidth
        jsr     wayStep
        stx     lineAcross              ; and lineDown, set below
        sta     wayDistance
        lda     lineAcross
        sta     wayAcross
        lda     duelRow
        sta     wayAt
        lda     userRow
        sta     wayFrom
        lda     userHeight
        jsr     wayStep
        stx     lineAcross
        cmp     wayDistance
        bcc     wayNearer
        sta     wayDistance
wayNearer:
        lda     lineAcross
        sta     lineDown
        lda     wayAcross
        sta     lineAcross
        lda     wayDistance
        dec     a
        sta     wayBack
wayNext:
        lda     wayBack
        beq     wayOver
        bmi     wayOver
        lda     lineAcross
        sta     wayAt
        lda     duelColumn
        jsr     wayBackBy
        sta     lineColumn
        lda     lineDown
        sta     wayAt
        lda     duelRow
        jsr     wayBackBy
        sta     lineRow
        asl
        asl
        asl
        clc
        adc     lineColumn
        jsr     gridOffsetOf
        lda     trajectory
        cmp     #$40
        beq     wayStraight
        lda     #$0F
        sta     areaMarks,y
        bra     wayFurther
wayStraight:
        lda     grid,y
        and     #$0F
        beq     wayFurther
        lda     duelUser + 1            ; 1Bh or 1Ch: an ally is stopped by bit 4 of the cell
        cmp     #>ALLY_FIRST
        lda     #0
        bcc     waySide
        lda     #$10
waySide:
        eor     grid,y
        and     #$10
        bne     wayFurther
        lda     lineColumn
        sta     roundColumn
        lda     lineRow
        sta     roundRow
        rts
wayFurther:
        dec     wayBack
        bra     wayNext
wayOver:
        lda     trajectory
        cmp     #$C0
        bne     wayDone
        lda     wayDistance
        beq     wayDone
        lda     duelColumn
        sta     lineColumn
        lda     duelRow
        sta     lineRow
wayOn:
        lda     lineColumn
        clc
        adc     lineAcross
        sta     lineColumn
        cmp     #7
        bcs     wayDone
        lda     lineRow
        clc
        adc     lineDown
        sta     lineRow
        cmp     #7
        bcs     wayDone
        asl
        asl
        asl
        clc
        adc     lineColumn
        jsr     gridOffsetOf
        lda     #$0F
        sta     areaMarks,y
        bra     wayOn
wayDone:
        rts

; From the span of A cells at wayFrom to wayAt: X = step FFh, 0 or 1, A = distance.
wayStep:
        clc
        adc     wayFrom
        sta     wayBeyond
        lda     wayAt
        cmp     wayFrom
        bcc     wayStepBack
        cmp     wayBeyond
        bcs     wayStepOn
        ldx     #0
        lda     #0
        rts
wayStepOn:
        sbc     wayBeyond               ; carry is set
        inc     a
        ldx     #1
        rts
wayStepBack:
        lda     wayFrom
        sec
        sbc     wayAt
        ldx     #$FF
        rts

; A less wayBack steps of wayAt.
wayBackBy:
        bit     wayAt
        bmi     wayBackUp
        pha
        lda     wayAt
        beq     wayBackNone
        pla
        sec
        sbc     wayBack
        rts
wayBackNone:
        pla
        rts
wayBackUp:
        clc
        adc     wayBack
        rts
