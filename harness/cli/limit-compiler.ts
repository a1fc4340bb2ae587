/** Imported first by the command. */
import { limitForFrames } from '../base/compiler-limits.js';

limitForFrames();
