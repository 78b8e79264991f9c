import { describe, expect, it, vi } from "vitest"
import { page } from "vitest/browser"
import { Messages } from "../../src/shell/Messages.tsx"
import { notify } from "../../src/ui/notify.ts"
import { render } from "./render.tsx"

describe("messages", () => {
  it("offer to undo what they report, once", async () => {
    const run = vi.fn<() => void>()
    await render(<Messages />)
    notify("3 domains are paused.", { label: "Undo", run })
    await expect.element(page.getByText("3 domains are paused.").first()).toBeVisible()
    await page.getByRole("button", { name: "Undo" }).click()
    expect(run).toHaveBeenCalledOnce()
    await expect.element(page.getByRole("button", { name: "Undo" })).not.toBeInTheDocument()
  })

  it("that came before their place was loaded are shown, and can be closed", async () => {
    notify("Saved.")
    await render(<Messages />)
    await expect.element(page.getByText("Saved.").first()).toBeVisible()
    // The button is hidden from screen readers until the message has the focus or the pointer.
    await page.getByRole("button", { name: "Close", includeHidden: true }).first().click()
    await expect.element(page.getByText("Saved.")).not.toBeInTheDocument()
  })
})
