/**
 * A hole that an image fills, through the built command: the image deals as many hits as it was written with, and every verb that
 * plays a battle goes through it, both ways, and names it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { offsetOfBus, syntheticImage } from '../../files/rom/synthetic-image.js';
import { builtCommand, runBuilt } from '../../fixtures/compile-sources.js';
import { testFolder } from '../../fixtures/files.js';
import { move, open } from '../../views/debug/client.js';
import { AREA_OF_ONE_CELL, assemble } from './assemble.js';

const folder = testFolder();
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const PLAN = 'traces/live-a-live/present-day-namcat.toml';
const SEARCH = 'traces/live-a-live/takahara-namcat-opening.toml';

/** Byte 19 of every record of the allies: one hit in the area, which C1:D6AE deals. */
function imageOf(name: string, hits: number): string {
  const image = syntheticImage();
  const code = `${AREA_OF_ONE_CELL}
    .at C1:D6B9
    jmp $D6AE
    .at C1:D6AE
    lda #$0${hits}
    sta {enemy[0].hitsAssigned}
    rts`;
  for (const [address, byte] of assemble(code)) image[address - 0xc0_0000] = byte;
  for (let skill = 0; skill < 256; skill++) image[offsetOfBus('D5:24CB') + 25 * skill + 19] = 0x80;
  return folder.write(name, image);
}

const none = imageOf('none.sfc', 0);
const one = imageOf('one.sfc', 1);
const rom = (image: string) => ['--rom', image, '--force-rom'];

const lockstep = (...words: readonly string[]) => runBuilt(words);

const jsonOf = (...words: readonly string[]) => JSON.parse(lockstep(...words, '--json').out) as Record<string, unknown>;

describe('verify', () => {
  const trace = join(folder.path, 'one.jsonl');
  const made = lockstep('run', 'live-a-live-battle', PLAN, ...rom(one), '-o', trace);

  test('a trace that was made across the hole is equal with the image, which says where it does not run', () => {
    expect(made.code).toBe(0);
    const { code, out } = lockstep('verify', trace, ...rom(one));
    expect(code).toBe(0);
    expect(out).toContain('2 commands of 2 compared and equal');
    expect(out).toContain("not by the image's code: targetFacing: C1:99A5 is the cursor");
  });

  test('it is refused without the image, and with one that deals other hits', () => {
    expect([lockstep('verify', trace).code, lockstep('verify', trace).err]).toEqual([
      2,
      expect.stringMatching(/^E_ROM_OTHER\b/),
    ]);
    expect(lockstep('verify', trace, ...rom(none)).err).toMatch(/^E_ROM_OTHER\b/);
  });
});

describe('step', () => {
  const facts = (image: string, ...words: readonly string[]) => jsonOf('step', PLAN, ...rom(image), ...words);
  const hpOf = (json: Record<string, unknown>) => {
    const { units } = json['facts'] as {
      units: { name: string; gauges: { cell: { name: string }; value: number }[] }[];
    };
    return units.flatMap(({ gauges }) => gauges).find(({ cell }) => cell.name === 'enemy[0].hp')?.value;
  };
  const holesOf = (json: Record<string, unknown>) => json['holes'] as { routine: string; command: string }[];

  test('forwards and backwards across the hole', () => {
    const after = facts(one, '--at', '2');
    expect([hpOf(facts(one, '--at', '1')), hpOf(facts(none, '--at', '2'))]).toEqual([256, 256]);
    expect(hpOf(after)).toBeLessThan(256);
    const back = facts(one, '--at', '2', '--back', 'action');
    expect([hpOf(back), holesOf(back)]).toEqual([256, []]);
  });

  test('each call is named with the command that repeats it, by instruction', () => {
    const holes = holesOf(facts(one, '--at', '2'));
    expect(holes.slice(0, 2).map(({ routine }) => routine)).toEqual(['C1:380E', 'C1:D6B9']);
    const printed = lockstep('step', PLAN, ...rom(one), '--at', '2', '--print');
    const line = printed.out.split('\n').find((text) => text.includes("C1:D6B9 by the image's own code: "));
    expect(line).toContain(holes[1]?.command);
    const [, ...words] = (holes[1]?.command ?? '').split(' ');
    const called = lockstep(...words);
    expect(called.code).toBe(0);
    expect(called.out).toMatch(/C1:D6B9 {2}JMP \$D6AE .*\nC1:D6AE {2}LDA #\$01 /);
    expect(called.out).toContain('enemy[0].hitsAssigned       00h -> 01h');
  });

  test('where the image does not run, the entry says why; before that only of the start', () => {
    const reason = 'C1:99A5 is the cursor: it waits for the pad and for windows';
    expect(facts(one, '--at', '2')['notFilled']).toMatchObject({ targetFacing: reason });
    // these images have no list of skills
    expect(facts(one, '--at', '0')['notFilled']).toEqual({ emptySkillSlots: expect.stringContaining('C1:E94B') });
    expect(lockstep('step', PLAN, ...rom(one), '--at', '2', '--print').out).toContain(
      `  not by the image's code: targetFacing: ${reason}\n`,
    );
    expect(jsonOf('step', PLAN, '--at', '2')['notFilled']).toEqual({});
  });

  test('a report says it too', () => {
    const page = join(folder.path, 'reasons.html');
    const line = "not by the image's code: targetFacing: C1:99A5 is the cursor";
    expect(lockstep('report', PLAN, ...rom(one), '-o', page).out).toContain(`present-day-namcat.toml: ${line}`);
    expect(lockstep('report', PLAN, '-o', page).out).not.toContain("not by the image's code");
  });

  test('a call that is not there is one error', () => {
    const words = ['rom', 'call', one, 'C1:D6B9', '--as', 'live-a-live', '--from', PLAN, '--at', '2'];
    expect(lockstep(...words, '--hole', '1')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^E_OPTION\b[^\n]*\n$/),
    });
    expect(lockstep(...words, '--hole', '99').err).toMatch(/^E_OPTION\b/);
    // a battle played by commands has no frame for each entry
    const asFrame = words.map((word) => (word === '--at' ? '--frame' : word));
    expect(lockstep(...asFrame, '--hole', '1').err).toContain(
      'this file counts commands; found --frame 2; expected --at',
    );
    expect(lockstep('rom', 'call', one, 'C1:D6B9', '--as', 'live-a-live', '--hole', '1').err).toMatch(/^E_USAGE\b/);
  });
});

