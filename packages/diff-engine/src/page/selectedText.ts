import type { AnyNode, Element } from "domhandler"
import { BLOCKS, CELLS, UNSEEN } from "./Elements.ts"
import type { HtmlText, HtmlTextOptions } from "./htmlText.ts"
import { limitedDom } from "./limitedDom.ts"
import { LineBuilder } from "./LineBuilder.ts"
import { findIn } from "./findIn.ts"
import { requireCss, type Selection } from "./Selection.ts"

interface Visit {
  readonly node: AnyNode | null
  readonly leave: string | null
}

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:;|!|$)/iu

/** Returns the name of an element in lower case. The parser writes some SVG names in mixed case. */
const nameOf = ({ name }: Element): string => name.toLowerCase()

const isUnseen = ({ attribs }: Element, name: string): boolean =>
  UNSEEN.has(name) || name === "head" || "hidden" in attribs || HIDDEN_STYLE.test(attribs["style"] ?? "")

/** Collects the text without recursion, so that the size of the call stack does not limit the nesting depth. */
const collectText = (
  root: AnyNode,
  excluded: ReadonlySet<AnyNode>,
  out: LineBuilder,
  attributes: ReadonlyArray<string>
): void => {
  const stack: Array<Visit> = [{ node: root, leave: null }]
  let preformatted = 0
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { leave, node } = visit
    if (leave !== null) {
      if (BLOCKS.has(leave)) out.end()
      if (leave === "pre") preformatted--
      continue
    }
    if (node === null || excluded.has(node)) continue
    if (node.type === "text") {
      if (preformatted > 0) out.preformatted(node.data)
      else out.text(node.data)
      continue
    }
    if (!("children" in node)) continue
    if ("attribs" in node) {
      const name = nameOf(node)
      if (isUnseen(node, name)) continue
      if (CELLS.has(name)) out.cell()
      else if (BLOCKS.has(name)) out.end()
      if (name === "pre") preformatted++
      for (const attribute of attributes) {
        const value = Object.hasOwn(node.attribs, attribute) ? node.attribs[attribute] : undefined
        if (value !== undefined && value.trim() !== "") out.text(` [${attribute}: ${value}] `)
      }
      stack.push({ node: null, leave: name })
    }
    for (let i = node.children.length - 1; i >= 0; i--) stack.push({ node: node.children[i] ?? null, leave: null })
  }
  out.end()
}

/**
 * Returns the text of the selected elements, in document order. Loads the parser at the first call. Applies exclusions
 * first, so they also apply inside included elements.
 *
 * @throws SelectorError for an invalid selector
 * @throws TooCostly if the page is too expensive to search
 */
export const selectedText = async (
  html: string,
  { exclude, include }: Selection,
  { attributes, maxCharacters, maxLines }: Required<HtmlTextOptions>
): Promise<HtmlText & { readonly missing: string | null }> => {
  requireCss({ exclude, include }, "HTML")
  const dom = await limitedDom(html)
  const { excluded, missing, title, wanted } = findIn(dom, { exclude, include })
  if (missing !== null) return { title, lines: [], truncated: false, missing }
  const out = new LineBuilder({ characters: maxCharacters, lines: maxLines })
  for (const node of wanted) collectText(node, excluded, out, attributes)
  return { title, lines: out.lines, truncated: out.truncated, missing: null }
}
