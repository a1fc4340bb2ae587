/** The example for a page, served as its first lines say, with the package's own bundle. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPage, root } from './pages.js';

/** The page beside `node_modules`, as in a project that installed the package. */
function fileOf(url: string): string {
  const inPackage = /^\/node_modules\/battle-lockstep\/(dist\/package\/[\w-]+\.js)$/u.exec(url)?.[1];
  return join(root, inPackage ?? `examples${url}`);
}

let server: Server;
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    try {
      const content = readFileSync(fileOf(url));
      response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html');
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

test('a step costs 57 points at speed 31 (L7)', async () => {
  const page = await newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/browser.html`);
  await page.waitForFunction("document.querySelector('#points').value !== ''");
  expect(await page.innerText('#points')).toBe('0 action points');
  await page.click('#step');
  expect(await page.innerText('#points')).toBe('57 action points');
});