describe('a hole that has a stop of its own', () => {
  const image = imageOf('counter.sfc', 1);
  const bytes = readFileSync(image);
  const code = `.at C1:A12C
    lda #$00
    sta {counterAlly}
    jmp $181C
    .at C1:181C
    here:
    bra here`;
  for (const [address, byte] of assemble(code)) bytes[address - 0xc0_0000] = byte;
  const counter = folder.write('counter.sfc', bytes);

  test('is repeated up to that stop', () => {
    const holes = jsonOf('step', PLAN, ...rom(counter), '--at', '2')['holes'] as { routine: string; command: string }[];
    const command = holes.find(({ routine }) => routine === 'C1:A12C')?.command ?? '';
    const called = lockstep(...command.split(' ').slice(1));
    expect([called.code, called.err]).toEqual([0, '']);
    expect(called.out).toMatch(/C1:A131 {2}JMP \$181C .*\nexit {7}C1:181C\n/);
  });

  test('called without the hole the same code spends its budget', () => {
    const { code: exit, err } = lockstep('rom', 'call', counter, 'C1:181C', '--as', 'live-a-live', '--limit', '1000');
    expect([exit, err]).toEqual([2, expect.stringMatching(/^E_ROM_CALL [^\n]*budget, 1000 instructions, at C1:181C/)]);
  });
});

