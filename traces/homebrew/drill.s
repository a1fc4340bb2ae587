; The drill program: our own test ROM for the battle routines of LIVE A LIVE (specification:
; PROGRAM.md). It contains nothing of the cartridge: every routine here was written from the rules,
; and the published address in its comment names the original routine whose effect it has. Assembled
; by build.mjs into one 32 KiB LoROM image; with -D BATTLE into the second one, which has the
; routines of hits, damage, totals, statuses, changes, fields, knockback and counters as well; with
; -D BATTLE -D DUEL into the third one, which plays whole battles; with -D MENU beside them into the
; fourth one, whose battles are ordered through a menu (MENU.md).
; Mutants for negative controls: -D M511, MMASK, MSTORE8, MNOWAIT, MTIE, MDRAW, MCARRY, MCAP, MFLOOR
; (one each); of the second image MPICK, MCOEFFICIENT, MHITS, MEQUAL, MHALF, MSHORT, MTIMER,
; MPOISON, MCYCLE, MDECAY, MABSORB, MSPAN, MCOUNTER.
        .p816
        .smart  -
        .feature string_escapes
        .include "cells.inc"

        .segment "CODE"
        .a8
        .i16
        .include "boot.s"
        .include "menu.s"
        .include "tick.s"
        .include "resolve.s"
        .include "decision.s"
        .include "player.s"
        .include "time.s"
        .include "points.s"
        .include "order.s"
        .include "turn.s"
        .include "allies.s"
        .include "abnormality.s"
        .include "effects.s"
        .include "start.s"
        .include "generators.s"
.ifdef BATTLE
        .include "journal.s"
        .include "targets.s"
        .include "hits.s"
        .include "damage.s"
        .include "totals.s"
        .include "statuses.s"
        .include "changes.s"
        .include "fields.s"
        .include "knockback.s"
        .include "counters.s"
        .include "attack.s"
.endif
.ifdef DUEL
        .include "duel-range.s"
        .include "duel-skill.s"
        .include "duel-allies.s"
        .include "duel-answers.s"
        .include "duel-enemy.s"
        .include "duel-round.s"
.endif
.ifdef MENU
        .include "menu-image.s"
.endif
        .include "calls.s"

        .segment "DATA"
        .include "scenarios.s"
.ifdef DUEL
        .include "scenarios-duel.s"
.elseif .defined(BATTLE)
        .include "scenarios-battle.s"
.endif

        .segment "HEADER"
.ifdef MENU
        .byte   "LOCKSTEP DRILL MENU  "
.elseif .defined(DUEL)
        .byte   "LOCKSTEP DRILL DUEL  "
.elseif .defined(BATTLE)
        .byte   "LOCKSTEP DRILL BATTLE"         ; 21 characters
.else
        .byte   "LOCKSTEP DRILL       "
.endif
        .byte   $30                             ; LoROM, 3.58 MHz
        .byte   $00                             ; ROM only
        .byte   $05                             ; 32 KiB
        .byte   $00                             ; no battery RAM
        .byte   $01                             ; NTSC
        .byte   $33                             ; extended header form
        .byte   $00                             ; version 0
        .word   $FFFF, $0000                    ; complement and checksum, written by build.mjs

        .segment "VECTORS"
        ; native: - - COP BRK ABORT NMI - IRQ
        .word   0, 0, interrupt, interrupt, interrupt, frame, 0, interrupt
        .word   0, 0, interrupt, 0, interrupt, interrupt, reset, interrupt      ; emulation
