import { filterPing, pingLimits } from "@mon/checks"
import { heartbeatLimits } from "@mon/model"
import { each, fill, type InputCase } from "./InputCase.ts"

const LETTERS = "bcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

interface Keywords {
  readonly text: string
  readonly words: string
}

/** As many keywords as a list can have, each with another last letter. */
const listOf = (begin: (n: number) => string): string => {
  let list = ""
  for (let n = 0; ; n++) {
    const next = `${list}${begin(n)}${LETTERS[n % LETTERS.length]},`
    if (next.length > heartbeatLimits.keywordsLength) return list
    list = next
  }
}

const search = ({ text, words }: Keywords) => {
  const filters = { failure: words, success: words, start: words, httpBody: true }
  return filterPing(filters, { _tag: "Request" }, { kind: "success", method: "POST", body: Buffer.from(text) })
}

const equal = fill("a", pingLimits.bodyBytes)

/** Texts of pings. */
export const pingTexts: ReadonlyArray<InputCase> = [
  {
    name: "keywords in the output of a job",
    limit: `${pingLimits.bodyBytes} bytes, 3 lists of ${heartbeatLimits.keywordsLength} characters`,
    place: "event loop",
    shapes: each(search, {
      "many short keywords that nearly match": { text: equal, words: listOf(() => "a") },
      "keywords that match more and more": { text: equal, words: listOf((n) => "a".repeat(n + 1)) },
      "one long keyword": { text: equal, words: `${"a".repeat(99)}b${"a".repeat(99)}` },
      "letters of two bytes": { text: fill("ä", pingLimits.bodyBytes / 2), words: listOf(() => "ä".repeat(3)) }
    })
  }
]
