import { readFileSync } from "node:fs"

/** A body from the files in `content`, and the earlier body of the same URL if there is one. */
export interface ContentBody {
  readonly family: string
  readonly source: string
  readonly contentType: string
  readonly text: string
  /** Present only if the body is faulty because it differs from this earlier body. */
  readonly before?: { readonly contentType: string; readonly text: string }
}

const HEADER = /^=== /mu
const NOW = /\n--- now \| \d+ \| (.*)\n/u

/** Reads a file of bodies. `content/README.md` describes the format. */
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
