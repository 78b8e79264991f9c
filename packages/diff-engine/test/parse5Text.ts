import { type DefaultTreeAdapterTypes, parse } from "parse5"
import { BLOCKS, CELLS, UNSEEN } from "../src/page/Elements.ts"

const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:;|!|$)/iu

type Node = DefaultTreeAdapterTypes.ChildNode

/**
 * Returns the text that a page shows, with a line break around each block, from the tree that the algorithm of the HTML
 * standard builds.
 */
export const parse5Text = (html: string): string => {
  let text = ""
  const walk = (nodes: ReadonlyArray<Node>): void => {
    for (const node of nodes) {
      if (node.nodeName === "#text") text += (node as DefaultTreeAdapterTypes.TextNode).value
      if (!("tagName" in node)) continue
      const name = node.tagName.toLowerCase()
      if (UNSEEN.has(name)) continue
      const attribute = (sought: string) => node.attrs.find((one) => one.name === sought)?.value
      if (attribute("hidden") !== undefined || HIDDEN_STYLE.test(attribute("style") ?? "")) continue
      const edge = BLOCKS.has(name) ? "\n" : CELLS.has(name) ? "\t" : ""
      text += edge
      walk(node.childNodes)
      text += edge
    }
  }
  walk(parse(html, { scriptingEnabled: true }).childNodes)
  return text
}

/** Removes white space, so that a test compares only the visible characters and their order. */
export const inked = (text: string): string =>
  text.normalize("NFC").replaceAll(/[\s\u00ad\u200b-\u200d\u2060\ufeff\0]+/gu, "")
