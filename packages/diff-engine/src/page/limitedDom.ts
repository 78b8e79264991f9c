import type { AnyNode, Document, Element } from "domhandler"

/** Deeper elements are in no page that a person made; browsers flatten them from here on. */
export const MAX_DEPTH = 512

/** Steps over elements that all selectors of a page may take together: some tenths of a second. */
const MAX_STEPS = 20_000_000

/** A page on which reading the document or looking for selectors would cost too much. */
export class TooCostly extends Error {}

/** A document, and how elements are found in it. */
export interface LimitedDom {
  readonly document: Document
  /** Throws what the selector parser throws for a selector that is none, and {@link TooCostly}. */
  readonly find: (selector: string) => ReadonlyArray<AnyNode>
}

/**
 * Parses with limits around the parser and around each step of the selector engine: end tags are looked up in the stack of open elements, and
 * selectors such as :nth-last-child() count siblings again for each element, so a page could make both take hours.
 */
export const limitedDom = async (html: string, maxSteps: number = MAX_STEPS): Promise<LimitedDom> => {
  const [{ DomHandler, DomUtils, Parser }, { selectAll }, { isTag }] = await Promise.all([
    import("htmlparser2"),
    import("css-select"),
    import("domhandler")
  ])
  const handler = new DomHandler()
  const open = handler.onopentag.bind(handler)
  const close = handler.onclosetag.bind(handler)
  let depth = 0
  handler.onopentag = (name, attributes) => {
    if (++depth > MAX_DEPTH) throw new TooCostly(`Elements lie more than ${MAX_DEPTH} deep in one another.`)
    open(name, attributes)
  }
  handler.onclosetag = () => {
    depth--
    close()
  }
  new Parser(handler, { decodeEntities: true }).end(html)

  let steps = 0
  const count = (cost = 1): void => {
    steps += cost
    if (steps > maxSteps) throw new TooCostly("Looking for what was selected takes too long on this page.")
  }
  const adapter = {
    ...DomUtils,
    isTag: (node: AnyNode): node is Element => {
      count()
      return isTag(node)
    },
    getParent: (element: Element) => {
      count()
      return DomUtils.getParent(element)
    },
    prevElementSibling: (node: AnyNode) => {
      count()
      return DomUtils.prevElementSibling(node)
    },
    getText: (node: AnyNode) => {
      const text = DomUtils.getText(node)
      count(text.length)
      return text
    }
  }
  return {
    document: handler.root,
    find: (selector) => selectAll<AnyNode, Element>(selector, handler.root, { adapter })
  }
}
