import type { EmailHealthPoint } from "@mon/api-contract"

/** A score at a time in milliseconds. */
export interface ScoreAt {
  readonly at: number
  readonly score: number
}

/** Returns the scores of a history, oldest first, as one series for each version of the scoring rules. */
export const seriesOf = (history: ReadonlyArray<EmailHealthPoint>): ReadonlyArray<ReadonlyArray<ScoreAt>> => {
  const all: Array<Array<ScoreAt>> = []
  let version: string | null | undefined
  for (const { checkedAt, rubricVersion, score } of history.toReversed()) {
    if (score === null) continue
    if (rubricVersion !== version) all.push([])
    version = rubricVersion
    all.at(-1)?.push({ at: Date.parse(checkedAt), score })
  }
  return all
}
