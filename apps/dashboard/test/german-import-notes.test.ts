import { englishIn } from "@mon/tooling/english"
import { globSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { germanNote } from "../src/configFile/notes/germanNote.ts"
import { notePairs } from "../src/configFile/notes/notePairs.ts"
import { textsOfSources } from "./textsOfSources.ts"

const packages = fileURLToPath(new URL("../../../packages/", import.meta.url))
const source = `${packages}import/src/`

/** The entry points that the dashboard's worker uses. All other entry points are for programs that open files. */
const entries = ["detectSource.ts", "fillSecrets.ts", "importMonitors.ts"]

/** Texts that resemble sentences but are not notes: names in the imported file, ids, and messages for programmers. */
const NO_NOTES: ReadonlySet<string> = new Set([
  "Component {}",
  "external {}_{}",
  "heartbeat {}",
  "suite {}",
  "job {}",
  "importMonitors: source must be one of: {}.",
  "importMonitors: input must be a string, a Map from names to texts, or an object with tables."
])

/**
 * Returns whether a text may be a note: it has several words, and it ends with a full stop, contains a value or begins
 * with a parenthesis.
 */
const isNote = (text: string): boolean => / \p{L}|\p{L} /u.test(text) && /\.$|\{\}|^\(/u.test(text)

const partsOf = (sentence: string): string => [...sentence.matchAll(/\{(?:note)?\}/gu)].join(" ")

const plain = (sentence: string): string => sentence.replaceAll("{note}", "{}")

const said = textsOfSources(entries.map((file) => `${source}${file}`)).filter(
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

it.each([
  [
    "Mon rejects it: name must be a string of 1 to 100 characters.",
    "Mon nimmt es nicht an: „Name“ muss 1 bis 100 Zeichen haben."
  ],
  [
    "Mon rejects it: url must be a string of at most 2048 characters.",
    "Mon nimmt es nicht an: „Adresse“ darf höchstens 2048 Zeichen haben."
  ],
  [
    'Mon rejects the value: must be a string of 1 to 500 characters, such as "In stock".',
    "Mon nimmt den Wert nicht an: muss 1 bis 500 Zeichen haben."
  ],
  [
    "Mon rejects it: recurrence: BYDAY must list weekdays such as MO, 1SU or -1FR.",
    "Mon nimmt es nicht an: „Regel“ braucht in BYDAY Wochentage wie MO, 1SU oder -1FR."
  ],
  [
    'Mon does not support this expectation: expect.json must be a JSON path such as "$.data[0].status", but it is the string "a..b".',
    'Mon unterstützt diese Erwartung nicht: Der Wert "a..b" von „JSON-Wert“ ist nicht erlaubt.'
  ],
  [
    "The settings cannot be used: Webhook URL is missing. Enter a URL such as https://chat.example.com/hooks/xxxx.",
    "Die Einstellungen lassen sich nicht verwenden: Eine Einstellung fehlt. Geben Sie eine URL wie https://chat.example.com/hooks/xxxx ein."
  ],
  ["ntfy: Enter 1 to 64 letters, digits, - or _.", "ntfy: Geben Sie 1 bis 64 Buchstaben, Ziffern, - oder _ ein."],
  [
    "domains.robot-1.request.headers.X-Key must not contain a header twice.",
    "domains.robot-1.request.headers.X-Key darf keinen Header doppelt enthalten."
  ],
  [
    "gatus.yaml, line 1, column 4: Nested mappings are not allowed in compact mappings.",
    "gatus.yaml, Zeile 1, Spalte 4: Das ist kein gültiges YAML."
  ],
  [
    "gatus.yaml, line 2, column 1: endpoints[0].name occurs twice.",
    "gatus.yaml, Zeile 2, Spalte 1: endpoints[0].name kommt doppelt vor."
  ],
  ["Mon sings.", null]
])("%s", (note, german) => {
  expect(germanNote(note)).toBe(german)
})

/** Matches the sources of channels whose settings no importer writes. */
const ELSEWHERE = /(?:apprise|webhookTemplate)\.ts$/u

/**
 * The texts that notes quote: the beginning and the end of the sentence around the text, the sources with the texts,
 * and a pattern for the texts.
 */
const quoted: ReadonlyArray<
  readonly [name: string, before: string, after: string, files: ReadonlyArray<string>, pattern: RegExp]
> = [
  [
    "regular expressions",
    "The pattern ",
    ".",
    globSync("uptime-probe/src/pattern/*.ts", { cwd: packages }),
    /^(?:ends|has|is|repeats) [\w\\{]/u
  ],
  [
    "settings of channels",
    "The settings cannot be used: ",
    "",
    globSync("alerts/src/channels/vendors/*.ts", { cwd: packages }).filter((file) => !ELSEWHERE.test(file)),
    /^(?:Enter (?!the (?:chat ID\.|home server's|sender,|topic,))|Microsoft ).*\.$/u
  ],
  [
    "any setting",
    "The settings cannot be used: ",
    "",
    ["alerts/src/channels/ChannelField.ts", "alerts/src/channels/defineChannel.ts"],
    /^\{\} must (?!be a string).*\.$/u
  ],
  [
    "Apprise URLs",
    "",
    "",
    globSync("alerts/src/channels/appriseUrls/*.ts", { cwd: packages }),
    /^(?:[A-Z]|\{\} ).* .*\.$/u
  ],
  ["files", "a.yaml, line 1, column 1: ", "", ["api-contract/src/config-file/readYaml.ts"], / .*\.$/u],
  ["values", "Mon rejects the value: ", "", ["api-contract/src/config-file/decodeConfig.ts"], /^(?:has|is) .*\./u],
  [
    "references",
    "Mon rejects it: ",
    "",
    ["api-contract/src/config-file/checkReferences.ts"],
    /^The (?:file|page) .*\.$/u
  ],
  ["selectors", "", "", ["diff-engine/src/page/selectorFault.ts"], /^A selector/u],
  ["headers", "Mon rejects the value: The headers ", "", ["model/src/requestFields.ts"], /^must .* headers?\b.*\.$/u]
]

it.each(quoted)("what notes quote about %s is German", (_, before, after, files, pattern) => {
  const texts = textsOfSources(
    files.map((file) => `${packages}${file}`),
    true
  ).filter((text) => pattern.test(text))
  expect(texts.length).toBeGreaterThan(1)
  const notes = texts.map((text) => `${before}${text.replace(/^\{\}/u, "Xy").replaceAll("{}", "7")}${after}`)
  const german = notes.map((note) => germanNote(note) ?? note)
  expect(englishIn(german)).toEqual([])
  expect(german.filter((text) => /\b(?:has|is|must|ends|repeats|Enter)\b/u.test(text))).toEqual([])
})
