import { Ajv2020 } from "ajv/dist/2020.js"
import * as fc from "fast-check"
import { configJsonSchema, readConfig } from "../../src/config-file/index.ts"
import { wholeFile } from "./wholeFile.ts"

export const validate = new Ajv2020({ strict: false, allErrors: false, validateFormats: false }).compile(
  configJsonSchema()
)

/**
 * The rules that JSON Schema cannot express, or that the schema library leaves out of the JSON Schema: rules between
 * values, texts of blanks, patterns that ignore case, times, time zones and addresses.
 */
const rules = [
  /^The (?:file|page) has no /u,
  /^A domain of the file has/u,
  /must have a body only with/u,
  /must be a string of 1 to \d+ characters/u,
  /must be a hex colour/u,
  /must contain only e-mail addresses/u,
  /^emailDomains must be/u,
  /^links must be/u,
  /must be an IP address/u,
  /must be a time in ISO 8601/u,
  /must be an IANA time zone/u,
  /^password must be/u,
  /must contain only DKIM selectors/u,
  /^URL is required/u,
  /must have at least one type, and none more than once/u,
  /must have increasing afterMinutes/u
]

type Path = ReadonlyArray<string | number>

const pathsOf = (value: unknown, path: Path = []): ReadonlyArray<Path> =>
  typeof value !== "object" || value === null
    ? [path]
    : [
        path,
        ...Object.entries(value).flatMap(([name, item]) =>
          pathsOf(item, [...path, Array.isArray(value) ? Number(name) : name])
        )
      ]

const changed = (value: unknown, [first, ...rest]: Path, change: (value: unknown) => unknown): unknown => {
  if (first === undefined) return change(value)
  if (Array.isArray(value)) return value.map((item, index) => (index === first ? changed(item, rest, change) : item))
  const entries = Object.entries(value as object)
  return Object.fromEntries(entries.map(([name, item]) => [name, name === first ? changed(item, rest, change) : item]))
}

const odd = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e9,
  "",
  " ",
  "x",
  "x".repeat(5_000),
  "#12",
  [],
  ["x"],
  ["x", "x"],
  [[]],
  {},
  { x: 1 },
  { text: "a" },
  "2027-13-01",
  "FREQ=SECONDLY",
  "9",
  7,
  59,
  60
)
const mutations = fc.record({
  path: fc.constantFrom(...pathsOf(wholeFile).filter((path) => path.length > 0)),
  kind: fc.constantFrom("replace", "remove", "add"),
  value: odd
})

const removed = (value: unknown, name: string | number): unknown =>
  Array.isArray(value)
    ? value.filter((_, index) => index !== name)
    : Object.fromEntries(Object.entries(value as object).filter(([one]) => one !== name))

const mutate = (
  file: unknown,
  { kind, path, value }: { readonly path: Path; readonly kind: string; readonly value: unknown }
) => {
  const parent = path.slice(0, -1)
  const last = path.at(-1) ?? 0
  if (kind === "replace") return changed(file, path, () => value)
  if (kind === "remove") return changed(file, parent, (found) => removed(found, last))
  return changed(file, parent, (found) =>
    Array.isArray(found) ? [...found, value] : { ...(found as object), unknownName: value }
  )
}

/** Returns descriptions of the mutated files about which the reader and the JSON Schema disagree. */
export const differences = (runs: number, seed: number) => {
  const found = new Map<string, number>()
  const note = (what: string) => found.set(what, (found.get(what) ?? 0) + 1)
  for (const mutation of fc.sample(mutations, { numRuns: runs, seed })) {
    const file = mutate(wholeFile, mutation)
    const reading = readConfig(JSON.stringify(file))
    const isValid = validate(file)
    if (reading.ok && !isValid) note(`only the schema: ${JSON.stringify(mutation)} ${JSON.stringify(validate.errors)}`)
    if (!reading.ok && isValid && !reading.faults.some(({ message }) => rules.some((rule) => rule.test(message))))
      note(`only the reader: ${mutation.path.join(".")} ${reading.faults[0]?.message}`)
  }
  return [...found.keys()]
}
