/** The bundled case files of hits, damage, statuses, fields, enemy decisions and growth. */
import { ADAPTERS } from '../../harness/original/vectors/adapters/index.js';
import { testCaseFiles } from './case-files.js';

testCaseFiles({ ...ADAPTERS.combat, ...ADAPTERS.ai }, false, 100);
