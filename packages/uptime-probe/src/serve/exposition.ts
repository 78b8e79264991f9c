/** One metric of Prometheus' text format. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: "counter" | "gauge"
  readonly samples: ReadonlyArray<readonly [labels: Readonly<Record<string, string>>, value: number]>
}

/** The media type of the text format. */
export const EXPOSITION = "text/plain; version=0.0.4; charset=utf-8"

/** The longest value of a label, in characters: certificates of others can have longer texts. */
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

/** A metric with one value. */
export const gauge = (name: string, help: string, value: number, labels = {}): Metric => ({
  name,
  help,
  type: "gauge",
  samples: [[labels, value]]
})

/** Metrics as text. */
export const expositionText = (metrics: ReadonlyArray<Metric>): string =>
  metrics
    .flatMap(({ help, name, samples, type }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(([labels, value]) => `${name}${labelText(labels)} ${value}`)
    ])
    .map((line) => `${line}\n`)
    .join("")
