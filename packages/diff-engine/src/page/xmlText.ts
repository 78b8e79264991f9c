import type { AnyNode } from "domhandler"
import { findIn } from "./findIn.ts"
import { limitedDom, MAX_DEPTH } from "./limitedDom.ts"
import { LineBuilder, type TextLimits } from "./LineBuilder.ts"
import { requireCss, type Selection } from "./Selection.ts"

/** A pattern for namespace declarations, which are not content. */
const NAMESPACE = /^xmlns(?::|$)/u

interface XmlText {
  readonly lines: ReadonlyArray<string>
  readonly title: string | null
  readonly truncated: boolean
  readonly missing?: string | null
}

/** Collects the lines `element: text` and `element[attribute]: value`. */
class XmlLines {
  readonly #out: LineBuilder
  readonly #path: Array<string> = []
  #content = ""
  title: string | null = null

  constructor(limits: TextLimits) {
    this.#out = new LineBuilder(limits)
  }

  get depth(): number {
    return this.#path.length
  }
  get lines(): ReadonlyArray<string> {
    return this.#out.lines
  }
  get truncated(): boolean {
    return this.#out.truncated
  }

  open(name: string): void {
    this.flush()
    this.#path.push(name)
  }
  attributes(name: string, attributes: Readonly<Record<string, string>>): void {
    for (const [key, value] of Object.entries(attributes)) {
      if (NAMESPACE.test(key)) continue
      this.#out.text(`${name}[${key}]: ${value}`)
      this.#out.end()
    }
  }
  text(part: string): void {
    this.#content += part
  }
  close(): void {
    this.flush()
    this.#path.pop()
  }
  flush(): void {
    const line = this.#content.replace(/\s+/gu, " ").trim()
    this.#content = ""
    if (line === "") return
    const name = this.#path.at(-1) ?? ""
    if (name === "title" && this.title === null) this.title = line
    this.#out.text(`${name}: ${line}`)
    this.#out.end()
  }
}

/** Converts XML, a feed or a sitemap to lines of the form `element: text`. Loads the parser at the first call. */
export const xmlLines = async (text: string, limits: TextLimits): Promise<XmlText> => {
  const { Parser } = await import("htmlparser2")
  const out = new XmlLines(limits)
  let truncated = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        out.open(name)
        if (out.depth > MAX_DEPTH || out.truncated) {
          truncated = true
          parser.pause()
          return
        }
        out.attributes(name, attributes)
      },
      ontext: (part) => out.text(part),
      onclosetag: () => out.close()
    },
    { xmlMode: true, decodeEntities: true }
  )
  parser.write(text)
  parser.end()
  out.flush()
  return { lines: out.lines, title: out.title, truncated: truncated || out.truncated }
}

/** Collects the lines without recursion, so that the size of the call stack does not limit the nesting depth. */
const collect = (root: AnyNode, excluded: ReadonlySet<AnyNode>, out: XmlLines): void => {
  const stack: Array<AnyNode | "close"> = [root]
  for (let node = stack.pop(); node !== undefined && !out.truncated; node = stack.pop()) {
    if (node === "close") out.close()
    else if (excluded.has(node)) continue
    else if (node.type === "text") out.text(node.data)
    else if ("children" in node) {
      if ("attribs" in node) {
        out.open(node.name)
        out.attributes(node.name, node.attribs)
        stack.push("close")
      }
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] ?? "close")
    }
  }
  out.flush()
}

/**
 * Returns the lines of the selected elements, in document order. Exclusions apply first.
 *
 * @throws SelectorError for an invalid selector
 * @throws NotApplicable for a JSONPath
 * @throws TooCostly if the page is too expensive to search
 */
export const selectedXml = async (
  text: string,
  selection: Selection,
  limits: TextLimits
): Promise<XmlText & { readonly missing: string | null }> => {
  requireCss(selection, "XML")
  const dom = await limitedDom(text, undefined, { xml: true })
  const { excluded, missing, title, wanted } = findIn(dom, selection)
  const out = new XmlLines(limits)
  if (missing === null) for (const node of wanted) collect(node, excluded, out)
  return { lines: out.lines, title, truncated: out.truncated, missing }
}
