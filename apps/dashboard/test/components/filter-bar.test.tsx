import { describe, expect, it, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { domainFilters } from "../../src/domains/domainFilters.ts"
import { FilterBar } from "../../src/monitors/FilterBar.tsx"
import { en } from "../../src/words/catalogue.en.ts"
import { render } from "./render.tsx"

type Chosen = ReturnType<typeof domainFilters.read>
type Bar = Parameters<typeof FilterBar<Exclude<Chosen["show"], "all">, Chosen["sort"]>>[0]

/** Two of 12 domains are down. */
const counts = domainFilters.count([], domainFilters.read("")).map((chip) => ({
  ...chip,
  count: chip.value === "all" ? 12 : chip.value === "down" ? 2 : 0
}))
const tags = [{ id: "t1", name: "Care plan", color: "#1a5fc4" }]

const open = (changes: Partial<Bar> = {}) => {
  const onChange = vi.fn<Bar["onChange"]>()
  const onType = vi.fn<Bar["onType"]>()
  const shown = (
    <FilterBar
      list={domainFilters}
      label={en.domains.filter}
      nameOf={(show) => en.domains[show]}
      sortName={(sort) => en.domains.sorts[sort]}
      filters={domainFilters.read("")}
      counts={counts}
      tags={[]}
      typed=""
      onChange={onChange}
      onType={onType}
      {...changes}
    />
  )
  return render(shown).then(({ screen }) => ({ screen, onChange, onType }))
}

const PHONE_WIDTH = 390

const names = (buttons: ReadonlyArray<Element>) => buttons.map(({ textContent }) => textContent)

describe("the filters of the list", () => {
  it("offer only what would show something, and the chosen one even if it shows nothing", async () => {
    const { screen } = await open()
    expect(names(screen.getByRole("button").elements())).toEqual(["All 12", "Down 2"])
    const paused = await open({ filters: domainFilters.read("?show=paused") })
    expect(names(paused.screen.getByRole("button").elements())).toEqual(["All 12", "Down 2", "Paused 0"])
    await expect.element(paused.screen.getByRole("button", { name: "Paused" })).toHaveAttribute("aria-pressed", "true")
  })

  it("change one thing at a time", async () => {
    const { onChange, screen } = await open({ tags })
    await screen.getByRole("button", { name: "Down" }).click()
    await screen.getByRole("combobox", { name: "Tag" }).selectOptions("Care plan")
    await screen.getByRole("combobox", { name: "Sort" }).selectOptions("Sort: lowest uptime")
    expect(onChange.mock.calls).toEqual([[{ show: "down" }], [{ tag: "t1" }], [{ sort: "uptime" }]])
  })

  it("have no tags to choose from where there are none", async () => {
    const { screen } = await open()
    expect(screen.getByRole("combobox").elements()).toHaveLength(1)
  })

  it("keep the tags and the order on the screen of a phone", async () => {
    const { innerHeight, innerWidth } = globalThis
    await page.viewport(PHONE_WIDTH, innerHeight)
    const { screen } = await open({ tags })
    const boxes = screen
      .getByRole("combobox")
      .elements()
      .map((select) => select.getBoundingClientRect())
    await page.viewport(innerWidth, innerHeight)
    expect(boxes).toHaveLength(2)
    for (const { left, right } of boxes) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(PHONE_WIDTH)
    }
  })

  it("take each letter", async () => {
    const { onType, screen } = await open()
    await screen.getByRole("searchbox", { name: "Filter by name or host" }).click()
    await userEvent.keyboard("a")
    expect(onType).toHaveBeenCalledExactlyOnceWith("a")
  })
})
