import type { IncidentRepair } from "@mon/model"
import { expect, it } from "vitest"
import { RepairServers } from "../../src/incident/RepairServers.tsx"
import { render } from "./render.tsx"

type Answers = NonNullable<IncidentRepair["answers"]>

const answers: Answers = {
  at: "2026-11-21T08:15:00.000Z",
  state: "pending",
  resolvers: 1,
  servers: [
    { server: "ns1.example.net 192.0.2.53", state: "published", values: ["192.0.2.2"] },
    { server: "ns2.example.net 192.0.2.54", state: "old", values: ["192.0.2.1"] },
    { server: "resolver", state: "missing", values: [] },
    { server: "resolver 2", state: "failed", values: [] }
  ]
}

const linesOf = async (shown: Answers, language: "en" | "de" = "en") => {
  const { screen } = await render(<RepairServers answers={shown} />, language)
  return [...screen.element().querySelectorAll("p, li")].map(({ textContent }) => textContent.trim())
}

it("a repair in the DNS says which server still has the old record", async () => {
  expect(await linesOf(answers)).toEqual([
    "The repaired records have not reached every server yet.",
    "ns1.example.net 192.0.2.53: new · 192.0.2.2",
    "ns2.example.net 192.0.2.54: still the old record · 192.0.2.1",
    "Mon's resolver: no record",
    "Mon's resolver 2: no answer"
  ])
  expect((await linesOf(answers, "de"))[2]).toBe("ns2.example.net 192.0.2.54: noch der alte Eintrag · 192.0.2.1")
})

it.each([
  [1, "The name servers and resolvers have the repaired records. Only one of Mon's resolvers confirms this."],
  [2, "The name servers and resolvers have the repaired records."]
])("a repair that %d resolvers confirm says so", async (resolvers, sentence) => {
  const [first] = await linesOf({ ...answers, state: "verified", resolvers })
  expect(first).toBe(sentence)
})
