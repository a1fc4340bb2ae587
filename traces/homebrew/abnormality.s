; Action abnormalities of an enemy (AAn2): row of figures, level change, onset, release, and what
; the start of a battle notes. C1:1CF7, 17C2, 17E6, 17F1, CC2D, 90A2, 35A9, 3546, 3505.

; C1:1CF7: the row of enemy X goes to 0320-0327. The figures are the published ones (rows 0-15). Ids
; 16-31 read on into another table of the cartridge, which this ROM does not have: their rows are 0
; here.
loadRow:
        phx
        lda     a:enemyAbnormality,x
        and     #$1F
        A16
        and     #$00FF
        asl
        asl
        asl
        tax
        lda     f:abnormalityRows,x
        sta     rowCopy
        lda     f:abnormalityRows + 2,x
        sta     rowCopy + 2
        lda     f:abnormalityRows + 4,x
        sta     rowCopy + 4
        lda     f:abnormalityRows + 6,x
        sta     rowCopy + 6
        A8
        plx
        rts

; skills that are off, -, level change, onset, damage constant, idle increase, attack decrease, -
abnormalityRows:
        .byte   $04, $00, <0,   7,  2, <1,   50, 0      ; 0 none
        .byte   $04, $00, <1,   9,  3, <3,   40, 0      ; 1
        .byte   $04, $00, <2,  12,  5, <3,   30, 0      ; 2
        .byte   $04, $00, <-2,  6,  2, <1,   70, 0      ; 3
        .byte   $04, $00, <-4,  4,  1, <0,   80, 0      ; 4
        .byte   $84, $00, <0,   9,  3, <3,   40, 0      ; 5
        .byte   $C4, $00, <0,   9,  3, <3,   40, 0      ; 6
        .byte   $E4, $00, <0,   9,  3, <3,   40, 0      ; 7
        .byte   $FA, $00, <-5,  1, 15, <-2, 100, 0      ; 8
        .byte   $F0, $00, <2,   4,  1, <5,    5, 0      ; 9
        .byte   $E0, $00, <-2, 15,  8, <10,   5, 0      ; A
        .byte   $00, $00, <0,   5,  2, <7,   35, 0      ; B
        .byte   $10, $00, <2,   6, 15, <0,   45, 0      ; C
        .byte   $C0, $00, <-5,  0,  8, <7,   50, 0      ; D
        .byte   $00, $00, <-4,  9, 15, <0,  100, 0      ; E
        .byte   $7C, $00, <3,  15, 15, <15,   0, 0      ; F
        .res    16 * 8, 0

; C1:17F1: the level change is A.
levelChangeA:
        sta     rowLevelChange

; C1:17C2: level of enemy X + the signed change, held to 0..255; its sign chooses the limit.
levelChange:
        lda     rowLevelChange
        bmi     levelDown
        clc
        adc     a:enemyLevel,x
        bcc     levelStore
        lda     #255
        bra     levelStore
levelDown:
        clc
        adc     a:enemyLevel,x
        bcs     levelStore
        lda     #0
levelStore:
        sta     a:enemyLevel,x
        rts

; C1:17E6: the same with the change negated first. Exit 1 = C1:17EF: it is -128, which has no
; negative.
levelChangeNegated:
        lda     rowLevelChange
        cmp     #$80
        beq     levelNoNegative
        eor     #$FF
        inc     a
        sta     rowLevelChange
        bra     levelChange
levelNoNegative:
        EXIT    1

; C1:CC2D up to CC42: a pending abnormality that is not the present one begins. Always exit 1.
abnormalityOnset:
        stz     onsetHappened
        lda     a:enemyPending,x
        bpl     onsetDone
        and     #15
        cmp     a:enemyAbnormality,x
        beq     onsetDone
        sta     a:enemyAbnormality,x
        jsr     loadRow
        jsr     orderOnset
        inc     onsetHappened
onsetDone:
        EXIT    1

; C1:90A2: release roll of enemy X: only with an abnormality, idle, at AI step 0; then one draw.
releaseRoll:
        lda     a:enemyAbnormality,x
        beq     released
        lda     a:enemySkillState,x
        bne     released
        lda     a:enemyStep,x
        bne     released
        DRAW    $90A2
        and     #$7F
        cmp     a:enemyLevel,x
        bcs     released
        stz     a:enemyAbnormality,x
released:
        rts

; C1:35A9: a noted abnormality (not 0, not FFh) comes true in half of the draws.
startAbnormality:
        ldy     a:enemySpecies,x
        lda     a:speciesNote,y
        beq     startAbnormalityDone
        cmp     #$FF
        beq     startAbnormalityDone
        DRAW    $35A9
        cmp     #$80
        bcs     startAbnormalityDone
        lda     a:speciesNote,y
        sta     a:enemyAbnormality,x
startAbnormalityDone:
        rts

; C1:3505: X = address of the record of item A (16 bytes each) in the table whose place stands at
; D5:0068.
itemRecord:
        A16
        and     #$00FF
        asl
        asl
        asl
        asl
        clc
        adc     itemTable               ; given to the call
        tax
        A8
        rts

; C1:3546: what the left-hand item of ally X notes for all species of a race. Exits: 1 = C1:35A7
; end, 2 = C1:358C a matching species has a note already. The item byte is given to the call (window
; in page 1F).
startAbnormalityNotes:
        jsr     allyPresent
        beq     notesDone
        ldy     a:allyRecord,x
        lda     a:recordItem,y
        beq     notesDone
        jsr     itemRecord
        A16
        txa
        clc
        adc     #13
        cmp     itemByteAddress
        A8
        bne     notesDone
        lda     itemByteValue
        and     #15
        beq     notesDone
        sta     operandA                ; abnormality
        lda     itemByteValue
        lsr
        lsr
        lsr
        lsr
        sta     operandB                ; race
        ldy     #$1A00
notesNext:
        lda     a:speciesPresent,y
        bit     #$40
        beq     notesSkip
        lda     a:speciesRace,y
        and     #15
        cmp     operandB
        bne     notesSkip
        lda     a:speciesNote,y
        bne     notesTaken
        lda     operandA
        sta     a:speciesNote,y
notesSkip:
        A16
        tya
        clc
        adc     #$40
        tay
        A8
        cpy     #$1B00
        bne     notesNext
notesDone:
        EXIT    1
notesTaken:
        EXIT    2
