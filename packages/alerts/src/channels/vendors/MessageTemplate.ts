import { rowText } from "../ShownMessage.ts"
import type { ShownMessage } from "../ShownMessage.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"

const templateNames = {
  title: (_: ChannelMessage, shown: ShownMessage) => shown.title,
  text: (_: ChannelMessage, shown: ShownMessage) => shown.text,
  details: (_: ChannelMessage, { rows, sections }: ShownMessage) =>
    [...rows, ...sections.flatMap((section) => section.rows)].map(rowText).join("\n"),
  severity: ({ severity }: ChannelMessage) => severity,
  phase: ({ phase }: ChannelMessage) => phase,
  key: ({ key }: ChannelMessage) => key,
  id: ({ deliveryId }: ChannelMessage) => deliveryId,
  at: ({ at }: ChannelMessage) => at ?? "",
  source: ({ source }: ChannelMessage) => source,
  link: ({ link }: ChannelMessage) => link?.url ?? "",
  acknowledge: ({ acknowledge }: ChannelMessage) => acknowledge?.url ?? ""
} as const

/** The content types of a template. Each type escapes values in its own way. */
export const templateTypes = {
  json: "application/json; charset=utf-8",
  form: "application/x-www-form-urlencoded",
  text: "text/plain; charset=utf-8"
} as const

export type TemplateType = keyof typeof templateTypes

/** The maximum nesting depth of values in a JSON template. Much deeper nesting would overflow the stack. */
const DEEPEST = 64

type Fill = (text: string) => string

const PLACEHOLDER = /\{\{([^{}]*)\}\}/gu

const fillIn =
  (values: (name: string) => string): Fill =>
  (text) =>
    text.replace(PLACEHOLDER, (_, name: string) => values(name.trim()))

/** Matches a string in JSON, and the colon after it if the string is a field name. */
const JSON_TEXT = /("(?:[^"\\]|\\.)*")(\s*:)?/gsu

/**
 * Fills in a JSON template. Replaces placeholders only inside strings, so a value cannot add fields, numbers or markup.
 * All other parts stay unchanged, so a number retains digits that JavaScript would lose.
 */
const fillJson = (template: string, fill: Fill): string =>
  template.replace(JSON_TEXT, (whole, text: string, colon?: string) =>
    colon === undefined ? JSON.stringify(fill(String(JSON.parse(text)))) : whole
  )

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1)))

const fillForm = (template: string, fill: Fill): string => {
  const pairs = [...new URLSearchParams(template.trim())].map(([name, value]) => [name, fill(value)] as const)
  return new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()
}

const parseTemplate = (template: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(template) }
  } catch {
    return null
  }
}

const OPEN_FAULT = "The template has an opening {{ without a closing }}, or the other way round."

const hasOpen = (text: string): boolean => /\{\{|\}\}/u.test(text.replace(PLACEHOLDER, ""))

/** Returns one sentence about the reason why a template cannot be used, or null. */
export const templateFault = (template: string, type: TemplateType): string | null => {
  for (const [, name = ""] of template.matchAll(PLACEHOLDER))
    if (!Object.hasOwn(templateNames, name.trim()))
      return `The template uses an unknown value: {{${name.trim().slice(0, 40)}}}. It can use ${Object.keys(templateNames).join(", ")}.`
  if (type !== "json") return hasOpen(template) ? OPEN_FAULT : null
  return parseTemplate(template) === null
    ? "The template must be JSON, with values such as {{title}} inside quotation marks."
    : null
}

/**
 * Returns a sentence about a mistake for which a new template is refused, such as a placeholder in a field name. A
 * stored template with such a mistake stays usable. Returns null if there is no mistake.
 */
export const templateMistake = (template: string, type: TemplateType): string | null => {
  if (type !== "json") return null
  for (const [, text = "", colon] of template.matchAll(JSON_TEXT)) {
    if (hasOpen(text)) return OPEN_FAULT
    if (colon !== undefined && text.includes("{{"))
      return "Use values such as {{title}} only in text, not in field names."
  }
  return isDeeperThan(parseTemplate(template)?.value, DEEPEST)
    ? `The template's values must be nested at most ${DEEPEST} levels deep.`
    : null
}

/** Fills in a template. Templates have no conditions, loops or expressions, so they cannot run code. */
export const fillTemplate = (
  template: string,
  type: TemplateType,
  message: ChannelMessage,
  shown: ShownMessage
): string => {
  const values = (name: string): string =>
    Object.hasOwn(templateNames, name) ? templateNames[name as keyof typeof templateNames](message, shown) : ""
  const fill = fillIn(values)
  if (type === "json") return fillJson(template, fill)
  return type === "form" ? fillForm(template, fill) : fill(template)
}
