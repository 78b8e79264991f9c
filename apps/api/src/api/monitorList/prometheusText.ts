import type { MonitorSample } from "@mon/core-store"
import { monitorKinds } from "@mon/model"

/**
 * The largest length of a label's name or value. It is limited because Prometheus keeps every label of every series in
 * memory.
 */
const LABEL_LENGTH = 64
const TAGS = 15

interface Sample {
  readonly labels: string
  readonly value: number
}

interface Metric {
  readonly name: string
  readonly help: string
  readonly samples: (sample: MonitorSample, labels: Labels) => ReadonlyArray<Sample>
}

type Labels = ReadonlyArray<readonly [name: string, value: string]>

const short = (value: string): string => [...value].slice(0, LABEL_LENGTH).join("")

const escapes: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ['"', '\\"'],
  ["\n", "\\n"]
])

const escaped = (value: string): string =>
  value.replaceAll(/[\\"\n]/gu, (character) => escapes.get(character) ?? character)

const textOf = (labels: Labels): string => labels.map(([name, value]) => `${name}="${escaped(short(value))}"`).join(",")

const tagLabel = (tag: string): string => short(`tag_${tag.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "_")}`)

/** Returns the labels of a monitor. If several tags result in one label name, uses the first tag. */
const labelsOf = ({ id, kind, name, tags, url }: MonitorSample): Labels => {
  const byLabel = new Map<string, string>()
  for (const tag of tags) {
    const label = tagLabel(tag)
    if (!byLabel.has(label) && byLabel.size < TAGS) byLabel.set(label, tag)
  }
  return [["instance", url === "" ? name : url], ["monitor", id], ["name", name], ["kind", kind], ...byLabel]
}

const gauge = (name: string, help: string, valueOf: (sample: MonitorSample) => number | null): Metric => ({
  name,
  help,
  samples: (sample, labels) => {
    const value = valueOf(sample)
    return value === null ? [] : [{ labels: textOf(labels), value }]
  }
})

/** The phases of a request: the name in blackbox_exporter, and the name in Mon. */
const phases = [
  ["resolve", "dns"],
  ["connect", "connect"],
  ["tls", "tls"],
  ["processing", "wait"],
  ["transfer", "download"]
] as const satisfies ReadonlyArray<readonly [string, keyof MonitorSample["phases"]]>

/** Returns the HTTP status code of the last check, or null for a kind of monitor that sends no requests. */
const httpStatus = ({ kind, statusCode }: MonitorSample): number | null =>
  monitorKinds[kind].address === "url" ? statusCode : null

const isHttps = (url: string): boolean => url.startsWith("https:")

const MILLIS_PER_SECOND = 1_000

const metrics: ReadonlyArray<Metric> = [
  gauge("probe_success", "Displays whether or not the probe was a success", ({ isUp }) =>
    isUp === null ? null : Number(isUp)
  ),
  gauge("probe_duration_seconds", "Returns how long the probe took to complete in seconds", ({ seconds }) => seconds),
  gauge(
    "probe_dns_lookup_time_seconds",
    "Returns the time taken for probe dns lookup in seconds",
    (sample) => sample.phases.dns
  ),
  gauge("probe_http_status_code", "Response HTTP status code", httpStatus),
  gauge("probe_http_ssl", "Indicates if SSL was used for the final redirect", (sample) =>
    httpStatus(sample) === null ? null : Number(isHttps(sample.url))
  ),
  gauge("probe_ssl_earliest_cert_expiry", "Returns last SSL chain expiry in unixtime", ({ certificateEnd }) =>
    certificateEnd === null ? null : certificateEnd.getTime() / MILLIS_PER_SECOND
  ),
  {
    name: "probe_http_duration_seconds",
    help: "Duration of http request by phase, summed over all redirects",
    samples: (sample, labels) =>
      phases.flatMap(([phase, timing]) => {
        const value = sample.phases[timing]
        return value === null ? [] : [{ labels: textOf([...labels, ["phase", phase]]), value }]
      })
  },
  {
    name: "mon_content_fault",
    help: "1 while the status is fine but the page shows the fault with this code",
    samples: ({ contentFault }, labels) =>
      contentFault === null ? [] : [{ labels: textOf([...labels, ["code", contentFault]]), value: 1 }]
  }
]

/**
 * Returns the last checks in the text format of Prometheus, version 0.0.4. Uses the metric names and help texts of
 * blackbox_exporter 0.27. Values that blackbox_exporter does not measure have names and help texts of Mon.
 */
export const prometheusText = (samples: ReadonlyArray<MonitorSample>): string => {
  const labelled = samples.map((sample) => ({ sample, labels: labelsOf(sample) }))
  return metrics
    .map(({ help, name, samples: samplesOf }) => {
      const lines = labelled
        .flatMap(({ labels, sample }) => samplesOf(sample, labels))
        .map(({ labels: text, value }) => `${name}{${text}} ${value}\n`)
      return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join("")}`
    })
    .join("")
}
