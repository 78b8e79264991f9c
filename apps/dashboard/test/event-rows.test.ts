import { domainFields, type TimelineEvent } from "@mon/model"
import { describe, expect, it } from "vitest"
import { eventRows } from "../src/domain/eventRows.ts"
import { de } from "../src/words/catalogue.de.ts"
import { en } from "../src/words/catalogue.en.ts"
import { eventsDe } from "../src/domain/events.de.ts"
import { eventsEn } from "../src/domain/events.en.ts"

const event = (id: string, kind: TimelineEvent["kind"], subjectId: string | null = null): TimelineEvent => ({
  id,
  at: "2026-11-29T08:00:00.000Z",
  until: null,
  kind,
  code: null,
  text: null,
  by: null,
  link: null,
  subjectId,
  urlId: null,
  changes: []
})

describe("the rows of a domain's events", () => {
  it("are one for each incident, where its newest event is, with all of its events", () => {
    const rows = eventRows([
      event("9", "repair_closed", "b"),
      event("8", "incident_opened", "c"),
      event("7", "incident_closed", "b"),
      event("6", "marker", "m"),
      event("5", "acknowledged", "b"),
      event("4", "incident_confirmed", "b"),
      event("3", "incident_opened", "b"),
      event("2", "incident_closed", "a"),
      event("1", "incident_opened", "a")
    ])
    expect(rows.map((row) => row.map(({ id }) => id))).toEqual([["9", "7", "5", "4", "3"], ["8"], ["6"], ["2", "1"]])
  })

  it("are one for each event that belongs to no incident", () => {
    const rows = eventRows([event("3", "repair_closed", "r"), event("2", "repair_applied", "r"), event("1", "marker")])
    expect(rows.map((row) => row.map(({ id }) => id))).toEqual([["3"], ["2"], ["1"]])
  })

  it.each([
    ["en", en, eventsEn],
    ["de", de, eventsDe]
  ])("name every field of a domain in words: %s", (_, common, words) => {
    const fields = [...Object.keys(domainFields), "url", "isPaused", "tags"]
    expect(fields.filter((field) => (common.form.labels[field] ?? words.fields[field]) === undefined)).toEqual([])
  })
})
