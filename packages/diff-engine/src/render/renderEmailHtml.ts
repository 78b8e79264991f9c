import { optional, argumentsOf, whole } from "@mon/bundled/arguments"
import { textDiff } from "../argumentKinds.ts"
import type { HunkLine, TextDiff } from "../text/TextDiff.ts"
import { escapeHtml } from "./escapeHtml.ts"

const acceptRenderEmailHtml = /* @__PURE__ */ argumentsOf("renderEmailHtml", () => ({
  diff: textDiff(),
  maxLines: optional(whole(0))
}))

const STYLES = {
  equal: "color:#57606a",
  insert: "background:#dafbe1;color:#0f5323",
  delete: "background:#ffebe9;color:#82071e"
} as const
const SIGNS = { equal: "&nbsp;", insert: "+", delete: "&minus;" } as const
const STRONG = {
  insert: "font-weight:bold;text-decoration:underline",
  delete: "font-weight:bold;text-decoration:line-through"
} as const

const content = ({ op, spans, text }: HunkLine): string =>
  spans === null || op === "equal"
    ? escapeHtml(text)
    : spans
        .map((span) =>
          span.op === "equal" ? escapeHtml(span.text) : `<span style="${STRONG[op]}">${escapeHtml(span.text)}</span>`
        )
        .join("")

/**
 * Returns HTML for emails: one table with inline styles and without external resources. Shows at most `maxLines` lines
 * and the number of remaining lines.
 */
export const renderEmailHtml = (diff: TextDiff, maxLines = 100): string => {
  acceptRenderEmailHtml(diff, maxLines)
  const { hunks } = diff
  const lines = hunks.flatMap((hunk, index): ReadonlyArray<HunkLine | null> =>
    index === 0 ? hunk.lines : [null, ...hunk.lines]
  )
  const shown = lines
    .slice(0, maxLines)
    .map((line) =>
      line === null
        ? `<tr><td colspan="2" style="padding:2px 6px;color:#57606a">&hellip;</td></tr>`
        : `<tr style="${STYLES[line.op]}"><td style="padding:2px 6px;width:1em">${SIGNS[line.op]}</td><td style="padding:2px 6px;white-space:pre-wrap;word-break:break-word">${content(line)}</td></tr>`
    )
  const left = lines.length - shown.length
  const rest =
    left > 0 ? `<tr><td colspan="2" style="padding:2px 6px;color:#57606a">and ${left} more lines</td></tr>` : ""
  return `<table role="presentation" cellspacing="0" cellpadding="0" style="width:100%;border-collapse:collapse;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px">${shown.join("")}${rest}</table>`
}
