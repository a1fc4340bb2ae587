/** What a report of ours says about the files of a Stryker report. */
const DEAD = ['Killed', 'Timeout', 'RuntimeError', 'CompileError'];
const squeeze = (text) => text.replace(/\s+/g, ' ').trim();

export function figures(mutants) {
  const count = (...states) => mutants.filter((one) => states.includes(one.status)).length;
  const killed = count('Killed');
  const timeout = count('Timeout');
  const survived = count('Survived', 'NoCoverage');
  return {
    mutants: mutants.length,
    killed,
    timeout,
    survived,
    ignored: count('Ignored'),
    score: Number((((killed + timeout) / (killed + timeout + survived)) * 100).toFixed(2)),
  };
}

/** Every mutant of a file that lived, with its reason from the list of equivalent ones. */
export function livedIn(file, { source, mutants }, reasons) {
  return mutants
    .filter((one) => !DEAD.includes(one.status))
    .map((one) => {
      const { start, end } = one.location;
      const lines = source.split('\n');
      const line = squeeze(lines[start.line - 1]);
      const original =
        start.line === end.line ? lines[start.line - 1].slice(start.column - 1, end.column - 1) : `${line} ...`;
      const replacement = squeeze(one.replacement ?? '');
      const reason = reasons.find(
        (entry) =>
          entry.file === file &&
          entry.line === line &&
          entry.original === original &&
          entry.replacement === replacement,
      );
      return { file, line: start.line, original, replacement, reason: reason?.reason ?? 'not decided' };
    });
}

/** Prints what lives without a reason. */
export function printOpen(total, lived) {
  const open = lived.filter((one) => one.reason === 'not decided');
  console.log(total, `${open.length} without a reason`);
  for (const one of open) console.log(`${one.file}:${one.line} ${one.original} -> ${one.replacement}`);
}
