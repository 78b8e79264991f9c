/** A pattern of lines, such as a regular expression. The result of `test` must not depend on earlier calls. */
export interface LinePattern {
  readonly source: string
  readonly flags?: string
  readonly test: (line: string) => boolean
}
