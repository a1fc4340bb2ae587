/** Files of the page: what is opened, saved, shared. */
import { SYSTEMS } from '../../../base/index.js';
import { planOfState } from '../../../play/index.js';
import { openBranches, writeBranches } from '../branch-lines.js';
import type { Line } from './lines.js';
import { addressOf, type OpenedFile, openedFiles, saveFile } from './open-file.js';
import { change, messageOf, open, type Page, shownSession, tellWorkers } from './page-state.js';

// Files that are dropped on the page.

/** @param open gets the files that are dropped anywhere */
export function listenToFiles(open: (files: readonly File[]) => void): void {
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    open(files);
  });
}

/** Begins the battle of a savestate or dump. */
function openState(page: Page, name: string, bytes: Uint8Array): void {
  const { text, begun, note } = planOfState(SYSTEMS, bytes, name);
  open(page, `${name.replace(/\.[^.]*$/u, '')}.toml`, text, begun);
  page.header.say(note, false);
}

async function openOne(page: Page, file: OpenedFile): Promise<void> {
  if (file.is === 'log') return page.log.open(file.name, file.bytes);
  if (file.is === 'state') return openState(page, file.name, file.bytes);
  if (file.is === 'plan') return open(page, file.name, file.text, shownSession(page).begun);
  const [{ session }] = page.lines.all() as readonly [Line];
  const branches = await openBranches(session, file.text, file.name);
  change(page, () => {
    page.lines.put(branches);
    tellWorkers(page);
  });
}

/** Opens files one after the other. What cannot be opened is said, and nothing has changed. */
export async function openFiles(page: Page, files: readonly File[]): Promise<void> {
  try {
    for (const file of await openedFiles(files)) await openOne(page, file);
  } catch (error) {
    page.header.say(messageOf(error), true);
  }
}

/** `plan.toml` as `plan.branch-1.toml` for a branch. */
export function fileOf({ lines }: Page): string {
  const { session, name } = lines.shown();
  const part = name.replaceAll(/[^\p{Letter}\p{Number}_-]+/gu, '-');
  return lines.at() === 0 ? session.file() : session.file().replace(/(?:\.toml)?$/iu, `.${part}.toml`);
}

/** Saves the branches, and the plan too where its text is not that of the file. */
export async function saveBranches(page: Page): Promise<void> {
  const [plan, ...branches] = page.lines.all() as readonly [Line, ...Line[]];
  const file = plan.session.file();
  try {
    const text = await writeBranches(plan.session, branches);
    saveFile(file.replace(/(?:\.toml)?$/iu, '.branches.toml'), text);
    if (plan.session.text() !== page.data.text) saveFile(file, plan.session.text());
    page.header.say('saved; the branches belong to this plan as it stands now: keep both files', false);
  } catch (error) {
    page.header.say(messageOf(error), true);
  }
}

export async function share(page: Page): Promise<void> {
  history.replaceState(null, '', await addressOf(shownSession(page).text()));
  await navigator.clipboard?.writeText(location.href).catch(() => undefined);
  page.header.say('the address of this page holds the plan', false);
}
