/** What keeps a version from being released, apart from what its package does. */

export interface Release {
  /** `version` of package.json and of package-lock.json. */
  readonly version: string;
  readonly locked: string;
  readonly changelog: string;
  /** Commit of the tag `vVERSION`, or undefined: the tag is free. */
  readonly tagged: string | undefined;
  readonly head: string;
}

export function releaseFaults({ version, locked, changelog, tagged, head }: Release): readonly string[] {
  const sections = changelog.split(/^## /mu).slice(1);
  const [newest = ''] = sections[0]?.split('\n') ?? [];
  const section = sections.find((text) => text.split('\n')[0] === version);
  const names = sections.map((text) => text.split('\n')[0] ?? '');
  return [
    ...(locked === version ? [] : [`package-lock.json has version ${locked}, package.json ${version}`]),
    ...(section === undefined ? [`CHANGELOG.md has no section ${version}`] : []),
    ...(section !== undefined && newest !== version ? [`CHANGELOG.md begins with ${newest}, not with ${version}`] : []),
    ...(section !== undefined && !/^- /mu.test(section)
      ? [`the section ${version} of CHANGELOG.md names no change`]
      : []),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `CHANGELOG.md has ${name} twice`),
    // the tag of this very commit is this release
    ...(tagged === undefined || tagged === head ? [] : [`v${version} is taken by ${tagged}: raise the version`]),
  ];
}
