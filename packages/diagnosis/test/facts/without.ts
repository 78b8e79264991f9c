import type { DiagnosisFacts } from "../../src/index.ts"

type Fields = Readonly<Record<string, unknown>>

const removed = (value: unknown, [first = "", ...rest]: ReadonlyArray<string>): unknown => {
  if (typeof value !== "object" || value === null) return value
  const fields = value as Fields
  if (rest.length > 0) return first in fields ? { ...fields, [first]: removed(fields[first], rest) } : fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== first))
}

const WHOLE: ReadonlyMap<string, string> = new Map([
  ["network.state", "network"],
  ["lastGood.outcome", "lastGood"]
])

/**
 * Returns the facts without the fact at a path. The removal of a required fact removes its whole object. Only the
 * outcome of a check becomes unknown instead.
 */
export const without = (facts: DiagnosisFacts, path: string): DiagnosisFacts =>
  path === "check.outcome" && facts.check !== undefined
    ? { ...facts, check: { ...facts.check, outcome: "prober_fault" } }
    : (removed(facts, (WHOLE.get(path) ?? path).split(".")) as DiagnosisFacts)
