import type { Settings } from "@mon/model"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { endpoints } from "../../src/api/endpoints.ts"
import { queryClient } from "../../src/api/queries.ts"
import ZoneOffer from "../../src/overview/ZoneOffer.tsx"
import { messageQueue } from "../../src/ui/notify.ts"
import { render } from "./render.tsx"

const settings: Settings = {
  timezone: "UTC",
  language: null,
  weeklyReportEnabled: true,
  alertsByEmail: true,
  degradedAlerts: false,
  contentFaultsOffer: false,
  notificationsPaused: false
}

const open = async (timezone = "UTC", language: "en" | "de" = "en") => {
  queryClient.setQueryData(["settings"], { ...settings, timezone })
  return (await render(<ZoneOffer />, language)).screen
}

describe("the offer of the browser's time zone", () => {
  beforeEach(() => {
    localStorage.clear()
    vi.restoreAllMocks()
    vi.spyOn(endpoints, "updateSettings").mockImplementation((changes) => Promise.resolve({ ...settings, ...changes }))
  })

  it.each([
    ["en", "Use Europe/Oslo everywhere"],
    ["de", "Überall Europe/Oslo verwenden"]
  ] as const)("is taken with one click: %s", async (language, use) => {
    const screen = await open("UTC", language)
    await screen.getByRole("button", { name: use }).click()
    await expect.poll(() => screen.element().textContent).toBe("")
    expect(endpoints.updateSettings).toHaveBeenCalledExactlyOnceWith({ timezone: "Europe/Oslo" })
    expect(messageQueue.drain()[0]?.text).toContain("Europe/Oslo")
  })

  it("does not come back in this browser after it was declined", async () => {
    const screen = await open()
    await screen.getByRole("button", { name: "Keep UTC" }).click()
    await expect.poll(() => screen.element().textContent).toBe("")
    expect(endpoints.updateSettings).not.toHaveBeenCalled()
    expect((await open()).element().textContent).toBe("")
  })

  it("is absent if the person has chosen a time zone", async () => {
    expect((await open("Asia/Tokyo")).element().textContent).toBe("")
  })
})
