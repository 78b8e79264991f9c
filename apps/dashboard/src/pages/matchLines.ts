export interface MatchRequest {
  readonly id: number
  readonly pattern: string
  readonly ignoreCase: boolean
  readonly lines: ReadonlyArray<string>
}

export const matchLines = ({ ignoreCase, lines, pattern }: Omit<MatchRequest, "id">): ReadonlyArray<boolean> | null => {
  try {
    const tested = new RegExp(pattern, ignoreCase ? "i" : "")
    return lines.map((line) => tested.test(line))
  } catch {
    return null
  }
}
