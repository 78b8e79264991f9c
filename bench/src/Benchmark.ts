import type { Report } from "./harness/Report.ts"

export interface RunOptions {
  /** Rounds that count; null: the benchmark's own number. */
  readonly rounds: number | null
  /** As little as shows that it works: for continuous integration and for trying things. */
  readonly short: boolean
  /** Tells a waiting reader how far it is. */
  readonly progress: (line: string) => void
}

/** A claim about speed that can be checked into. */
export interface Benchmark {
  /** One line for the usage text. */
  readonly about: string
  readonly run: (options: RunOptions) => Promise<Report>
}
