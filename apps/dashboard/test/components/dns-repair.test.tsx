import type { Domain, Repair } from "@mon/model"
import { act } from "react"
import { expect, it, vi } from "vitest"
import { domainEndpoints } from "../../src/api/domainEndpoints.ts"
import { DnsRepairCard } from "../../src/domain/dns/DnsRepair.tsx"
import { domainOf } from "../records.ts"
import { dnsRepair } from "../repairRecords.ts"
import { render } from "./render.tsx"

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 8, minutes)).toISOString()

const known = domainOf({
  id: "d1",
  name: "Shop",
  host: "shop.example",
  state: "up",
  since: 0,
  grade: "A",
  certDays: 60,
  regDays: 100,
  tags: [],
  settings: {}
})
const domain: Domain = { ...known, access: "owner" }

const answers = (second: "old" | "failed", resolver: "old" | "published"): Repair["answers"] => ({
  at: at(20),
  state: "pending",
  resolvers: 0,
  servers: [
    { type: "MX", host: "shop.example", server: "ns1 192.0.2.53", state: "published" },
    { type: "MX", host: "shop.example", server: "ns2 192.0.2.54", state: second },
    { type: "MX", host: "shop.example", server: "resolver 2", state: resolver }
  ]
})

const applied = { state: "applied", appliedAt: at(20), answers: answers("old", "old") } as const
const closed = { ...applied, state: "closed", closedAt: at(25), repairSeconds: 3_600 } as const

const restored = "I have restored the records"
const intended = "The change is intended"

it.each<readonly [string, Partial<Repair>, Partial<Domain>, string, string, ReadonlyArray<string>]>([
  ["open", {}, {}, "open", "If it is intended, say so.", [restored, intended]],
  ["open for readers", {}, { access: "read" }, "open", "Mon notices when the records are restored", []],
  ["of a paused domain", {}, { isPaused: true }, "open", "If it is intended", [intended]],
  [
    "reported too early",
    { reportedAt: at(20), answers: answers("old", "published") },
    {},
    "open",
    "Not yet on: ns2 192.0.2.54.",
    [restored, intended]
  ],
  ["seen", applied, {}, "seen", "Not yet on: ns2 192.0.2.54, Mon's resolver 2.", [restored, intended]],
  [
    "silent",
    { ...applied, answers: answers("failed", "published") },
    {},
    "seen",
    "No response from: ns2",
    [restored, intended]
  ],
  ["intended", { endedAt: at(50) }, {}, "not tracked", "Either somebody marked it as intended", []],
  ["closed", { ...closed, reopened: 2 }, {}, "restored", "The records changed again 2 times.", []]
])("the repair of changed records says what is known, and who can do what: %s", async (...row) => {
  const [, repair, more, chip, sentence, buttons] = row
  const { screen } = await render(
    <DnsRepairCard domain={{ ...domain, ...more }} repair={dnsRepair("shop.example", repair)} />
  )
  await expect.element(screen.getByText(chip, { exact: true })).toBeVisible()
  await expect.element(screen.getByText(sentence)).toBeVisible()
  expect(
    screen
      .getByRole("button")
      .elements()
      .map(({ textContent }) => textContent)
  ).toEqual(buttons)
})

it("a repair in progress lists the records from before the change, also in German", async () => {
  const { screen } = await render(<DnsRepairCard domain={domain} repair={dnsRepair("shop.example")} />, "de")
  const list = (name: string) => screen.getByRole("list", { name }).element().textContent
  expect(list("Zu veröffentlichen")).toBe("+ 10 old.mail-host.example")
  expect(list("Zu löschen")).toBe("− 10 mx1.mail-host.example− 20 mx2.mail-host.example")
})

it.each([
  ["verifyRepair", restored],
  ["dismissRepair", intended]
] as const)("a person says what the change was: %s", async (endpoint, press) => {
  const repair = dnsRepair("shop.example")
  const send = vi.spyOn(domainEndpoints, endpoint).mockResolvedValue(repair)
  const { screen } = await render(<DnsRepairCard domain={domain} repair={repair} />)
  await act(() => screen.getByRole("button", { name: press }).click())
  expect(send.mock.calls).toEqual([["d1", repair.id]])
  send.mockRestore()
})
