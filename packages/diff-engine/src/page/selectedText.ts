import type { AnyNode, Element } from "domhandler"
import { BLOCKS, CELLS, UNSEEN } from "./Elements.ts"
import type { HtmlText, HtmlTextOptions } from "./htmlText.ts"
import { limitedDom, TooCostly } from "./limitedDom.ts"
import { LineBuilder } from "./LineBuilder.ts"

/** Which parts of a page to read. */
export interface Selection {
  readonly include: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
}

/** An invalid CSS selector. */
export class SelectorError extends TypeError {
  readonly selector: string
  constructor(selector: string, cause: unknown) {
    super(`not a CSS selector: ${selector.slice(0, 200)}`, { cause })
    this.selector = selector
  }
}

interface Visit {
  readonly node: AnyNode | null
  readonly leave: string | null
}

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:;|!|$)/iu

const isUnseen = ({ attribs, name }: Element): boolean =>
  UNSEEN.has(name) || name === "head" || "hidden" in attribs || HIDDEN_STYLE.test(attribs["style"] ?? "")

/** Traverses without recursion, so that the depth is not limited by the stack. */
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
      if (isUnseen(node)) continue
      if (CELLS.has(node.name)) out.cell()
      else if (BLOCKS.has(node.name)) out.end()
      if (node.name === "pre") preformatted++
      for (const attribute of attributes) {
        const value = node.attribs[attribute]
        if (value !== undefined && value.trim() !== "") out.text(` [${attribute}: ${value}] `)
      }
      stack.push({ node: null, leave: node.name })
    }
    for (let i = node.children.length - 1; i >= 0; i--) stack.push({ node: node.children[i] ?? null, leave: null })
  }
  out.end()
}

const titleOf = (find: (selector: string) => ReadonlyArray<AnyNode>): string | null => {
  const [title] = find("title")
  if (title === undefined || !("children" in title)) return null
  return title.children
    .map((child) => (child.type === "text" ? child.data : ""))
    .join("")
    .replace(/\s+/gu, " ")
    .trim()
}

/**
 * The text of the selected elements, in document order. The parser is loaded on first use. Exclusions apply first, so
 * that they also apply within included elements.
 *
 * @throws SelectorError for an invalid selector; TooCostly when the page is too expensive to search
 */
export const selectedText = async (
  html: string,
  { exclude, include }: Selection,
  { attributes, maxCharacters, maxLines }: Required<HtmlTextOptions>
): Promise<HtmlText & { readonly missing: string | null }> => {
  const dom = await limitedDom(html)
  const find = (selector: string): ReadonlyArray<AnyNode> => {
    try {
      return dom.find(selector)
    } catch (cause) {
      throw cause instanceof TooCostly ? cause : new SelectorError(selector, cause)
    }
  }
  const excluded = new Set(exclude.flatMap((selector) => find(selector)))
  const title = titleOf(find)
  const out = new LineBuilder({ characters: maxCharacters, lines: maxLines })
  const wanted = new Set<AnyNode>()
  for (const selector of include) {
    const found = find(selector)
    if (found.length === 0) return { title, lines: [], truncated: false, missing: selector }
    for (const node of found) wanted.add(node)
  }
  if (include.length === 0) wanted.add(dom.document)
  for (const node of inOrder(dom.document, wanted)) collectText(node, excluded, out, attributes)
  return { title, lines: out.lines, truncated: out.truncated, missing: null }
}

/** The wanted nodes in document order, without those inside another wanted node. */
const inOrder = (root: AnyNode, wanted: ReadonlySet<AnyNode>): ReadonlyArray<AnyNode> => {
  const found: Array<AnyNode> = []
  const stack: Array<AnyNode> = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (wanted.has(node)) found.push(node)
    else if ("children" in node) for (const child of node.children.toReversed()) stack.push(child)
  }
  return found
}
