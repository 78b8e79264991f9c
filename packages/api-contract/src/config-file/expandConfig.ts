import { byPlace, type ConfigFault, type ConfigPath, pathText } from "./ConfigFault.ts"
import { readConfig } from "./readConfig.ts"
import { readYaml } from "./readYaml.ts"
import { findVariables } from "./secrets.ts"
import type { Section } from "./sections.ts"
import { expandVariables } from "./variables.ts"

/** An environment variable that a file refers to, and the path of the value that refers to it. */
export interface ConfigVariable {
  readonly name: string
  readonly path: ConfigPath
}

/** The text of a file in which variables are replaced by their values, or the faults of the file. */
export type ExpandedConfig =
  | { readonly ok: true; readonly source: string; readonly variables: ReadonlyArray<ConfigVariable> }
  | { readonly ok: false; readonly faults: ReadonlyArray<ConfigFault> }

const lineBreaks = (text: string): number => text.split("\n").length - 1

/** The options that select which variables are replaced. */
export interface ExpandOptions {
  /** The sections in which variables are replaced, in addition to `defaults`. Default: all sections. */
  readonly sections?: ReadonlyArray<Section>
}

/**
 * Replaces `${env:NAME}` in the secrets of a file with the value of the variable. Everything else, including line
 * numbers, stays unchanged. A variable without a value is a fault. If a variable has no value, all other faults of the
 * file are listed too.
 */
export const expandConfig = (
  source: string,
  values: ReadonlyMap<string, string>,
  { sections }: ExpandOptions = {}
): ExpandedConfig => {
  const reading = readYaml(source)
  if (!reading.ok) return reading
  const { positionOf, rangeOf, value } = reading.text
  const { faults, secrets: found } = findVariables(value)
  const wanted = sections === undefined ? null : new Set<unknown>(["defaults", ...sections])
  const secrets = found.filter(({ path }) => wanted === null || wanted.has(path[0]))
  const missing = secrets.flatMap(({ names, path }) =>
    names
      .filter((name) => !values.has(name))
      .map((name) => ({ path, message: `refers to ${name}, which has no value. Set it with --env or --env-file.` }))
  )
  if (faults.length > 0 || missing.length > 0) {
    const unset = missing.map(({ message, path }) => ({ path: pathText(path), ...positionOf(path), message }))
    const whole = readConfig(source)
    return { ok: false, faults: [...(whole.ok ? [] : whole.faults), ...unset].toSorted(byPlace) }
  }
  const edits = secrets.flatMap(({ path, text }) => {
    const range = rangeOf(path)
    return range === null ? [] : [{ ...range, text: JSON.stringify(expandVariables(text, values)) }]
  })
  let expanded = source
  for (const { end, start, text } of edits.toSorted((one, other) => other.start - one.start))
    expanded = expanded.slice(0, start) + text + "\n".repeat(lineBreaks(source.slice(start, end))) + expanded.slice(end)
  const variables = secrets.flatMap(({ names, path }) => names.map((name) => ({ name, path })))
  return { ok: true, source: expanded, variables }
}
