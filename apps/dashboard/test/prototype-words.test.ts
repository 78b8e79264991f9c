import { prototypeWords } from "@mon/tooling/prototypeWords"
import { describe, expect, it } from "vitest"
import { concernText } from "../src/monitors/concernText.ts"
import { ownValue } from "../src/words/ownValue.ts"
import { causeText } from "../src/monitors/causeText.ts"
import { routeText } from "../src/alerts/routeText.ts"
import { de } from "../src/words/catalogue.de.ts"
import { en } from "../src/words/catalogue.en.ts"
import { eventsEn } from "../src/domain/events.en.ts"
import { fieldLabels } from "../src/words/fieldLabels.ts"
import { routesDe } from "../src/alerts/routes.de.ts"
import { routesEn } from "../src/alerts/routes.en.ts"
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
    const names = { monitors: new Map(), tags: new Map(), channels: new Map(), people: new Map(), schedules: new Map() }
    for (const words of [routesEn, routesDe]) {
      const route = { ...makeRoutes()[0], steps: [{ afterMinutes: 0, targets: [word], hours: null }] }
      expect(JSON.stringify(routeText(route as never, names, words, String))).toContain(words.gone)
    }
  })

  it("is a value of a record only if it is there", () => {
    expect(ownValue({}, word)).toBeUndefined()
    expect(ownValue({ [word]: 1 }, word)).toBe(1)
  })
})
