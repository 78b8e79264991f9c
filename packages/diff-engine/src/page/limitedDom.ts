import type { AnyNode, Document, Element } from "domhandler"

/**
 * The maximum nesting depth of a page. Pages written by people are not nested more deeply, and browsers flatten deeper
 * elements.
 */
export const MAX_DEPTH = 512

/** The maximum number of steps of all selectors on a page. This many steps take a few tenths of a second. */
const MAX_STEPS = 20_000_000

export class TooCostly extends Error {}

export interface LimitedDom {
  readonly document: Document
  /**
   * Returns the elements that match. Throws the selector parser's error for an invalid selector, and a
   * {@link TooCostly} if matching is too expensive.
   */
  readonly find: (selector: string) => ReadonlyArray<AnyNode>
}

/**
 * Parses HTML or XML. Limits the parser and each step of the selector engine, because a page could make both run for
 * hours. For each end tag, the parser searches the stack of open elements. For each element, selectors such as
 * :nth-last-child() count its siblings.
 */
export const limitedDom = async (
  source: string,
  maxSteps: number = MAX_STEPS,
  { xml = false }: { readonly xml?: boolean } = {}
): Promise<LimitedDom> => {
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
    if (++depth > MAX_DEPTH) throw new TooCostly(`Elements are nested more than ${MAX_DEPTH} levels deep.`)
    open(name, attributes)
  }
  handler.onclosetag = () => {
    depth--
    close()
  }
  new Parser(handler, { decodeEntities: true, xmlMode: xml }).end(source)

  let steps = 0
  const count = (cost = 1): void => {
    steps += cost
    if (steps > maxSteps) throw new TooCostly("Matching the selectors takes too long on this page.")
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
    find: (selector) => selectAll<AnyNode, Element>(selector, handler.root, { adapter, xmlMode: xml })
  }
}
