/** A row of a published table as its file writes it: id, 日本語, values in the order of the layout. */
export type WrittenRow = readonly [id: string, japanese: string, ...values: readonly number[]];
