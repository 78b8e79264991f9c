import { domainEndpoints } from "../../src/api/domainEndpoints.ts"
import type { Domain, Repair } from "@mon/model"
import { act } from "react"
import { expect, it, vi } from "vitest"
import { CertificateRepairCard } from "../../src/domain/CertificateRepair.tsx"
import { domainOf } from "../records.ts"
import { certificateRepair } from "../repairRecords.ts"
import { render } from "./render.tsx"

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 8, minutes)).toISOString()

const known = domainOf({
  id: "d1",
  name: "Shop",
  host: "shop.example",
  state: "up",
  since: 0,
  grade: "A",
  certDays: -1,
  regDays: 100,
  tags: [],
  settings: {}
})
const invalid = known.ssl === null ? null : { ...known.ssl, valid: false, problems: ["expired"] }
const domain: Domain = { ...known, ssl: invalid, lastCheckedAt: at(30), access: "owner" }

const seen = (...sees: ReadonlyArray<Repair["locations"][number]["sees"]>): Repair["locations"] =>
  sees.map((one, index) => ({ location: ["fra", "nyc"][index] ?? "sin", sees: one, at: at(20) }))

const applied = { state: "applied", appliedAt: at(20), locations: seen("valid", "not_checked") } as const
const closed = {
  ...applied,
  state: "closed",
  closedAt: at(25),
  repairSeconds: 3_600,
  locations: seen("valid", "valid")
} as const

const press = "I have repaired it"

it.each<readonly [string, Partial<Repair>, Partial<Domain>, string, string, boolean]>([
  ["open", {}, {}, "open", "When you have installed a valid certificate, press the button.", true],
  ["open for readers", {}, { access: "read" }, "open", "When a location sees a valid certificate", false],
  ["of a paused domain", {}, { isPaused: true }, "open", "When you have installed", false],
  ["reported", { reportedAt: at(40) }, {}, "open", "Reported as repaired. Mon is checking now.", true],
  ["reported too early", { reportedAt: at(20) }, {}, "open", "but the next check still found an invalid", true],
  ["seen", applied, {}, "seen", "1 of 2 locations see a valid certificate. Not yet: nyc.", true],
  ["given up", { ...applied, endedAt: at(50) }, {}, "not verified", "Mon no longer tracks this repair", false],
  ["closed", { ...closed, reopened: 2 }, {}, "finished", "became invalid again 2 times", false]
])("the repair of a certificate says what is known, and who can do what: %s", async (...row) => {
  const [, repair, more, chip, sentence, canReport] = row
  const { screen } = await render(
    <CertificateRepairCard domain={{ ...domain, ...more }} repair={certificateRepair(repair)} />
  )
  await expect.element(screen.getByText(chip, { exact: true })).toBeVisible()
  await expect.element(screen.getByText(sentence)).toBeVisible()
  expect(screen.getByRole("button", { name: press }).elements()).toHaveLength(canReport ? 1 : 0)
})

it("a finished repair says how long it took, also in German", async () => {
  const { screen } = await render(<CertificateRepairCard domain={domain} repair={certificateRepair(closed)} />, "de")
  await expect.element(screen.getByText("Jeder Standort sieht ein gültiges Zertifikat.")).toBeVisible()
  expect(screen.getByRole("term").element().textContent).toBe("Zeit bis zur Reparatur")
})

it("a person who has repaired a certificate makes Mon check it", async () => {
  const verify = vi.spyOn(domainEndpoints, "verifyRepair").mockResolvedValue(certificateRepair())
  const { screen } = await render(<CertificateRepairCard domain={domain} repair={certificateRepair()} />)
  await act(() => screen.getByRole("button", { name: press }).click())
  expect(verify.mock.calls).toEqual([["d1", certificateRepair().id]])
  verify.mockRestore()
})
