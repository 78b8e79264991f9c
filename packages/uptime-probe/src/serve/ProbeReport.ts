import type { OutcomeCode } from "../Outcome.ts"
import type { ProbePorts } from "../probe/ProbePorts.ts"
import type { Metric } from "./exposition.ts"

/** Why a probe failed. */
export interface ProbeFailure {
  readonly outcome: OutcomeCode
  readonly message: string
  /** A pattern decided. */
  readonly byPattern?: boolean
}

/** What a probe of any module found out. */
export interface ProbeReport {
  /** Null: the probe succeeded. */
  readonly failure: ProbeFailure | null
  readonly metrics: ReadonlyArray<Metric>
  /** What was contacted, for people. */
  readonly lines: ReadonlyArray<string>
}

/** Runs a probe under a limit of so many milliseconds. Rejects only if the signal is aborted. */
export type RunProbe = (ports: ProbePorts, timeoutMs: number, signal: AbortSignal) => Promise<ProbeReport>
