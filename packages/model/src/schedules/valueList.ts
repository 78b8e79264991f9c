export interface FieldRule {
  readonly name: string
  readonly minimum: number
  readonly maximum: number
  /** The words that follow "<name> takes" in a message. */
  readonly takes: string
  /** The values that can be given by name. The names are in capitals. */
  readonly names: ReadonlyMap<string, number>
  readonly rangeMark: "-" | ".."
  /** Returns the value that a number means. Default: the number itself. */
  readonly meaning?: (number: number) => number
  /**
   * Whether values count from the end. If true, a value with a step continues down to the smallest value. Default:
   * false.
   */
  readonly isFromEnd?: boolean
}

export interface Refusal {
  readonly _tag: "Fault"
  readonly message: string
}

/** The values of a field, or a sentence about an error in the field's text. */
export type ReadValues = { readonly _tag: "Values"; readonly values: ReadonlySet<number> } | Refusal

const SHOWN_LENGTH = 30
const PRINTABLE = /^[ -~]*$/u
const NUMBER = /^\d+$/u

/** Returns a refusal whose message says what is accepted and which text was given instead. */
export const refused = (takes: string, text: string): Refusal => {
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}...` : text
  const quoted = PRINTABLE.test(shown) ? shown : JSON.stringify(shown)
  return { _tag: "Fault", message: `${takes}; got ${shown === "" ? "nothing" : quoted}` }
}

/** Returns the value that a number or a name stands for, or null if the text is not valid. */
export const readValue = ({ maximum, meaning, minimum, names }: FieldRule, text: string): number | null => {
  const named = names.get(text)
  if (named !== undefined) return named
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  const value = meaning === undefined ? number : meaning(number)
  return value >= minimum && value <= maximum ? value : null
}

/** The two ends of a range, or the part that was refused. */
type Ends = { readonly _tag: "Ends"; readonly first: number; readonly last: number } | Refusal

const readEnds = (rule: FieldRule, text: string, hasStep: boolean): Ends => {
  const { isFromEnd = false, maximum, minimum, name, rangeMark, takes } = rule
  if (text === "*") return { _tag: "Ends", first: minimum, last: maximum }
  const mark = text.indexOf(rangeMark)
  const parts = mark === -1 ? [text] : [text.slice(0, mark), text.slice(mark + rangeMark.length)]
  const [first = null, last = first] = parts.map((part) => readValue(rule, part))
  if (first === null || last === null) {
    const wrong = parts.find((part) => readValue(rule, part) === null)
    return refused(`${name} takes ${takes}`, wrong === undefined || wrong === "" ? text : wrong)
  }
  if (first > last) return refused(`the first value of a range in ${name} must not be larger than the last`, text)
  if (mark !== -1 || !hasStep) return { _tag: "Ends", first, last }
  return { _tag: "Ends", first: isFromEnd ? minimum : first, last: isFromEnd ? last : maximum }
}

/**
 * Returns the values of `*`, a value or a range, each of which can have a step. A value with a step continues to the
 * end of the field.
 */
export const readItem = (rule: FieldRule, item: string): ReadValues => {
  const slash = item.indexOf("/")
  const ends = readEnds(rule, slash === -1 ? item : item.slice(0, slash), slash !== -1)
  if (ends._tag === "Fault") return ends
  const stepText = slash === -1 ? "1" : item.slice(slash + 1)
  const step = NUMBER.test(stepText) ? Number(stepText) : 0
  if (step === 0) return refused(`a step in ${rule.name} must be a whole number of at least 1`, stepText)
  const isDescending = rule.isFromEnd === true && !item.includes(rule.rangeMark)
  const values = new Set<number>()
  for (let place = 0; place <= ends.last - ends.first; place += step)
    values.add(isDescending ? ends.last - place : ends.first + place)
  return { _tag: "Values", values }
}

export const readList = (rule: FieldRule, text: string): ReadValues => {
  const values = new Set<number>()
  for (const item of text.split(",")) {
    const read = readItem(rule, item)
    if (read._tag === "Fault") return read
    for (const value of read.values) values.add(value)
  }
  return { _tag: "Values", values }
}

export const refusedZone = (name: string): Refusal => refused("time zone must be a name such as Europe/Berlin", name)
