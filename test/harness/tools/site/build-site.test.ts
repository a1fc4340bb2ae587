/** The site: an index that leads to a page for each plan, titles as text. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { buildSite } from '../../../../harness/tools/site/build-site.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();

test('the index leads to every page; a plan that begins at a log has none', () => {
  const plans = join(folder.path, 'plans');
  mkdirSync(join(plans, 'live-a-live'), { recursive: true });
  const bundled = join(packageRoot(), 'traces/live-a-live');
  for (const name of ['takahara-namcat.toml', 'overflow.toml'])
    copyFileSync(join(bundled, name), join(plans, 'live-a-live', name));
  const text = readFileSync(join(bundled, 'takahara-namcat.toml'), 'utf8');
  const named = text.replace(/^title = .*$/mu, 'title = "</script><b>&"');
  writeFileSync(join(plans, 'live-a-live/named.toml'), named);
  const site = join(folder.path, 'site');
  buildSite(plans, site);
  const index = readFileSync(join(site, 'index.html'), 'utf8');
  const links = [...index.matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
  expect(links.sort()).toEqual(['live-a-live-named.html', 'live-a-live-takahara-namcat.html']);
  expect(readdirSync(site).sort()).toEqual(['index.html', ...links]);
  expect(index).toContain('&lt;/script&gt;&lt;b&gt;&amp;</a> <span>holds: 14 values as expected');
  expect(index).not.toContain('<script');
});
