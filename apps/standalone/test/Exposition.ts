interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly type: "counter" | "gauge" | "histogram"
  readonly help: string
  readonly samples: ReadonlyArray<Sample>
}

const NAME = /^[a-z][a-z0-9_]*$/u
const SAMPLE = /^([a-z][a-z0-9_]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?)|NaN|\+Inf|-Inf)$/u
const LABEL = /([a-z][a-z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/uy

const labelsOf = (text: string): Record<string, string> => {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  while (LABEL.lastIndex < text.length) {
    const match = LABEL.exec(text)
    if (match === null) throw new Error(`no labels: ${text}`)
    const [, name = "", value = ""] = match
    if (name in labels) throw new Error(`label ${name} twice: ${text}`)
    labels[name] = value
  }
  return labels
}

const numberOf = (text: string) => (text === "+Inf" ? Infinity : text === "-Inf" ? -Infinity : Number(text))

const isOf = ({ name, type }: Pick<Family, "name" | "type">, sample: string) =>
  type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`].includes(sample) : sample === name

const withoutLe = (labels: Readonly<Record<string, string>>) =>
  JSON.stringify(
    Object.entries(labels)
      .filter(([label]) => label !== "le")
      .toSorted()
  )

const checkHistogram = ({ name, samples }: Family) => {
  for (const series of new Set(samples.map(({ labels }) => withoutLe(labels)))) {
    const own = samples.filter(({ labels }) => withoutLe(labels) === series)
    const buckets = own
      .filter((sample) => sample.name === `${name}_bucket`)
      .map(({ labels, value }) => [numberOf(labels["le"] ?? "NaN"), value] as const)
    const one = (suffix: string) => {
      const [only, ...more] = own.filter((sample) => sample.name === `${name}_${suffix}`)
      if (only === undefined || more.length > 0) throw new Error(`${name}${series}: one ${suffix}`)
      return only.value
    }
    for (const [index, [le, count]] of buckets.entries()) {
      const [leBefore, countBefore] = buckets[index - 1] ?? [-Infinity, 0]
      if (!(le > leBefore) || count < countBefore) throw new Error(`${name}${series}: buckets do not grow`)
    }
    const last = buckets.at(-1)
    if (last?.[0] !== Infinity || last[1] !== one("count") || Number.isNaN(one("sum")))
      throw new Error(`${name}${series}: no whole histogram`)
  }
}

/** Parses a whole exposition strictly. Throws at the first violation of the format. */
export const parseExposition = (text: string): ReadonlyMap<string, Family> => {
  if (!text.endsWith("\n")) throw new Error("no newline at the end")
  const families = new Map<string, Family & { readonly samples: Array<Sample> }>()
  const series = new Set<string>()
  let help: { readonly name: string; readonly text: string } | undefined
  let current: (Family & { readonly samples: Array<Sample> }) | undefined
  for (const line of text.slice(0, -1).split("\n")) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/u.exec(line) ?? []
    if (kind === "HELP") {
      if (!NAME.test(name) || families.has(name)) throw new Error(`HELP of ${name} once and first: ${line}`)
      help = { name, text: rest }
    } else if (kind === "TYPE") {
      if (help?.name !== name || families.has(name)) throw new Error(`TYPE after its HELP: ${line}`)
      if (rest !== "counter" && rest !== "gauge" && rest !== "histogram") throw new Error(line)
      current = { name, type: rest, help: help.text, samples: [] }
      families.set(name, current)
    } else {
      const [, sample = "", labels = "", value = ""] = SAMPLE.exec(line) ?? []
      if (current === undefined || !isOf(current, sample)) throw new Error(`a sample of no family: ${line}`)
      const read = { name: sample, labels: labelsOf(labels), value: numberOf(value) }
      const key = sample + JSON.stringify(Object.entries(read.labels).toSorted())
      if (series.has(key)) throw new Error(`twice: ${line}`)
      series.add(key)
      current.samples.push(read)
    }
  }
  for (const family of families.values()) {
    if (family.samples.length === 0) throw new Error(`${family.name} has no samples`)
    if (family.type === "histogram") checkHistogram(family)
    if ((family.type === "counter") !== family.name.endsWith("_total"))
      throw new Error(`${family.name}: counters, and they alone, end in _total`)
  }
  return families
}
