/** A pattern of lines, such as a regular expression. `test` must not remember earlier calls. */
export interface LinePattern {
  readonly source: string
  readonly flags?: string
  readonly test: (line: string) => boolean
}
