import { prototypeWords } from "@mon/tooling/prototypeWords"
import { describe, expect, it } from "vitest"
import { concernText } from "../src/domains/concernText.ts"
import { ownValue } from "../src/form/ownValue.ts"
import { causeText } from "../src/incident/causeText.ts"
import { routeText } from "../src/routing/routeText.ts"
import { de } from "../src/words/de.ts"
import { en } from "../src/words/en.ts"
import { eventsEn } from "../src/words/eventsEn.ts"
import { fieldLabels } from "../src/words/fieldLabels.ts"
import { routesDe } from "../src/words/routesDe.ts"
import { routesEn } from "../src/words/routesEn.ts"
import { makeRoutes } from "./routeRecords.ts"

describe.each(prototypeWords)("the word %j", (word) => {
  it("has no words as a code, a field or a title", () => {
    for (const words of [en, de])
      for (const table of [
        words.fault,
        words.contentFault,
        words.certProblem,
        words.contentFamily,
        words.incident.advice,
        words.form.labels,
        words.form.hints,
        words.stopped
      ])
        expect(table[word]).toBeUndefined()
    expect([fieldLabels[word], eventsEn.codes[word], eventsEn.fields[word]]).toEqual([undefined, undefined, undefined])
  })

  it("is shown as it is, or with the sentence of the API", () => {
    for (const words of [en, de]) {
      expect(causeText(words, { code: word, message: "It failed." })).toBe("It failed.")
      expect(concernText(words, { kind: "content", code: word } as never)).toBe(word.replaceAll("_", " "))
    }
  })

  it("is a recipient that is gone", () => {
    const names = { monitors: new Map(), tags: new Map(), channels: new Map(), people: new Map() }
    for (const words of [routesEn, routesDe]) {
      const route = { ...makeRoutes()[0], steps: [{ afterMinutes: 0, targets: [word] }] }
      expect(JSON.stringify(routeText(route as never, names, words, String))).toContain(words.gone)
    }
  })

  it("is a value of a record only if it is there", () => {
    expect(ownValue({}, word)).toBeUndefined()
    expect(ownValue({ [word]: 1 }, word)).toBe(1)
  })
})
