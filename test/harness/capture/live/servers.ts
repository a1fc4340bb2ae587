/**
 * Servers for tests, on the loopback interface, that speak the documented protocols: usb2snes (QUsb2snes' Protocol.md) and emulator network
 * access. They are ours: that our client gets on with them says nothing about hardware or any emulator.
 */

import { createRequire } from 'node:module';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ServerOrder {
  readonly ram: Uint8Array;
  /** Called before each range is read; the number counts ranges over the server's life. */
  readonly beforeRange?: (address: number, length: number, number: number) => void;
  /** Bytes of a piece of data; 1,024 unless told. */
  readonly piece?: number;
  /** Closes the connection instead of answering this range. */
  readonly closeAt?: number;
  /** Added to every answer. */
  readonly tail?: Uint8Array;
  readonly devices?: readonly string[];
  /** Never answers a read. */
  readonly silent?: true;
  /** NWA: answers reads with this text. */
  readonly refusal?: string;
  /** Answers everything with this text. */
  readonly nonsense?: string;
}

export interface TestServer {
  readonly port: number;
  /** Opcodes or commands in the order in which they came. */
  readonly asked: readonly string[];
  close(): void;
}

interface ServerSocket {
  on(event: 'message', listener: (data: Buffer) => void): void;
  on(event: 'error', listener: () => void): void;
  send(data: string | Uint8Array): void;
  close(): void;
  terminate(): void;
}

interface ServerClass {
  readonly WebSocketServer: new (options: {
    port: number;
    host: string;
  }) => {
    readonly clients: Set<ServerSocket>;
    on(event: 'connection', listener: (socket: ServerSocket) => void): void;
    on(event: 'listening', listener: () => void): void;
    address(): AddressInfo;
    close(): void;
  };
}

/** Data in pieces. */
function piecesOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.slice(at, at + size));
  return pieces;
}

export function usb2snesServer(order: ServerOrder): Promise<TestServer> {
  const { WebSocketServer } = createRequire(import.meta.url)('ws') as ServerClass;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const asked: string[] = [];
  let ranges = 0;
  server.on('connection', (socket) => {
    let attached = '';
    socket.on('error', () => undefined);
    socket.on('message', (text) => {
      const request = JSON.parse(text.toString('utf8')) as { Opcode: string; Space: string; Operands: string[] };
      asked.push(request.Opcode);
      const results = (list: readonly string[]): void =>
        socket.send(order.nonsense ?? JSON.stringify({ Results: list }));
      const devices = order.devices ?? ['SD2SNES COM3'];
      if (request.Space !== 'SNES') socket.close();
      else if (request.Opcode === 'DeviceList') results(devices);
      else if (request.Opcode === 'Attach') attached = request.Operands[0] ?? '';
      else if (request.Opcode === 'Name') return;
      else if (!devices.includes(attached)) socket.close();
      else if (request.Opcode === 'Info') results(['1.9.0-usb-v9', 'SD2SNES', '/game.sfc', 'FEAT_DMA1']);
      else if (request.Opcode === 'GetAddress') {
        const [from = 0, length = 0] = request.Operands.map((word) => Number.parseInt(word, 16));
        if (from < 0xf50000 || from + length > 0xf70000 || ranges === order.closeAt) {
          ranges++;
          socket.close();
          return;
        }
        order.beforeRange?.(from - 0xf50000, length, ranges);
        ranges++;
        if (order.silent) return;
        const bytes = Buffer.concat([
          order.ram.slice(from - 0xf50000, from - 0xf50000 + length),
          order.tail ?? Buffer.alloc(0),
        ]);
        for (const piece of piecesOf(bytes, order.piece ?? 1024)) socket.send(piece);
      } else socket.close();
    });
  });
  return new Promise((resolve) => {
    server.on('listening', () =>
      resolve({
        port: server.address().port,
        asked,
        close: () => {
          for (const socket of server.clients) socket.terminate();
          server.close();
        },
      }),
    );
  });
}

const text = (values: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    `\n${Object.entries(values)
      .map(([key, value]) => `${key}:${value}\n`)
      .join('')}\n`,
  );

export function nwaServer(order: ServerOrder): Promise<TestServer> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let ranges = 0;
  const numberOf = (word: string): number => (word.startsWith('$') ? Number.parseInt(word.slice(1), 16) : Number(word));
  function answer(command: string): Buffer | undefined {
    const [keyword = '', words = ''] = command.split(' ');
    asked.push(keyword);
    if (order.nonsense !== undefined) return Buffer.from(order.nonsense);
    if (keyword === 'EMULATOR_INFO')
      return text({ name: 'testemu', version: '1.0', id: '0', commands: 'EMULATOR_INFO,CORE_READ' });
    if (keyword !== 'CORE_READ') return text({ error: 'invalid_command', reason: 'unknown' });
    if (order.refusal !== undefined) return text({ error: order.refusal, reason: 'no game' });
    const [memory, ...numbers] = words.split(';');
    if (memory !== 'WRAM') return text({ error: 'invalid_argument', reason: 'no such memory' });
    const parts: Uint8Array[] = [];
    for (let at = 0; at < numbers.length; at += 2) {
      const [from, length] = [numberOf(numbers[at] as string), numberOf(numbers[at + 1] as string)];
      if (ranges === order.closeAt) {
        ranges++;
        return undefined;
      }
      order.beforeRange?.(from, length, ranges);
      ranges++;
      parts.push(order.ram.slice(from, from + length));
    }
    const bytes = Buffer.concat([...parts, order.tail ?? Buffer.alloc(0)]);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(bytes.length, 1);
    return Buffer.concat([head, bytes]);
  }
  const server = createServer((socket) => {
    sockets.add(socket);
    let held = '';
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      held += piece.toString('utf8');
      for (let end = held.indexOf('\n'); end >= 0; end = held.indexOf('\n')) {
        const reply = answer(held.slice(0, end));
        held = held.slice(end + 1);
        if (reply === undefined) socket.destroy();
        else if (!(order.silent && reply[0] === 0))
          for (const part of piecesOf(reply, order.piece ?? 1024)) socket.write(part);
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        asked,
        close: () => {
          for (const socket of sockets) socket.destroy();
          server.close();
        },
      }),
    );
  });
}
