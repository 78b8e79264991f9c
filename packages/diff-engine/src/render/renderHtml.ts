import { argumentsOf } from "@mon/bundled/arguments"
import { textDiff } from "../argumentKinds.ts"
import type { Hunk, HunkLine, TextDiff } from "../text/TextDiff.ts"
import { escapeHtml } from "./escapeHtml.ts"

const acceptRenderHtml = /* @__PURE__ */ argumentsOf("renderHtml", () => ({ diff: textDiff() }))

const inside = ({ spans, text }: HunkLine, tag: "ins" | "del"): string =>
  spans === null
    ? escapeHtml(text)
    : spans
        .map((span) => (span.op === "equal" ? escapeHtml(span.text) : `<${tag}>${escapeHtml(span.text)}</${tag}>`))
        .join("")

const cell = (number: number | null, line: HunkLine | null): string => {
  if (line === null) return "<td></td><td></td>"
  const kind = line.op === "equal" ? "" : ` class="${line.op}"`
  return `<td class="number">${number ?? ""}</td><td${kind}>${line.op === "equal" ? escapeHtml(line.text) : inside(line, line.op === "insert" ? "ins" : "del")}</td>`
}

const rowsOf = ({ lines, newStart, oldStart }: Hunk): Array<string> => {
  const rows: Array<string> = []
  let oldNumber = oldStart
  let newNumber = newStart
  for (let at = 0; at < lines.length;) {
    const line = lines[at]
    if (line === undefined) break
    if (line.op === "equal") {
      rows.push(`<tr>${cell(oldNumber++, line)}${cell(newNumber++, line)}</tr>`)
      at++
      continue
    }
    const removed: Array<HunkLine> = []
    const added: Array<HunkLine> = []
    for (; lines[at]?.op === "delete"; at++) removed.push(lines[at] as HunkLine)
    for (; lines[at]?.op === "insert"; at++) added.push(lines[at] as HunkLine)
    for (let i = 0; i < Math.max(removed.length, added.length); i++) {
      const left = removed[i] ?? null
      const right = added[i] ?? null
      rows.push(
        `<tr>${cell(left === null ? null : oldNumber++, left)}${cell(right === null ? null : newNumber++, right)}</tr>`
      )
    }
  }
  return rows
}

/**
 * Returns an HTML table with the old version on the left and the new version on the right. Style the classes `diff`,
 * `number`, `insert` and `delete`.
 */
export const renderHtml = (diff: TextDiff): string => {
  acceptRenderHtml(diff)
  const { headline, hunks } = diff
  const bodies = hunks.map((hunk) => `<tbody>${rowsOf(hunk).join("")}</tbody>`)
  return `<table class="diff"><caption>${escapeHtml(headline)}</caption><thead><tr><th scope="col" colspan="2">Before</th><th scope="col" colspan="2">After</th></tr></thead>${bodies.join("")}</table>`
}
