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
