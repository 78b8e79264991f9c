import { LineBuilder, type TextLimits } from "./LineBuilder.ts"
import { MAX_DEPTH } from "./limitedDom.ts"

/** Namespace declarations, which are not content. */
const NAMESPACE = /^xmlns(?::|$)/u

/** Converts XML, a feed or a sitemap to lines `element: text`. The parser is loaded on first use. */
export const xmlLines = async (
  text: string,
  limits: TextLimits
): Promise<{ readonly lines: ReadonlyArray<string>; readonly title: string | null; readonly truncated: boolean }> => {
  const { Parser } = await import("htmlparser2")
  const out = new LineBuilder(limits)
  const path: Array<string> = []
  let content = ""
  let title: string | null = null
  let truncated = false
  const flush = () => {
    const line = content.replace(/\s+/gu, " ").trim()
    content = ""
    if (line === "") return
    const name = path.at(-1) ?? ""
    if (name === "title" && title === null) title = line
    out.text(`${name}: ${line}`)
    out.end()
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        flush()
        path.push(name)
        if (path.length > MAX_DEPTH || out.truncated) {
          truncated = true
          parser.pause()
          return
        }
        for (const [key, value] of Object.entries(attributes)) {
          if (NAMESPACE.test(key)) continue
          out.text(`${name}[${key}]: ${value}`)
          out.end()
        }
      },
      ontext: (part) => {
        content += part
      },
      onclosetag: () => {
        flush()
        path.pop()
      }
    },
    { xmlMode: true, decodeEntities: true }
  )
  parser.write(text)
  parser.end()
  flush()
  return { lines: out.lines, title, truncated: truncated || out.truncated }
}
