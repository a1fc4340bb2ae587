/**
 * Members of BizHawk archives ("lumps"), looked up as BizHawk does: without regard to the
 * extension.
 */
import { type Archive, type Member, memberText } from '../../base/index.js';

/** The member whose name is `name` with any extension, or with none. */
export function findLump(archive: Archive, name: string): Member | undefined {
  for (const member of archive.members.values()) {
    const dot = member.name.lastIndexOf('.');
    if ((dot < 0 ? member.name : member.name.slice(0, dot)) === name) return member;
  }
  return archive.members.get(name);
}

export function lumpText(archive: Archive, name: string): string | undefined {
  const member = findLump(archive, name);
  return member === undefined ? undefined : memberText(archive, member.name);
}
