/** Lines to test, with the number of the request. */
export interface MatchRequest {
  readonly id: number
  readonly pattern: string
  readonly ignoreCase: boolean
  readonly lines: ReadonlyArray<string>
}

/** Tests each line for a match. Returns null for a pattern that is not valid. */
export const matchLines = ({ ignoreCase, lines, pattern }: Omit<MatchRequest, "id">): ReadonlyArray<boolean> | null => {
  try {
    const tested = new RegExp(pattern, ignoreCase ? "i" : "")
    return lines.map((line) => tested.test(line))
  } catch {
    return null
  }
}
