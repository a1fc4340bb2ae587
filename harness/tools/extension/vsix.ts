/** The debug extension as a package of Visual Studio Code (`.vsix`): a ZIP with two own files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { LockstepError, packageRoot } from '../../base/index.js';

const FOLDER = 'harness/views/debug/extension';
const FILES = ['package.json', 'extension.cjs', 'start.cjs', 'README.md', 'LICENSE'];
/** Of the whole package: equal files make an equal package. */
const MADE = new Date('2000-01-01T00:00:00Z');

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: string;
  readonly publisher: string;
  readonly main: string;
  readonly engines: { readonly vscode: string };
  readonly categories: readonly string[];
  readonly contributes: Readonly<Record<string, readonly unknown[]>>;
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".cjs" ContentType="application/javascript"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".txt" ContentType="text/plain"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function vsixManifest(one: Manifest): string {
  const [name, version, publisher] = [one.name, one.version, one.publisher].map(escaped);
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(one.displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(one.description)}</Description>
    <Categories>${escaped(one.categories.join(','))}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(one.engines.vscode)}"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

/** @returns the bytes of the package, the same for the same files */
export function makeVsix(): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  for (const name of FILES) {
    const target = name === 'LICENSE' ? 'LICENSE.txt' : name;
    files[`extension/${target}`] = readFileSync(join(packageRoot(), FOLDER, name));
  }
  const manifest = JSON.parse(strFromU8(files['extension/package.json'] as Uint8Array)) as Manifest;
  const own = {
    '[Content_Types].xml': strToU8(CONTENT_TYPES),
    'extension.vsixmanifest': strToU8(vsixManifest(manifest)),
  };
  return zipSync({ ...own, ...files }, { level: 9, mtime: MADE });
}

function fault(message: string, found: string): never {
  throw new LockstepError('E_EXTENSION', message, { found, remedy: 'Correct harness/views/debug/extension' });
}

/**
 * Reads a package back and checks what an editor asks of it.
 * @returns the names of its files
 * @throws LockstepError `E_EXTENSION`
 */
export function checkVsix(bytes: Uint8Array): string[] {
  const files = unzipSync(bytes);
  const text = (name: string): string => {
    const content = files[name];
    return content === undefined
      ? fault(`the package lacks ${name}`, Object.keys(files).join(', '))
      : strFromU8(content);
  };
  const manifest = JSON.parse(text('extension/package.json')) as Manifest;
  const described = text('extension.vsixmanifest');
  for (const value of [manifest.name, manifest.version, manifest.publisher]) {
    if (!described.includes(`"${value}"`)) fault('the manifest of the package names another extension', value);
  }
  for (const [, path = ''] of described.matchAll(/ Path="([^"]+)"/gu)) text(path);
  const code = text(`extension/${manifest.main.replace(/^\.\//u, '')}`);
  for (const [, path = ''] of code.matchAll(/require\('\.\/([^']+)'\)/gu)) text(`extension/${path}`);
  for (const part of ['breakpoints', 'languages', 'debuggers', 'viewsWelcome']) {
    if ((manifest.contributes[part] ?? []).length === 0) fault(`the extension contributes no ${part}`, 'nothing');
  }
  const types = text('[Content_Types].xml');
  for (const name of Object.keys(files)) {
    const ending = /\.[^.]+$/u.exec(name)?.[0] ?? '';
    if (ending !== '.xml' && !types.includes(`"${ending}"`)) fault('a file has an ending without a type', name);
  }
  return Object.keys(files);
}
