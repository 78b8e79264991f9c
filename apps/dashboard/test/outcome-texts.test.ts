import { contentFaults } from "@mon/uptime-probe"
import { describe, expect, it } from "vitest"
import { outcomeText, silenceText } from "../src/alerts/outcomeText.ts"
import { contentFault as germanFaults } from "../src/words/faults.de.ts"
import { contentFault as englishFaults } from "../src/words/faults.en.ts"
import { outcomesDe } from "../src/alerts/outcomes.de.ts"
import { outcomesEn } from "../src/alerts/outcomes.en.ts"

const nobody = { window: null, parent: null }
const suppressor = { window: "Sunday", parent: "Router" }

describe("the words of what a page shows to be wrong", () => {
  it.each([
    ["English", englishFaults],
    ["German", germanFaults]
  ])("exist in %s for every class of the engine", (_, words) => {
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(contentFaults).toSorted())
  })
})

describe("what became of a message", () => {
  it.each([
    [
      "flapping",
      "suppressed: the monitor changes state too often, so one notice replaces the alerts about its changes"
    ],
    ["paused", "suppressed: alerts were paused"],
    ["maintenance", "suppressed: the maintenance window “Sunday” was active"],
    ["parent", "suppressed: Router was down, and this monitor depends on it"],
    [null, "suppressed: the reason was not recorded"],
    ["a reason of a later version", "suppressed: the reason was not recorded"],
    ["toString", "suppressed: the reason was not recorded"]
  ])("names the reason %s", (reason, text) => {
    expect(outcomeText(outcomesEn, { outcome: "suppressed", reason }, suppressor)).toBe(text)
  })

  it.each([
    [
      "stored",
      null,
      "stored but not sent, because there is no mail server",
      "gespeichert, nicht gesendet: Es gibt keinen Mailserver"
    ],
    ["superseded", null, "superseded by a newer message", "durch eine neuere Nachricht ersetzt"],
    [
      "superseded",
      "up",
      "superseded by a newer message: Up again",
      "durch eine neuere Nachricht ersetzt: Wieder erreichbar"
    ],
    ["superseded", "of a later version", "superseded by a newer message", "durch eine neuere Nachricht ersetzt"],
    ["waiting", "quiet_hours", "waiting until quiet hours end", "wartet auf das Ende der Ruhezeit"],
    ["waiting", "paused", "waiting until alerts are resumed", "wartet auf das Ende der Pause"],
    ["waiting", null, "waiting", "wartet"],
    ["failed", null, "failed", "gescheitert"]
  ] as const)("says %s %s", (outcome, reason, english, german) => {
    expect(outcomeText(outcomesEn, { outcome, reason })).toBe(english)
    expect(outcomeText(outcomesDe, { outcome, reason })).toBe(german)
  })

  it("has a sentence of its own for each reason in both languages", () => {
    for (const { reasons } of [outcomesEn, outcomesDe]) {
      expect(new Set(Object.values(reasons)).size).toBe(Object.keys(reasons).length)
    }
  })
})

describe("an incident of which nobody was notified", () => {
  it.each([
    [
      "flapping",
      "Nobody was notified: the monitor changes state too often, so one notice replaces the alerts about its changes."
    ],
    ["maintenance", "Nobody was notified: a maintenance window was active."],
    ["paused", "Nobody was notified: alerts were paused."],
    ["route", "Nobody has been notified yet. The alert is waiting for the next step of its route."],
    [null, "Either nobody was notified, or the deliveries are more than 30 days old."]
  ])("says why: %s", (silence, text) => {
    expect(silenceText(outcomesEn, silence, nobody)).toBe(text)
  })
})
