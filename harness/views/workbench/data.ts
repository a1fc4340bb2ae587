/** What a written workbench holds besides its script and style. */
import type { Language } from '../../../core/system/system.js';

export interface WorkbenchData {
  /** Name of the plan's file, without folders. */
  readonly file: string;
  /** The plan (TOML). */
  readonly text: string;
  readonly language: Language;
  /** The state that the plan's `[start]` names: its image in base64. */
  readonly begun?: { readonly key: string; readonly image: string };
  /** A branch file of the plan. */
  readonly branches?: { readonly file: string; readonly text: string };
  /** What has to be said of the plan when it opens. */
  readonly note?: string;
}
