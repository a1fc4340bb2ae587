; Phase 0: choice of a scenario, calls (call mode), and the loader of scenarios.

; The menu keeps the pad in its own scratch: in call mode no cell may change but by the call itself.
menuFrame:
        lda     callNumber
        beq     menuNoCall
        jsr     answerCall
menuNoCall:
        jsr     waitForPads
        stx     menuPad
        A16
        lda     menuPad
        tax
        eor     menuPadBefore
        and     menuPad                 ; newly pressed
        sta     menuNew
        stx     menuPadBefore
        A8
        lda     menuNew + 1
        bit     #PAD_SELECT
        beq     menuNoSelect
        lda     scenarioNumber
        inc     a
        cmp     #SCENARIO_COUNT
        bcc     menuScenario
        lda     #0
menuScenario:
        jsr     loadScenario
menuNoSelect:
.ifdef MENU
        lda     menuNew
        bit     #PAD_X
        beq     menuNoSpeed
        lda     textSpeed
        inc     a
        cmp     #3
        bcc     menuSpeed
        lda     #0
menuSpeed:
        sta     textSpeed
menuNoSpeed:
.endif
        lda     menuNew + 1
        bit     #PAD_START
        beq     menuEnd
        lda     #1
        sta     phase
menuEnd:
        rts

; Loads scenario A: every page of cells is cleared, then the chunks of its list are copied.
loadScenario:
        pha
        ldy     #0
clearPages:
        A16
        tyx
        lda     f:clearedPages,x
        beq     pagesCleared
        tax
        A8
        lda     #16
        sta     counter
        A16
clearSixteen:
        stz     a:0,x
        stz     a:2,x
        stz     a:4,x
        stz     a:6,x
        stz     a:8,x
        stz     a:10,x
        stz     a:12,x
        stz     a:14,x
        txa
        clc
        adc     #16
        tax
        A8
        dec     counter
        A16
        bne     clearSixteen            ; REP leaves Z alone
        iny
        iny
        A8
        bra     clearPages
        .a16
pagesCleared:
        lda     #0
        sta     a:mapGenerator
        sta     battleTimer
        A8
        stz     a:demoFlag
.ifdef BATTLE
        stz     a:mapArgument
        stz     a:mapArgument + 1
.endif
        ldx     #0
clearDrillCells:
        stz     sequenceBegin,x         ; 1E00-1E3F; the rest of page 1E is our scratch
        inx
        cpx     #$0040
        bne     clearDrillCells
        pla
        sta     scenarioNumber
        ldx     #$4B4C                  ; "LKST"
        stx     signature
        ldx     #$5453
        stx     signature + 2
.ifdef MENU
        lda     #3
        sta     imageNumber
.elseif .defined(DUEL)
        lda     #2
        sta     imageNumber
.elseif .defined(BATTLE)
        lda     #1
        sta     imageNumber
.endif
        A16
        lda     scenarioNumber
        and     #$00FF
        asl
        tax
        lda     f:scenarioList,x
        tax
        A8

; The list at X: words of address and length, then the bytes; address 0 ends it, address 1 is
; followed by the place of a list that is loaded on the way.
loadChunks:
        A16
        lda     f:scenarioBank,x
        beq     chunksDone
        cmp     #1
        beq     chunkList
        tay
        lda     f:scenarioBank + 2,x
        dec     a
        inx
        inx
        inx
        inx
        mvn     #$80, #$7E              ; leaves X behind the chunk and the data bank as it is
        A8
        bra     loadChunks
        .a16
chunkList:
        phx
        lda     f:scenarioBank + 2,x
        tax
        A8
        jsr     loadChunks
        plx
        inx
        inx
        inx
        inx
        bra     loadChunks
        .a16
chunksDone:
        A8
        rts

; lists are addressed within bank 80, the fast image of bank 00
scenarioBank    = $800000

; Every page that a scenario may name. Page 1E is cleared apart.
clearedPages:
        .word   $0300, $0400, $0A00, $0B00, $0C00, $0D00, $0E00, $0F00, $1000, $1100, $1200
        .word   $1A00, $1B00, $1C00, $1D00, $AA00, $AB00, $AC00, $AD00, $E900, $EA00, $FE00
.ifdef BATTLE
        .word   $0500, $9000, $9100, $9200, $9E00
.endif
        .word   0
