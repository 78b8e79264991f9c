import type { Report } from "./harness/Report.ts"

export interface RunOptions {
  /** Measured rounds. Null: the benchmark's own number. */
  readonly rounds: number | null
  /** Monitors of `soak` and `soak-services`. Null: the benchmark's own number. */
  readonly monitors: number | null
  /** Do little work: shows that the benchmark runs, not how fast. */
  readonly short: boolean
  /** Reports progress. */
  readonly progress: (line: string) => void
}

/** A claim about speed that can be measured. */
export interface Benchmark {
  readonly run: (options: RunOptions) => Promise<Report>
}
