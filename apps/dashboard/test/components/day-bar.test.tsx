import { describe, expect, it } from "vitest"
import { userEvent } from "vitest/browser"
import { DayBar } from "../../src/monitors/DayBar.tsx"
import { render } from "./render.tsx"

const days = [
  { day: "2026-11-15", uptime: null },
  { day: "2026-11-16", uptime: 100 },
  { day: "2026-11-17", uptime: 98.5 },
  { day: "2026-11-18", uptime: 99.996 }
] as unknown as Parameters<typeof DayBar>[0]["days"]

const open = () => render(<DayBar days={days} href="/domains/1/checks" />)

describe("the bar of 90 days", () => {
  it("names each day with its uptime, and never rounds a downtime away", async () => {
    const { screen } = await open()
    expect(screen.getByRole("button").elements()).toHaveLength(90)
    await expect.element(screen.getByRole("button", { name: "15 Nov 2026: not monitored" })).toBeVisible()
    await expect.element(screen.getByRole("button", { name: "17 Nov 2026: 98.50%" })).toBeVisible()
    await expect.element(screen.getByRole("button", { name: "18 Nov 2026: 99.99%" })).toBeVisible()
  })

  it("has the colour of the uptime of each day, and none for a day that nobody watched", async () => {
    const { screen } = await open()
    const levels = screen.getByRole("button").elements().slice(-5)
    expect(levels.map((day) => day.getAttribute("data-level"))).toEqual(["none", "none", "good", "bad", "good"])
  })

  it("is one tab stop. Arrow keys, Home and End move along the days, and Enter opens the checks", async () => {
    const { history, screen } = await open()
    const day = (name: string) => screen.getByRole("button", { name })
    await userEvent.tab()
    await expect.element(day("18 Nov 2026")).toHaveFocus()
    await userEvent.keyboard("{ArrowRight}")
    await expect.element(day("18 Nov 2026")).toHaveFocus()
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}")
    await expect.element(day("16 Nov 2026")).toHaveFocus()
    await userEvent.keyboard("{Home}")
    await expect.element(day("21 Aug 2026")).toHaveFocus()
    await userEvent.tab()
    expect(document.activeElement).toBe(document.body)
    await userEvent.tab({ shift: true })
    await expect.element(day("21 Aug 2026")).toHaveFocus()
    await userEvent.keyboard("{End}{Enter}")
    expect(history).toEqual(["/", "/domains/1/checks"])
  })
})
