import { goPattern } from "../pattern/goPattern.ts"
import type { ConfigSection } from "./ConfigSection.ts"
import type { PatternRule, ProbeModule } from "./ProbeModule.ts"

/** Reads a file that the configuration names. Throws an Error with the reason if the file cannot be read. */
export type ReadNamedFile = (path: string) => string

export const MOST_TIMEOUT_MS = 600_000

export const isText = (value: unknown): value is string => typeof value === "string"

/** Translates a Go pattern. Reports a problem with the option if the pattern cannot be used. */
export const patternRule = (
  section: ConfigSection,
  name: string,
  source: string,
  failsOnMatch: boolean
): PatternRule & { readonly groups: ReadonlyArray<string | null> } => {
  const read = goPattern(source)
  if (!read.ok) section.faultOf(name, `cannot be used: the pattern ${read.why}.`)
  const { groups, ignoreCase, pattern } = read.ok ? read : { groups: [], ignoreCase: false, pattern: "" }
  return { source, pattern, ignoreCase, failsOnMatch, groups }
}

export const patternRules = (section: ConfigSection, name: string, failsOnMatch: boolean): ReadonlyArray<PatternRule> =>
  section.list(name, isText, "a list of patterns").map((text, index) => {
    const { groups: _, ...rule } = patternRule(section, `${name}[${index}]`, text, failsOnMatch)
    return rule
  })

/** Returns undefined if the file cannot be read. */
export const fileText = (
  section: ConfigSection,
  name: string,
  file: string,
  readFile: ReadNamedFile
): string | undefined => {
  try {
    return readFile(file)
  } catch (error) {
    section.faultOf(name, `cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
    return undefined
  }
}

/** Returns the text of an option, or of the file that the option with the suffix "_file" names. */
export const textOrFile = (section: ConfigSection, name: string, readFile: ReadNamedFile): string | undefined => {
  const given = section.text(name)
  const file = section.text(`${name}_file`) ?? ""
  const read = file === "" ? undefined : fileText(section, `${name}_file`, file, readFile)
  if (given !== undefined && read !== undefined) section.faultOf(`${name}_file`, `and ${name} cannot be used together.`)
  return read ?? given
}

export const familyOf = (section: ConfigSection): ProbeModule["family"] => {
  const preferred = section.choice("preferred_ip_protocol", ["ip4", "ip6"])
  const fallback = section.boolean("ip_protocol_fallback", true)
  if (preferred === undefined && fallback) return null
  return { preferred: preferred === "ip4" ? 4 : 6, fallback }
}
