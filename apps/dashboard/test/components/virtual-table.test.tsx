import { describe, expect, it, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { VirtualTable } from "../../src/ui/VirtualTable.tsx"
import { render } from "./render.tsx"

interface Item {
  readonly id: string
}

const MANY = 5_000
const items: ReadonlyArray<Item> = Array.from({ length: MANY }, (_, index) => ({ id: `row ${index}` }))
const idOf = ({ id }: Item) => id

const open = (shown: ReadonlyArray<Item> = items, onX: (item: Item | undefined) => void = () => undefined) =>
  render(
    <VirtualTable
      label="Things"
      columns={undefined}
      head={[["name", "Name"]]}
      items={shown}
      idOf={idOf}
      keys={{ x: onX }}
      row={({ id }) => (
        <span role="cell">
          <a href="#row">{id}</a>
        </span>
      )}
    />
  )

const top = (row: Element | undefined) => row?.getBoundingClientRect().top ?? 0
const rows = () => document.querySelectorAll("[data-row]")

describe("a long table", () => {
  it("has only the rows near the window, and says how many there are", async () => {
    const { screen } = await open()
    await expect.element(screen.getByRole("link", { name: "row 0", exact: true })).toBeVisible()
    expect(rows().length).toBeLessThan(40)
    await expect.element(screen.getByRole("table", { name: "Things" })).toHaveAttribute("aria-rowcount", `${MANY + 1}`)
    scrollTo(0, document.documentElement.scrollHeight)
    const last = screen.getByRole("link", { name: `row ${MANY - 1}`, exact: true })
    await expect.element(last).toBeVisible()
    expect(last.element().closest("[role=row]")?.getAttribute("aria-rowindex")).toBe(`${MANY + 1}`)
    expect(rows().length).toBeLessThan(40)
  })

  it("is moved through with J and K, also beyond the window, and not beyond its ends", async () => {
    const onX = vi.fn<(item: Item | undefined) => void>()
    const { screen } = await open(items.slice(0, 60), onX)
    const link = (index: number) => screen.getByRole("link", { name: `row ${index}`, exact: true })
    await userEvent.keyboard("j")
    await expect.element(link(0)).toHaveFocus()
    await userEvent.keyboard("k")
    await expect.element(link(0)).toHaveFocus()
    for (let index = 1; index <= 45; index += 1) {
      await userEvent.keyboard("j")
      await expect.element(link(index)).toHaveFocus()
    }
    await userEvent.keyboard("x")
    expect(onX).toHaveBeenCalledExactlyOnceWith({ id: "row 45" })
  })

  it("goes on from the row that was clicked", async () => {
    const { screen } = await open()
    await screen.getByRole("link", { name: "row 7", exact: true }).click()
    await userEvent.keyboard("j")
    await expect.element(screen.getByRole("link", { name: "row 8", exact: true })).toHaveFocus()
  })

  it("has higher rows on a phone", async () => {
    await page.viewport(390, 900)
    await open()
    const [first, second] = rows()
    expect(top(second) - top(first)).toBe(68)
    await page.viewport(1_280, 900)
  })
})
