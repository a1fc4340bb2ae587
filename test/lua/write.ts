/** Draws the pictures of the overlay anew: `npm run generate:overlays`. */
import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { overlayPicture, PICTURES, pictureFile } from './overlay-pictures.js';

test.each(PICTURES)('%s', async (emulator, version) => {
  writeFileSync(pictureFile(emulator), await overlayPicture(emulator, version));
});