describe('route search', () => {
  const search = (...words: readonly string[]) => lockstep('route', 'search', SEARCH, ...words);

  test('goes back across the hole from state to state: its route holds with the image alone', () => {
    const best = join(folder.path, 'best.toml');
    const { code, out } = search(...rom(one), '-o', best);
    expect([code, out]).toEqual([0, expect.stringContaining('route 1: cost 20 ')]);
    expect(search(...rom(one), '--workers', '2').out).toBe(search(...rom(one), '--workers', '1').out);
    const held = lockstep('run', 'live-a-live-battle', best, ...rom(one));
    expect([held.code, held.out]).toEqual([
      0,
      expect.stringMatching(/filled by the image's own code .*: oneHitInArea, areas/),
    ]);
    // the same moves with an image that deals no hit
    expect(lockstep('run', 'live-a-live-battle', best, ...rom(none)).out).toContain('namcat, HP 256 of 256');
    expect(held.out).not.toContain('namcat, HP 256 of 256');
  });

  test('a job is refused where the image is another or missing', () => {
    const jobs = join(folder.path, 'jobs');
    expect(search(...rom(one), '--split', '2', '--jobs', jobs).code).toBe(0);
    const job = ['--job', join(jobs, '1.job.json')];
    for (const words of [job, [...job, ...rom(none)]]) {
      expect(search(...words)).toMatchObject({ code: 2, err: expect.stringMatching(/^E_JOB\b[^\n]*image/) });
    }
    expect(search(...job, ...rom(one)).code).toBe(0);
  });
});

describe('debug', () => {
  const served: ChildProcess[] = [];
  afterAll(() => served.map((child) => child.kill()));

  const portOf = (words: readonly string[]) =>
    new Promise<number>((resolve, reject) => {
      const child = spawn(process.execPath, [builtCommand(), 'debug', '--port', '0', '--json', ...words], {
        cwd: root,
      });
      served.push(child);
      child.stdout.on('data', (text) => resolve((JSON.parse(String(text)) as { port: number }).port));
      child.stderr.on('data', (text) => reject(new Error(String(text))));
    });
  const hpAfter = async (image: string, more: readonly string[] = []) => {
    const client = await open(await portOf([...rom(image), ...more]), join(root, PLAN));
    const read = async () => (await client.evaluateRequest({ expression: 'enemy[0].hp', context: 'repl' })).body.result;
    await move(client, 'next');
    await move(client, 'next');
    const after = await read();
    await move(client, 'stepBack');
    const before = await read();
    await client.disconnectRequest();
    return [before, after].map((text) => Number(/\d+/.exec(text)?.[0]));
  };

  test('steps both ways across the hole', async () => {
    expect(await hpAfter(none)).toEqual([256, 256]);
    const [before, after] = await hpAfter(one);
    expect([before, (after as number) < 256]).toEqual([256, true]);
  });

  test('a stop names the routines that the code ran; a scope says what it filled and where it did not run', async () => {
    const client = await open(await portOf(rom(one)), join(root, PLAN));
    const variables = async () => {
      const { body } = await client.scopesRequest({ frameId: 1 });
      const scope = body.scopes.find(({ name }) => name === "The image's code");
      if (scope === undefined) return undefined;
      const { variablesReference } = scope;
      const found = await client.variablesRequest({ variablesReference });
      return found.body.variables.map(({ value }) => value).join('\n');
    };
    expect((await move(client, 'next')).description).toBe('');
    const stop = await move(client, 'next');
    expect(stop.description).toBe("by the image's own code: C1:380E, C1:D6B9");
    expect(await variables()).toMatch(/C1:D6B9\nFORCED [\s\S]*: oneHitInArea, areas\nnot by the image's code: /);
    expect((await move(client, 'stepBack')).description).toBe('');
    expect(await variables()).not.toContain('C1:D6B9');
    await client.disconnectRequest();
    const plain = await open(await portOf([]), join(root, PLAN));
    const { body } = await plain.scopesRequest({ frameId: 1 });
    expect(body.scopes.map(({ name }) => name)).not.toContain("The image's code");
    await plain.disconnectRequest();
  });

  test('takes what an image has settled, and refuses the profile of another one', async () => {
    const profile = join(folder.path, 'profile.json');
    expect(lockstep('rom', 'settle', one, '--as', 'live-a-live', '-o', profile).code).toBe(0);
    expect((await hpAfter(one, ['--profile', profile]))[0]).toBe(256);
    const refused = lockstep('debug', ...rom(none), '--profile', profile);
    expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/^E_SETTLED_IMAGE\b[^\n]*\n$/) });
  });
});

describe('report and route export', () => {
  test('a page of the image shows the hits that its code deals', () => {
    const page = (image: string) => {
      const file = join(folder.path, 'page.html');
      expect(lockstep('report', PLAN, ...rom(image), '-o', file).code).toBe(0);
      return readFileSync(file, 'utf8');
    };
    expect(page(one)).toBe(page(one));
    expect(page(one)).not.toBe(page(none));
  });

  test('export plays with the image; a system without a cartridge is one error, and nothing is written', () => {
    const file = join(folder.path, 'rows.txt');
    const whole = readFileSync(join(root, PLAN), 'utf8');
    const steps = whole.slice(0, whole.indexOf('# Lost by the policy'));
    const unhurt = folder.write('unhurt.toml', `${steps}\nexpect = { "enemy[0].hp" = 256 }\n`);
    expect(lockstep('route', 'export', unhurt, '-o', file, ...rom(one))).toMatchObject({ code: 1 });
    expect(existsSync(file)).toBe(false);
    expect(lockstep('route', 'export', unhurt, '-o', file, ...rom(none)).code).toBe(0);
    const other = join(folder.path, 'other.txt');
    const refused = lockstep('route', 'export', 'traces/srpg-movement/guide.toml', '-o', other, ...rom(one));
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^E_CAPABILITY\b[^\n]*\n$/) });
    expect(existsSync(other)).toBe(false);
  });
});
