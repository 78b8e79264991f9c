import type { OutcomeCode } from "../Outcome.ts"
import type { ProbePorts } from "../probe/ProbePorts.ts"
import type { Metric } from "./exposition.ts"

/** The reason why a probe failed. */
export interface ProbeFailure {
  readonly outcome: OutcomeCode
  readonly message: string
  /** A pattern decided. */
  readonly byPattern?: boolean
}

/** The result of a probe of any module. */
export interface ProbeReport {
  /** Null: the probe succeeded. */
  readonly failure: ProbeFailure | null
  readonly metrics: ReadonlyArray<Metric>
  /** The lines about what was contacted, for people. */
  readonly lines: ReadonlyArray<string>
}

/** Runs a probe under a limit of so many milliseconds. Rejects only if the signal is aborted. */
export type RunProbe = (ports: ProbePorts, timeoutMs: number, signal: AbortSignal) => Promise<ProbeReport>
