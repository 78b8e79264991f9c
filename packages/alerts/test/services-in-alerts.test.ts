import type { FactOf } from "@mon/model"
import { expect, it } from "vitest"
import { renderFact } from "../src/index.ts"
import { incident } from "./facts.ts"

it("an alert about a service has its address, and no HTTP response", () => {
  const fact: FactOf<"down"> = {
    kind: "down",
    monitor: {
      id: "019aa0b8-0000-7000-8000-000000000002",
      name: "Orders",
      url: "postgres://db.example.com:5432"
    },
    incident: {
      ...incident,
      checks: [],
      triggerStatusCode: null,
      triggerError: { code: "service_refused", message: "The server refuses service: too many clients." }
    }
  }
  const { lead, rows } = renderFact(fact, { timeZone: "UTC" })
  expect(lead).toContain("The server refuses service: too many clients.")
  expect(rows).toEqual([
    { label: "URL", value: "postgres://db.example.com:5432" },
    { label: "Down since", value: "Sat 21 Nov 2026, 13:05:09 (UTC)" }
  ])
})

const stopped: FactOf<"checks_stopped"> = {
  kind: "checks_stopped",
  state: "checks_stopped",
  monitor: { id: "019aa0b8-0000-7000-8000-000000000002", name: "Orders", url: "tcp://db.example.com:4000" },
  monitorKind: "service",
  method: null,
  recordName: "_mon.db.example.com",
  absentSince: "2026-11-14T13:05:09.000Z",
  stoppedAt: "2026-11-21T13:05:09.000Z"
}

it.each([
  ["en", "Orders is no longer checked, because the TXT record at _mon.db.example.com is missing."],
  ["de", "Orders wird nicht mehr geprüft: Der TXT-Eintrag von _mon.db.example.com, der belegt"]
] as const)("an alert in %s about a service whose checks have stopped names the missing record", (language, text) => {
  const { lead, rows } = renderFact(stopped, { timeZone: "UTC", language })
  expect(lead).toContain(text)
  expect(rows).toHaveLength(2)
})

it.each([
  ["en", "the operator does not allow checks of its type, address or port"],
  ["de", "Der Betreiber erlaubt Prüfungen dieser Art, dieser Adresse oder dieses Ports nicht"]
] as const)("an alert in %s about a service that no record can prove names no record", (language, text) => {
  const { lead, rows } = renderFact({ ...stopped, recordName: null }, { timeZone: "UTC", language })
  expect(lead).toContain(text)
  expect(rows).toEqual([{ label: "URL", value: "tcp://db.example.com:4000" }])
})
