/** A ZIP writer of the tests' own, from PKWARE's APPNOTE: imports nothing from the harness, and can write wrong archives. */
import { deflateRawSync } from 'node:zlib';

export interface ZipMember {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly stored?: true;
  /** Written instead of the true values. */
  readonly method?: number;
  readonly flags?: number;
  readonly size?: number;
  readonly crc?: number;
  readonly packed?: Uint8Array;
}

/** Bit by bit, on purpose another way than the harness. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    for (let bit = 0; bit < 8; bit++) {
      const feedback = (crc ^ (byte >>> bit)) & 1;
      crc = (crc >>> 1) ^ (feedback === 1 ? 0xedb88320 : 0);
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}

export function zipOf(members: readonly ZipMember[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const member of members) {
    const content = typeof member.content === 'string' ? Buffer.from(member.content) : Buffer.from(member.content);
    const packed = Buffer.from(member.packed ?? (member.stored === true ? content : deflateRawSync(content)));
    const name = Buffer.from(member.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(member.flags ?? 0, 2);
    common.writeUInt16LE(member.method ?? (member.stored === true ? 0 : 8), 4);
    common.writeUInt16LE(0x0021, 8);
    common.writeUInt32LE(member.crc ?? crcOf(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(member.size ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, name);
    at += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06', 'latin1'), end, Buffer.from(comment)]);
}
