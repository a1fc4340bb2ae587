/** Where the cells of an image lie, for systems in which cells moved between versions. */
export interface ImageLayout {
  /** 2 or more; a system without a layout has the version 1. */
  readonly version: number;
  /**
   * Address today of a byte that an earlier version had at `address`.
   * @param version 1 to the one of today
   */
  readonly addressToday: (version: number, address: number) => number;
}
