import type { AnyNode } from "domhandler"
import { type LimitedDom, TooCostly } from "./limitedDom.ts"
import { requireMatchable, type Selection, SelectorError } from "./Selection.ts"

interface FoundNodes {
  readonly title: string | null
  /** The parts to read, in document order. They do not include parts that are inside another part. */
  readonly wanted: ReadonlyArray<AnyNode>
  readonly excluded: ReadonlySet<AnyNode>
  /** The first selector of `include` that matches nothing; null if each selector matches something. */
  readonly missing: string | null
}

const titleOf = ([title]: ReadonlyArray<AnyNode>): string | null => {
  if (title === undefined || !("children" in title)) return null
  return title.children
    .map((child) => (child.type === "text" ? child.data : ""))
    .join("")
    .replace(/\s+/gu, " ")
    .trim()
}

/** Returns the wanted nodes in document order. Leaves out nodes inside another wanted node. */
const inOrder = (root: AnyNode, wanted: ReadonlySet<AnyNode>): ReadonlyArray<AnyNode> => {
  const found: Array<AnyNode> = []
  const stack: Array<AnyNode> = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (wanted.has(node)) found.push(node)
    else if ("children" in node) for (const child of node.children.toReversed()) stack.push(child)
  }
  return found
}

/**
 * Finds the selected parts of a document. Throws a {@link SelectorError} for an invalid selector, and a
 * {@link TooCostly} if matching is too expensive.
 */
export const findIn = (dom: LimitedDom, { exclude, include }: Selection): FoundNodes => {
  const find = (selector: string): ReadonlyArray<AnyNode> => {
    try {
      requireMatchable(selector)
      return dom.find(selector)
    } catch (cause) {
      throw cause instanceof TooCostly ? cause : new SelectorError(selector, cause)
    }
  }
  const excluded = new Set(exclude.flatMap((selector) => find(selector)))
  const title = titleOf(find("title"))
  const wanted = new Set<AnyNode>()
  for (const selector of include) {
    const found = find(selector)
    if (found.length === 0) return { title, wanted: [], excluded, missing: selector }
    for (const node of found) wanted.add(node)
  }
  return {
    title,
    wanted: include.length === 0 ? [dom.document] : inOrder(dom.document, wanted),
    excluded,
    missing: null
  }
}
