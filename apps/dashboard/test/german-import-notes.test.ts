import { englishIn } from "@mon/tooling/english"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { germanNote } from "../src/importing/notes/germanNote.ts"
import { notePairs } from "../src/importing/notes/notePairs.ts"
import { textsOfSources } from "./textsOfSources.ts"

const source = fileURLToPath(new URL("../../../packages/import/src/", import.meta.url))

/** What the dashboard's worker calls. Other entry points are for programs that open files. */
const entries = ["detectSource.ts", "fillSecrets.ts", "importMonitors.ts"]

/** Texts that look like sentences, and are names in the imported file, ids, or for programmers. */
const NO_NOTES: ReadonlySet<string> = new Set([
  "Component {}",
  "external {}_{}",
  "suite {}",
  "job {}",
  "importMonitors: source must be one of: {}.",
  "importMonitors: input must be a string, a Map from names to texts, or an object with tables."
])

/** A sentence, the rest of one, a text with values, or the name of a field that the source does not name. */
const isNote = (text: string): boolean => / \p{L}|\p{L} /u.test(text) && /\.$|\{\}|^\(/u.test(text)

const partsOf = (sentence: string): string => [...sentence.matchAll(/\{(?:note)?\}/gu)].join(" ")

const plain = (sentence: string): string => sentence.replaceAll("{note}", "{}")

const said = [...textsOfSources(entries.map((file) => `${source}${file}`))].filter(
  (text) => isNote(text) && !NO_NOTES.has(text)
)

const translated = notePairs.map(([english]) => plain(english))

describe("the German notes of the import", () => {
  it("are there for each sentence that the importers can say, once, and for no other", () => {
    expect(said.length).toBeGreaterThan(250)
    expect(translated.toSorted()).toEqual(said.toSorted())
  })

  it("have the same parts as the English ones, and no English words", () => {
    expect(notePairs.filter(([english, german]) => partsOf(english) !== partsOf(german))).toEqual([])
    expect(englishIn(notePairs.map(([, german]) => german))).toEqual([])
  })

  it("are not hidden by those of another sentence", () => {
    const other = notePairs.filter(
      ([english, german]) => germanNote(plain(english).replaceAll("{}", "x")) !== plain(german).replaceAll("{}", "x")
    )
    expect(other).toEqual([])
  })
})
