import { describe, expect, it, vi } from "vitest"
import { DeleteDialog } from "../../src/monitors/DeleteDialog.tsx"
import { MoveButtons } from "../../src/ui/MoveButtons.tsx"
import { de } from "../../src/words/catalogue.de.ts"
import { en } from "../../src/words/catalogue.en.ts"
import { page, userEvent } from "vitest/browser"
import { render } from "./render.tsx"

const monitors = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ id: `m${number}`, name: `Shop ${number}` }))

const dialog = (count: number, isOpen = true, { bulk } = en) => (
  <DeleteDialog
    kind="domain"
    texts={bulk}
    monitors={monitors(count)}
    open={isOpen}
    onClose={vi.fn<() => void>()}
    onDeleted={vi.fn<() => void>()}
  />
)

const ground = () => getComputedStyle(document.documentElement).backgroundColor

describe("the question before a deletion", () => {
  it.each([
    ["en", 1, "Delete the domain Shop 0?", []],
    ["de", 1, "Die Domain Shop 0 löschen?", []],
    ["en", 2, "Delete 2 domains?", ["Shop 0", "Shop 1"]],
    ["de", 10, "10 Domains löschen?", [...Array.from({ length: 8 }, (_, number) => `Shop ${number}`), "und 2 weitere"]]
  ] as const)("names what is deleted: %s, %i", async (language, count, title, names) => {
    await render(dialog(count, true, language === "de" ? de : en), language)
    await expect.element(page.getByRole("dialog", { name: title })).toBeVisible()
    expect(
      page
        .getByRole("listitem")
        .elements()
        .map(({ textContent }) => textContent)
    ).toEqual(names)
  })

  it("darkens the place of the scrollbar like the rest of the screen, while it is open", async () => {
    const before = ground()
    const { redraw } = await render(dialog(1))
    await expect.poll(ground).not.toBe(before)
    await redraw(dialog(1, false))
    await expect.poll(ground).toBe(before)
  })
})

describe("the buttons that move an entry", () => {
  it("say where it goes, and keep the focus where it can go no further", async () => {
    const onMove = vi.fn<(to: number) => void>()
    const { screen } = await render(<MoveButtons at={1} count={2} name="Shops" onMove={onMove} />)
    const down = screen.getByRole("button", { name: "Move down: Shops" })
    down.element().focus()
    await userEvent.keyboard("{Enter}")
    expect(onMove).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(down.element())
    await screen.getByRole("button", { name: "Move up: Shops" }).click()
    expect(onMove).toHaveBeenCalledExactlyOnceWith(0)
  })
})
