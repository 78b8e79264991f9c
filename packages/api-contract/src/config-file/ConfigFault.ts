/** Something that is wrong with a file. Lines and columns count from 1. */
export interface ConfigFault {
  /** Such as `domains.shop.expect[0].status`; empty for the file itself. */
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** The names and positions from the root of a file to a value. */
export type ConfigPath = ReadonlyArray<string | number>

/** A path as people write it. */
export const pathText = (path: ConfigPath): string =>
  path.map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${part}`)).join("")

/** Sorts faults by their place in the file. */
export const byPlace = (one: ConfigFault, other: ConfigFault): number =>
  one.line - other.line || one.column - other.column
