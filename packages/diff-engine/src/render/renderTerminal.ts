import { aBoolean, optional, optionsOf, argumentsOf } from "@mon/bundled/arguments"
import { textDiff } from "../argumentKinds.ts"
import type { HunkLine, TextDiff } from "../text/TextDiff.ts"

const acceptRenderTerminal = /* @__PURE__ */ argumentsOf("renderTerminal", () => ({
  diff: textDiff(),
  options: optional(optionsOf<{ readonly colour?: boolean }>({ colour: optional(aBoolean) }))
}))

const CODES = { insert: "32", delete: "31", equal: "2" } as const
const SIGNS = { insert: "+", delete: "-", equal: " " } as const
/** A pattern for control characters, which must not reach the terminal. */
const CONTROL = /\p{Cc}/gu

const clean = (text: string): string => text.replaceAll("\t", "  ").replace(CONTROL, "�")

const paint = (code: string, text: string, colour: boolean): string =>
  colour ? `\u001b[${code}m${text}\u001b[0m` : text

const lineText = ({ op, spans, text }: HunkLine, colour: boolean): string => {
  if (spans === null || op === "equal" || !colour) return paint(CODES[op], `${SIGNS[op]} ${clean(text)}`, colour)
  return `${paint(CODES[op], `${SIGNS[op]} `, true)}${spans.map((span) => paint(span.op === "equal" ? CODES[op] : `1;4;${CODES[op]}`, clean(span.text), true)).join("")}`
}

/**
 * Returns text for a terminal: the headline, then each hunk. Replaces control characters with replacement characters.
 */
export const renderTerminal = (diff: TextDiff, options: { readonly colour?: boolean } = {}): string => {
  acceptRenderTerminal(diff, options)
  const { headline, hunks } = diff
  const { colour = false } = options
  const parts = hunks.map(
    ({ lines, newStart }) =>
      `${paint("36", `line ${newStart}`, colour)}\n${lines.map((line) => lineText(line, colour)).join("\n")}`
  )
  return `${[headline, ...parts].join("\n\n")}\n`
}
