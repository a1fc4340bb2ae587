/** Whether the compiler takes a fault: what it refuses never reaches a test, and is not planted. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A name that is no longer used: a fault like others, although the compiler tells it. */
const UNUSED = new Set([6133, 6138, 6192, 6196, 6198, 6199]);

/** @param root of the project @returns whether the compiler takes a changed file, unused names aside */
export function createCompiler(root) {
  const config = join(root, 'tsconfig.harness.json');
  const parsed = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    dirname(config),
  );
  const changed = new Map();
  let version = 0;
  const host = {
    getScriptFileNames: () => parsed.fileNames,
    getScriptVersion: (file) => changed.get(file)?.version ?? '0',
    getScriptSnapshot(file) {
      const text = changed.get(file)?.text ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => ({ ...parsed.options, composite: false, incremental: false, noEmit: true }),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    getProjectReferences: () => parsed.projectReferences,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  const service = ts.createLanguageService(host);
  return (fileName, text) => {
    const file = join(root, fileName);
    version++;
    changed.set(file, { text, version: String(version) });
    const found = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
    changed.set(file, { text: readFileSync(file, 'utf8'), version: `${version}b` });
    return found.every(({ code }) => UNUSED.has(code));
  };
}
