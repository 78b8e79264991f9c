const sentence = (path: string, problem: string): string => `${path} ${problem}`

const isEntries = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The words that Go's YAML readers accept as a boolean (https://yaml.org/type/bool.html). */
const SWITCHES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ...["y", "Y", "yes", "Yes", "YES", "on", "On", "ON"].map((word) => [word, true] as const),
  ...["n", "N", "no", "No", "NO", "off", "Off", "OFF"].map((word) => [word, false] as const)
])

const isOff = (value: unknown): boolean =>
  SWITCHES.get(value) === false || value === "" || value === 0 || value === null

const isContent = (value: unknown): value is string | Uint8Array =>
  typeof value === "string" || value instanceof Uint8Array

/** Returns the number of bytes in a number or a text such as 10MB. */
const bytesOf = (value: unknown): number => {
  const [, digits, unit = ""] = /^(\d{1,12})([KMG]?)(?:i?B)?$/u.exec(String(value)) ?? []
  return digits === undefined ? Number.NaN : Number(digits) * 1_024 ** ["", "K", "M", "G"].indexOf(unit)
}

/** A duration in Go's notation, such as "5s", "1m30s" or "500ms". */
const DURATION = /^(?:\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h))+$/u
const DURATION_PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/gu
const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000]
])

const durationMs = (text: string): number =>
  [...text.matchAll(DURATION_PART)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * (UNIT_MS.get(unit ?? "") ?? 0),
    0
  )

/** The entries of one object in a configuration file. Each problem becomes a sentence with the path of the option. */
export class ConfigSection {
  readonly path: string
  readonly #values: Readonly<Record<string, unknown>>
  readonly #faults: Array<string>
  readonly #read = new Set<string>()

  constructor(value: unknown, path: string, faults: Array<string>) {
    this.path = path
    this.#faults = faults
    this.#values = isEntries(value) ? value : {}
    if (value !== undefined && value !== null && !isEntries(value)) this.fault("must have options.")
  }

  pathOf(name: string): string {
    return this.path === "" ? name : `${this.path}.${name}`
  }

  fault(problem: string): void {
    this.#faults.push(sentence(this.path === "" ? "The file" : this.path, problem))
  }

  faultOf(name: string, problem: string): void {
    this.#faults.push(sentence(this.pathOf(name), problem))
  }

  #value(name: string): unknown {
    this.#read.add(name)
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined
    return value === null ? undefined : value
  }

  #of<A>(name: string, isValue: (value: unknown) => value is A, takes: string): A | undefined {
    const value = this.#value(name)
    if (value === undefined || isValue(value)) return value
    this.faultOf(name, `must be ${takes}.`)
    return undefined
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name)
  }

  names(): ReadonlyArray<string> {
    return Object.keys(this.#values)
  }

  text(name: string): string | undefined {
    return this.#of(name, (value) => typeof value === "string", "a text")
  }

  /** Reads a text, or the bytes of `!!binary`. */
  content(name: string): string | Uint8Array | undefined {
    return this.#of(name, isContent, "a text")
  }

  choice<const A extends string>(name: string, choices: ReadonlyArray<A>): A | undefined {
    const isChoice = (value: unknown): value is A => choices.some((one) => one === value)
    return this.#of(name, isChoice, `one of ${choices.join(", ")}`)
  }

  /** Reads a size in bytes: a whole number, or a text such as 10MB (powers of 1,024). Refuses sizes above `most`. */
  size(name: string, most: number): number | undefined {
    const isSize = (value: unknown): value is number | string =>
      (typeof value === "number" || typeof value === "string") && bytesOf(value) <= most
    const value = this.#of(name, isSize, `a size such as 10MB, at most ${most / 1_024 ** 2}MB`)
    return value === undefined ? undefined : bytesOf(value)
  }

  boolean(name: string, fallback: boolean): boolean {
    const isSwitch = (value: unknown): value is boolean | string => SWITCHES.has(value)
    return SWITCHES.get(this.#of(name, isSwitch, "true or false")) ?? fallback
  }

  /** Reads a duration in milliseconds. Refuses durations above `most`. */
  duration(name: string, most: number): number | undefined {
    const takes = `a time such as 5s or 1m30s, at most ${most / 60_000}m`
    const isDuration = (value: unknown): value is string =>
      typeof value === "string" && DURATION.test(value) && durationMs(value) > 0 && durationMs(value) <= most
    const text = this.#of(name, isDuration, takes)
    return text === undefined ? undefined : Math.ceil(durationMs(text))
  }

  list<A>(name: string, isItem: (value: unknown) => value is A, takes: string): ReadonlyArray<A> {
    const isList = (value: unknown): value is ReadonlyArray<A> => Array.isArray(value) && value.every(isItem)
    return this.#of(name, isList, takes) ?? []
  }

  section(name: string, faults = this.#faults): ConfigSection {
    return new ConfigSection(this.#value(name), this.pathOf(name), faults)
  }

  sections(name: string): ReadonlyArray<ConfigSection> {
    return this.list(name, isEntries, "a list of options").map(
      (value, index) => new ConfigSection(value, `${this.pathOf(name)}[${index}]`, this.#faults)
    )
  }

  /**
   * Refuses the options that were not read. `reasons` contains explanations for options of blackbox_exporter that
   * cannot be used here. Such options are accepted if they are switched off.
   */
  finish(reasons: Readonly<Record<string, string>> = {}): void {
    for (const name of this.names()) {
      if (this.#read.has(name)) continue
      const reason = Object.hasOwn(reasons, name) ? reasons[name] : undefined
      if (reason !== undefined && Object.hasOwn(this.#values, name) && isOff(this.#values[name])) continue
      this.faultOf(name, reason === undefined ? "is not an option." : `is not supported: ${reason}`)
    }
  }
}
