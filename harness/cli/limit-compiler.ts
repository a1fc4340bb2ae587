/** Imported first by the command. */
import { limitForFrames } from '../compiler-limits.js';

limitForFrames();
