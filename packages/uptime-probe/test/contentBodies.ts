import { readFileSync } from "node:fs"

/** A body of the files in `content`: what an address answers, and what it answered before. */
export interface ContentBody {
  readonly family: string
  readonly source: string
  readonly contentType: string
  readonly text: string
  /** Only of bodies that are wrong because of what was there before. */
  readonly before?: { readonly contentType: string; readonly text: string }
}

const HEADER = /^=== /mu
const NOW = /\n--- now \| \d+ \| (.*)\n/u

/** Reads a file of bodies. Its form is described in `content/README.md`. */
export const readBodies = (name: string): ReadonlyArray<ContentBody> =>
  readFileSync(new URL(`content/${name}.txt`, import.meta.url), "utf8")
    .split(HEADER)
    .slice(1)
    .map((block) => {
      const lineEnd = block.indexOf("\n")
      const [family = "", language = "", source = "", , contentType = ""] = block.slice(0, lineEnd).split(" | ")
      const text = block.slice(lineEnd + 1).replace(/\n$/u, "")
      const now = NOW.exec(text)
      const about = { family, source: `${source} (${language})` }
      if (now === null) return { ...about, contentType, text }
      return {
        ...about,
        contentType: now[1] ?? "",
        text: text.slice(now.index + now[0].length),
        before: { contentType, text: text.slice(0, now.index) }
      }
    })
