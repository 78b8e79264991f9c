import { rowText } from "../ShownMessage.ts"
import type { ShownMessage } from "../ShownMessage.ts"
import type { ChannelMessage } from "../ChannelMessage.ts"

/** The names that a template may use, and what they stand for. */
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

/** The content types of a template. Each has its own way to put a value in. */
export const templateTypes = {
  json: "application/json; charset=utf-8",
  form: "application/x-www-form-urlencoded",
  text: "text/plain; charset=utf-8"
} as const

/** How a template is read. */
export type TemplateType = keyof typeof templateTypes

/** How deep the values of a JSON template may be nested. Much deeper ones would overflow the stack. */
const DEEPEST = 64

type Fill = (text: string) => string

const PLACEHOLDER = /\{\{([^{}]*)\}\}/gu

const fillIn =
  (values: (name: string) => string): Fill =>
  (text) =>
    text.replace(PLACEHOLDER, (_, name: string) => values(name.trim()))

/** Only texts and names are filled in, so a value cannot become another field, a number or markup of JSON. */
const fillJson = (value: unknown, fill: Fill): unknown => {
  if (typeof value === "string") return fill(value)
  if (Array.isArray(value)) return value.map((part) => fillJson(part, fill))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillJson(part, fill)]))
}

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

/** What is wrong with a template, as one sentence; null when it can be used. */
export const templateFault = (template: string, type: TemplateType): string | null => {
  for (const [, name = ""] of template.matchAll(PLACEHOLDER))
    if (!Object.hasOwn(templateNames, name.trim()))
      return `The template has no value named {{${name.trim().slice(0, 40)}}}. It can use ${Object.keys(templateNames).join(", ")}.`
  if (/\{\{|\}\}/u.test(type === "json" ? "" : template.replace(PLACEHOLDER, "")))
    return "The template has an opening {{ or a closing }} without the other."
  if (type !== "json") return null
  const parsed = parseTemplate(template)
  if (parsed === null) return "The template must be JSON, with values such as {{title}} inside quotation marks."
  return isDeeperThan(parsed.value, DEEPEST)
    ? `The values of the template must be nested at most ${DEEPEST} levels deep.`
    : null
}

/**
 * Fills a template in. There are no conditions, loops or expressions: a template cannot run code.
 *
 * @throws RangeError for a JSON template that is nested deeper than {@link templateFault} allows
 */
export const fillTemplate = (
  template: string,
  type: TemplateType,
  message: ChannelMessage,
  shown: ShownMessage
): string => {
  const values = (name: string): string =>
    Object.hasOwn(templateNames, name) ? templateNames[name as keyof typeof templateNames](message, shown) : ""
  const fill = fillIn(values)
  if (type === "json") {
    const value = parseTemplate(template)?.value ?? null
    if (isDeeperThan(value, DEEPEST)) throw new RangeError("The template is nested too deep.")
    return JSON.stringify(fillJson(value, fill))
  }
  return type === "form" ? fillForm(template, fill) : fill(template)
}
