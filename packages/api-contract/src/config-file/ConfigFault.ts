/** A mistake in a file. Lines and columns count from 1. */
export interface ConfigFault {
  /** The path of the value, such as `domains.shop.expect[0].status`. The path is empty for the file itself. */
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** The path from the root of a file to a value: names and list positions. */
export type ConfigPath = ReadonlyArray<string | number>

/** Returns a path as text, such as `domains.shop.expect[0].status`. */
export const pathText = (path: ConfigPath): string =>
  path.map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${part}`)).join("")

export const byPlace = (one: ConfigFault, other: ConfigFault): number =>
  one.line - other.line || one.column - other.column
