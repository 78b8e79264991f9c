import { LineBuilder } from "./LineBuilder.ts"
import { MAX_DEPTH } from "./limitedDom.ts"

/** Attributes that change with each publishing and say nothing. */
const SELF_NAMING = /^xmlns(?::|$)/u

/** An XML text, feed or sitemap as lines `element: text`; the parser is loaded only now. */
export const xmlLines = async (
  text: string,
  maxCharacters: number
): Promise<{ readonly lines: ReadonlyArray<string>; readonly title: string | null; readonly full: boolean }> => {
  const { Parser } = await import("htmlparser2")
  const out = new LineBuilder(maxCharacters)
  const path: Array<string> = []
  let content = ""
  let title: string | null = null
  let full = false
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
        if (path.length > MAX_DEPTH || out.full) {
          full = true
          parser.pause()
          return
        }
        for (const [key, value] of Object.entries(attributes)) {
          if (SELF_NAMING.test(key)) continue
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
  return { lines: out.lines, title, full: full || out.full }
}
