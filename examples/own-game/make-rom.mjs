/**
 * Writes game.sfc: 32 KiB, LoROM, three routines and a table. A line is an instruction.
 *
 *     node make-rom.mjs
 */
import { writeFileSync } from 'node:fs';

const rom = new Uint8Array(0x8000).fill(0xff);

/** Puts bytes at an address of bank 00. */
function put(address, ...bytes) {
  rom.set(bytes.flat(2), address - 0x8000);
}

// The game itself: three calls over and over.
put(0x8000, [
  [0x18], //             clc
  [0xfb], //             xce            native mode
  [0xc2, 0x10], //       rep #$10       X and Y of 16 bits, A of 8
  [0x20, 0x20, 0x80], // loop: jsr addCoins
  [0x20, 0x50, 0x80], // jsr fall
  [0x20, 0x90, 0x80], // jsr levelOf
  [0x80, 0xf5], //       bra loop
]);

// addCoins: a hundred coins are a life, of which nobody has more than 99.
put(0x8020, [
  [0xa5, 0x10], // lda coins
  [0x18], //       clc
  [0x65, 0x11], // adc gain
  [0xc9, 0x64], // cmp #100
  [0x90, 0x0d], // bcc store
  [0xe9, 0x64], // sbc #100        the carry is set
  [0x85, 0x10], // sta coins
  [0xa5, 0x12], // lda lives
  [0xc9, 0x63], // cmp #99
  [0xb0, 0x02], // bcs done
  [0xe6, 0x12], // inc lives
  [0x60], //       done: rts
  [0x85, 0x10], // store: sta coins
  [0x60], //       rts
]);

// fall: a step of a jump. Velocity and height are words, 256 to a pixel; the carry says: landed.
put(0x8050, [
  [0xc2, 0x20], //       rep #$20        A of 16 bits
  [0xa5, 0x14], //       lda velocity
  [0x18], //             clc
  [0x69, 0x30, 0x00], // adc #$0030      gravity
  [0x30, 0x08], //       bmi move        still going up
  [0xc9, 0x00, 0x04], // cmp #$0400      nobody falls faster
  [0x90, 0x03], //       bcc move
  [0xa9, 0x00, 0x04], // lda #$0400
  [0x85, 0x14], //       move: sta velocity
  [0x18], //             clc
  [0x65, 0x16], //       adc height
  [0x85, 0x16], //       sta height
  [0xc5, 0x18], //       cmp floor
  [0x90, 0x06], //       bcc done        carry clear: in the air
  [0xa5, 0x18], //       lda floor
  [0x85, 0x16], //       sta height
  [0x64, 0x14], //       stz velocity    carry set: landed
  [0xe2, 0x20], //       done: sep #$20
  [0x60], //             rts
]);

// levelOf: how many thresholds the experience has reached.
put(0x8090, [
  [0xc2, 0x20], //       rep #$20        A of 16 bits
  [0xa2, 0x00, 0x00], // ldx #0
  [0xa5, 0x1a], //       loop: lda experience
  [0xdd, 0x00, 0x81], // cmp thresholds,x
  [0x90, 0x07], //       bcc done
  [0xe8], //             inx
  [0xe8], //             inx
  [0xe0, 0x10, 0x00], // cpx #16         eight words
  [0xd0, 0xf2], //       bne loop
  [0x8a], //             done: txa
  [0x4a], //             lsr a
  [0xe2, 0x20], //       sep #$20
  [0x85, 0x1c], //       sta level
  [0x60], //             rts
]);

// thresholds: eight words.
put(
  0x8100,
  [10, 30, 70, 150, 310, 630, 1270, 2550].flatMap((word) => [word & 0xff, word >> 8]),
);

// The header: title, LoROM, no RAM, 32 KiB; the reset vector.
put(
  0xffc0,
  [...'A GAME OF ONE S OWN  '].map((letter) => letter.charCodeAt(0)),
);
put(0xffd5, [0x20, 0x00, 0x05, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0x00, 0x00]);
put(0xfffc, [0x00, 0x80]);
const sum = rom.reduce((total, byte) => (total + byte) & 0xffff, 0);
put(0xffdc, [~sum & 0xff, (~sum >> 8) & 0xff, sum & 0xff, sum >> 8]);

writeFileSync(new URL('game.sfc', import.meta.url), rom);
