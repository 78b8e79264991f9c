import { describe, expect, it, vi } from "vitest"
import { userEvent } from "vitest/browser"
import { FilterBar } from "../../src/domains/FilterBar.tsx"
import { filtersOf } from "../../src/domains/filters.ts"
import { render } from "./render.tsx"

type Bar = Parameters<typeof FilterBar>[0]

const none = {
  all: 12,
  down: 2,
  slow: 0,
  response: 0,
  certificate: 0,
  registration: 0,
  mail: 0,
  up: 0,
  unknown: 0,
  paused: 0
}
const tags = [{ id: "t1", name: "Care plan", color: "#1a5fc4" }]

const open = (changes: Partial<Bar> = {}) => {
  const onChange = vi.fn<Bar["onChange"]>()
  const onType = vi.fn<Bar["onType"]>()
  const shown = (
    <FilterBar
      filters={filtersOf("")}
      counts={none}
      tags={[]}
      text=""
      onChange={onChange}
      onType={onType}
      {...changes}
    />
  )
  return render(shown).then(({ screen }) => ({ screen, onChange, onType }))
}

const names = (buttons: ReadonlyArray<Element>) => buttons.map(({ textContent }) => textContent)

describe("the filters of the list", () => {
  it("offer only what would show something, and the chosen one even if it shows nothing", async () => {
    const { screen } = await open()
    expect(names(screen.getByRole("button").elements())).toEqual(["All 12", "Down 2"])
    const paused = await open({ filters: filtersOf("?show=paused") })
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

  it("take each letter", async () => {
    const { onType, screen } = await open()
    await screen.getByRole("searchbox", { name: "Filter by name or host" }).click()
    await userEvent.keyboard("a")
    expect(onType).toHaveBeenCalledExactlyOnceWith("a")
  })
})
