import type { OutcomeCode } from "../Outcome.ts"
import type { ProbePorts } from "../probe/ProbePorts.ts"

export interface ProbeFailure {
  readonly outcome: OutcomeCode
  readonly message: string
  /** Whether the failure occurred because of a pattern. */
  readonly byPattern?: boolean
}

export interface ProbeReport {
  /** The reason why the probe failed. Null if the probe succeeded. */
  readonly failure: ProbeFailure | null
  readonly metrics: ReadonlyArray<Metric>
  /** The lines for people about the servers that were contacted. */
  readonly lines: ReadonlyArray<string>
}

/** Runs a probe with a time limit, in milliseconds. Rejects only if the signal is aborted. */
export type RunProbe = (ports: ProbePorts, timeoutMs: number, signal: AbortSignal) => Promise<ProbeReport>

export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: "counter" | "gauge"
  readonly samples: ReadonlyArray<readonly [labels: Readonly<Record<string, string>>, value: number]>
}

/** The media type of Prometheus' text format. */
export const EXPOSITION = "text/plain; version=0.0.4; charset=utf-8"

/** The maximum length of a label value, in characters. Names in the certificates of strangers can be longer. */
const LONGEST_LABEL = 4_096

const escaped = (value: string): string =>
  value
    .slice(0, LONGEST_LABEL)
    .toWellFormed()
    .replaceAll("\\", String.raw`\\`)
    .replaceAll("\n", String.raw`\n`)
    .replaceAll('"', String.raw`\"`)

const labelText = (labels: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}

export const gauge = (name: string, help: string, value: number, labels = {}): Metric => ({
  name,
  help,
  type: "gauge",
  samples: [[labels, value]]
})

export const expositionText = (metrics: ReadonlyArray<Metric>): string =>
  metrics
    .flatMap(({ help, name, samples, type }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(([labels, value]) => `${name}${labelText(labels)} ${value}`)
    ])
    .map((line) => `${line}\n`)
    .join("")
