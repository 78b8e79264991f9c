import type { Settings } from "@mon/model"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { domainEndpoints } from "../../src/api/domainEndpoints.ts"
import { endpoints } from "../../src/api/endpoints.ts"
import type { Monitor } from "../../src/api/monitors.ts"
import { pageEndpoints } from "../../src/api/pageEndpoints.ts"
import { queryClient } from "../../src/api/queries.ts"
import ContentFaultsOffer from "../../src/overview/ContentFaultsOffer.tsx"
import { messageQueue } from "../../src/ui/notify.ts"
import { render } from "./render.tsx"

const settings: Settings = {
  timezone: "UTC",
  language: null,
  weeklyReportEnabled: true,
  alertsByEmail: true,
  degradedAlerts: false,
  contentFaultsOffer: true,
  notificationsPaused: false
}

const monitor = (id: string, changes: Partial<Monitor> = {}): Monitor => ({
  id,
  kind: "domain",
  name: `Shop ${id}`,
  host: `${id}.example`,
  state: "up",
  since: 0,
  responseMs: 100,
  uptime30: 100,
  certDays: 90,
  certProblem: null,
  regDays: 300,
  grade: "A",
  code: null,
  canWrite: true,
  tags: [],
  unseen: 0,
  flapping: null,
  contentFault: null,
  isContentFaultCertain: false,
  isRemarkOnly: true,
  changedAt: null,
  acknowledgedBy: null,
  maintenanceUntil: null,
  ...changes
})

const fault = { code: "suspended", family: null, line: "This account has been suspended", certain: true } as const
const broken = { contentFault: "suspended", isContentFaultCertain: true } as const
const monitors = [
  monitor("1"),
  monitor("2", broken),
  monitor("3", { ...broken, state: "paused" }),
  monitor("4", { ...broken, state: "down" }),
  monitor("5", { contentFault: "maintenance" }),
  monitor("6", { kind: "url", state: "active" }),
  monitor("7", { isRemarkOnly: false }),
  monitor("8", { canWrite: false })
]

const answer = (ids: ReadonlyArray<string>) => Promise.resolve({ updated: ids.length, failed: 0, errors: [] })

const open = async (shown: ReadonlyArray<Monitor>, language: "en" | "de" = "en", offers = true) => {
  queryClient.setQueryData(["settings"], { ...settings, contentFaultsOffer: offers })
  for (const { id } of shown) queryClient.setQueryData(["content-fault", id], fault)
  return (await render(<ContentFaultsOffer monitors={shown} />, language)).screen
}

describe("the offer to count broken pages as outages", () => {
  beforeEach(() => {
    vi.restoreAllMocks()
    vi.spyOn(endpoints, "updateSettings").mockImplementation((changes) => Promise.resolve({ ...settings, ...changes }))
    vi.spyOn(domainEndpoints, "updateMany").mockImplementation(answer)
    vi.spyOn(pageEndpoints, "updateMany").mockImplementation(answer)
  })

  it.each([
    [
      "en",
      "For 6 monitors, Mon currently only shows a remark about such a page.1 of these monitors would be down now:Shop 2 The site is suspended: This account has been suspended"
    ],
    [
      "de",
      "Bei 6 Monitoren zeigt Mon bisher nur einen Hinweis auf eine solche Seite.1 davon wäre jetzt ausgefallen:Shop 2 Die Website ist gesperrt: This account has been suspended"
    ]
  ] as const)("says what it would have said: %s", async (language, expected) => {
    const screen = await open(monitors, language)
    expect(screen.element().textContent).toContain(expected)
    await expect.element(screen.getByRole("link")).toHaveAttribute("href", "/domains/2")
  })

  it("asks before monitors go down, then changes all that the person may change, and does not come back", async () => {
    const screen = await open(monitors)
    await screen.getByRole("button", { name: "Count as outage for all monitors…" }).click()
    const dialog = document.querySelector("[role=dialog]")
    expect(dialog?.textContent).toContain("After their next checks, 1 monitor will be down, and Mon will send alerts.")
    expect(domainEndpoints.updateMany).not.toHaveBeenCalled()
    const confirm = [...(dialog?.querySelectorAll("button") ?? [])].at(-1)
    confirm?.click()
    await expect.poll(() => screen.element().textContent).toBe("")
    expect(domainEndpoints.updateMany).toHaveBeenCalledExactlyOnceWith(["1", "2", "3", "4", "5"], {
      contentFaults: "down"
    })
    expect(pageEndpoints.updateMany).toHaveBeenCalledExactlyOnceWith(["6"], { contentFaults: "down" })
    expect(endpoints.updateSettings).toHaveBeenCalledExactlyOnceWith({ contentFaultsOffer: false })
  })

  it("does not ask if nothing would be down", async () => {
    const screen = await open([monitor("1")])
    await expect.element(screen.getByText("None of these monitors would be down now.")).toBeVisible()
    await screen.getByRole("button", { name: "Count as outage for all monitors", exact: true }).click()
    await expect.poll(() => screen.element().textContent).toBe("")
    expect(domainEndpoints.updateMany).toHaveBeenCalledExactlyOnceWith(["1"], { contentFaults: "down" })
  })

  it("stays if a monitor could not be changed", async () => {
    vi.spyOn(domainEndpoints, "updateMany").mockResolvedValue({
      updated: 0,
      failed: 1,
      errors: [{ id: "1", message: "Domain not found." }]
    })
    const screen = await open([monitor("1")])
    await screen.getByRole("button", { name: "Count as outage for all monitors", exact: true }).click()
    await expect.element(screen.getByRole("button", { name: "Not now" })).toBeEnabled()
    expect(endpoints.updateSettings).not.toHaveBeenCalled()
  })

  it("goes without a change of monitors, and can be brought back", async () => {
    const screen = await open(monitors)
    await screen.getByRole("button", { name: "Not now" }).click()
    await expect.poll(() => screen.element().textContent).toBe("")
    expect(endpoints.updateSettings).toHaveBeenCalledExactlyOnceWith({ contentFaultsOffer: false })
    expect(domainEndpoints.updateMany).not.toHaveBeenCalled()
    const [message] = messageQueue.drain()
    message?.undo?.run()
    await expect.element(screen.getByRole("button", { name: "Not now" })).toBeVisible()
    expect(endpoints.updateSettings).toHaveBeenLastCalledWith({ contentFaultsOffer: true })
  })

  it("names five monitors at most", async () => {
    const screen = await open(Array.from({ length: 7 }, (_, index) => monitor(`${index}`, broken)))
    expect(screen.getByRole("link").elements()).toHaveLength(5)
    await expect.element(screen.getByText("and 2 more")).toBeVisible()
  })

  it.each([
    ["the account has decided", monitors, false],
    ["no monitor gets remarks only", [monitor("1", { isRemarkOnly: false })], true],
    ["the person may change none", [monitor("1", { canWrite: false })], true]
  ] as const)("is absent if %s", async (_, shown, offers) => {
    const screen = await open(shown, "en", offers)
    expect(screen.element().textContent).toBe("")
  })
})
