; The draw journal of the second image (page 20 of PROGRAM.md): which routine drew, and the state
; after it.

; A draw for the routine whose address stands on the stack (macro DRAW): A low = value, flags of it;
; X and Y stay.
drawAt:
        jsr     draw
        phx
        pha
        A16                             ; stack: value, X, return address, site
        lda     journalCount
        inc     journalCount
        cmp     #JOURNAL_MOST
        ; counted all the same: a reader sees that entries are missing
        bcs     journalFull
        sta     journalAt
        asl
        adc     journalAt               ; carry is clear
        asl
        tax
        lda     6,s
        sta     a:journalEntries,x
        lda     battleGeneratorState
        sta     a:journalEntries + 2,x
        lda     battleGeneratorState + 2
        sta     a:journalEntries + 4,x
journalFull:
        lda     4,s
        sta     6,s                     ; the return address takes the place of the site
        A8
        pla
        plx
        sta     journalValue
        pla
        pla
        lda     journalValue
        rts
