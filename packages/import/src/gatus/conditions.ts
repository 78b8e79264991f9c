import type { MonitorDraft } from "../document/MonitorDraft.ts"
import { otherStatuses } from "../document/statuses.ts"
import { goDuration } from "../reading/goDuration.ts"
import { jsonPathOf } from "../reading/jsonPathOf.ts"
import { scalarOf, typeNote } from "../reading/scalarOf.ts"

/** A condition: a subject, an operator and an operand. */
export const CONDITION = /^(.+?) (==|!=|<=|>=|<|>) (.+)$/su
const DAY_SECONDS = 86_400

type Translated = { readonly expect: Readonly<Record<string, unknown>>; readonly note?: string } | string

type Operator = "==" | "!=" | "<=" | ">=" | "<" | ">"

const holds: Readonly<Record<Operator, (one: number, other: number) => boolean>> = {
  "==": (one, other) => one === other,
  "!=": (one, other) => one !== other,
  "<=": (one, other) => one <= other,
  ">=": (one, other) => one >= other,
  "<": (one, other) => one < other,
  ">": (one, other) => one > other
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)

/** Converts a Gatus pattern to a regular expression. In the pattern, * stands for any text and ? for one character. */
const patternOf = (glob: string): string =>
  `^${escaped(glob)
    .replaceAll(String.raw`\*`, String.raw`[\s\S]*`)
    .replaceAll(String.raw`\?`, String.raw`[\s\S]`)}$`

/** Returns the text inside a function such as `pat(...)`. Null if the text is not this function. */
export const functionOf = (text: string, name: string): string | null =>
  text.startsWith(`${name}(`) && text.endsWith(")") ? text.slice(name.length + 1, -1) : null

/** Returns the pattern for a text that must be equal to an operand, or match it if it is `pat(...)`. */
export const textPatternOf = (operand: string): string => {
  const glob = functionOf(operand, "pat")
  return glob === null ? `^${escaped(operand)}$` : patternOf(glob)
}

/** Returns the number of days of a duration, such as 3 for "49h". Null if the text is not a duration. */
export const certificateDays = (operand: string): number | null => {
  const seconds = goDuration(operand)
  return seconds === null ? null : Math.max(1, Math.ceil(seconds / DAY_SECONDS))
}

const statusRule = (operator: Operator, operand: string): ((status: number) => boolean) | null => {
  const any = functionOf(operand, "any")
  const glob = functionOf(operand, "pat")
  const isEqual = operator === "=="
  if (any !== null || glob !== null) {
    if (operator !== "==" && operator !== "!=") return null
    const listed = (any ?? "").split(",").map((one) => Number(one.trim()))
    const pattern = glob === null ? null : new RegExp(`^${escaped(glob).replaceAll(String.raw`\*`, "\\d*")}$`, "u")
    return (status) => (pattern === null ? listed.includes(status) : pattern.test(String(status))) === isEqual
  }
  return /^\d{1,4}$/u.test(operand) ? (status) => holds[operator](status, Number(operand)) : null
}

const comparisons: Readonly<Record<Operator, string>> = {
  "==": "equals",
  "!=": "differs",
  "<=": "atMost",
  ">=": "atLeast",
  "<": "below",
  ">": "above"
}

const bodyExpectation = (path: string, operator: Operator, operand: string): Translated => {
  const json = jsonPathOf(`$${path}`)
  if (json === null) return "The path cannot be written as JSONPath."
  const glob = functionOf(operand, "pat")
  if (path !== "") {
    if (glob !== null || functionOf(operand, "any") !== null)
      return "Mon only compares a JSON value with a single value."
    const note = typeNote(operand)
    return { expect: { json, [comparisons[operator]]: scalarOf(operand) }, ...(note === undefined ? {} : { note }) }
  }
  if (functionOf(operand, "any") !== null || (operator !== "==" && operator !== "!="))
    return "Mon cannot compare the whole body this way."
  const absent = operator === "!=" ? { absent: true } : {}
  const inside = glob === null ? null : /^\*([^*?]+)\*$/u.exec(glob)?.[1]
  if (inside !== null && inside !== undefined) return { expect: { text: inside, ...absent } }
  return { expect: { matches: textPatternOf(operand), ...absent } }
}

const otherExpectation = (subject: string, operator: Operator, operand: string): Translated => {
  const has = functionOf(subject, "has")
  if (has?.startsWith("[BODY]") === true) {
    const json = jsonPathOf(`$${has.slice("[BODY]".length)}`)
    const isPresent = (operand === "true") === (operator === "==")
    return json === null
      ? "The path cannot be written as JSONPath."
      : { expect: { json, ...(isPresent ? {} : { absent: true }) } }
  }
  if (functionOf(subject, "len") !== null) return "Mon does not compare lengths."
  if (subject.startsWith("[BODY]")) return bodyExpectation(subject.slice("[BODY]".length), operator, operand)
  if (subject === "[RESPONSE_TIME]" && (operator === "<" || operator === "<=") && /^\d+$/u.test(operand))
    return { expect: { responseTimeMs: Number(operand) } }
  if (subject === "[CERTIFICATE_EXPIRATION]" && operator.startsWith(">")) {
    const minimumDays = certificateDays(operand)
    if (minimumDays !== null) return { expect: { certificate: "valid", minimumDays } }
  }
  if (subject === "[DOMAIN_EXPIRATION]") return "Mon sends an alert before any domain registration expires."
  return "Mon does not have this condition."
}

/** Adds the conditions of an endpoint as expectations. Reports conditions that Mon cannot express. */
export const conditionsFrom = (monitor: MonitorDraft, conditions: ReadonlyArray<unknown>): void => {
  const { group } = monitor
  const rules: Array<{ readonly field: string; readonly rule: (status: number) => boolean }> = []
  for (const [index, condition] of conditions.entries()) {
    const field = `conditions[${index}]`
    const [, left = "", operator = "", right = ""] = CONDITION.exec(String(condition).trim()) ?? []
    const subject = left.trim()
    const operand = right.trim()
    if (subject === "") group.leftOut(field, "It cannot be read.")
    else if (subject === "[STATUS]") {
      const rule = statusRule(operator as Operator, operand)
      if (rule === null) group.leftOut(field, "Mon cannot compare the status this way.")
      else rules.push({ field, rule })
    } else if (subject === "[CONNECTED]" && operator === "==" && operand === "true") group.unset(field)
    else {
      const translated = otherExpectation(subject, operator as Operator, operand)
      if (typeof translated === "string") group.leftOut(field, translated)
      else monitor.expectAt(field, translated.expect, translated.note)
    }
  }
  const excluded = new Set(
    Array.from({ length: 500 }, (_, index) => index + 100).filter((status) => !rules.every(({ rule }) => rule(status)))
  )
  const status = otherStatuses(excluded)
  if (rules.length === 0)
    monitor.expectAt("conditions", { status }, "Gatus accepts every status unless a condition mentions the status.")
  else if (status === "") for (const { field } of rules) group.leftOut(field, "No status meets all the conditions.")
  else {
    for (const { field } of rules.slice(1)) group.carried(field, `expect[${monitor.expect.length}]`)
    monitor.expectAt(rules[0]?.field ?? "conditions", { status })
  }
}
