/** The first half of the bundled logs on our own console. */
import { recordAnew } from './record-anew.js';

recordAnew(0);
