/**
 * Writes the table of rooms in `docs/ARCHITECTURE.md` from the list that the house tests check
 * imports against.
 */
import { ROOMS, type Room } from '../house/rooms.js';
import { withPart } from './marked.js';

function row({ path, purpose }: Room, number: number): string {
  const target = path.endsWith('.ts') ? path : `${path}/`;
  return `| ${number} | [\`${path}\`](../${target}) | ${purpose} |`;
}

/**
 * The page with a new table of rooms; the text around it stays.
 * @throws Error for a page without the marks around the table
 */
export function architecturePage(page: string): string {
  const rows = ROOMS.map((room, index) => row(room, index + 1)).reverse();
  const table = ['| | room | what it does |', '| --- | --- | --- |', ...rows].join('\n');
  return withPart(page, 'docs/ARCHITECTURE.md', 'rooms', table);
}
