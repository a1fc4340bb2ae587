/** The name of a file in a path of either kind, for places without Node. */
export const nameOf = (file: string): string => file.split(/[\\/]/u).at(-1) ?? file;
