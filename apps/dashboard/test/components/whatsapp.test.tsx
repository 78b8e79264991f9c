import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { page } from "vitest/browser"
import { WhatsApp } from "../../src/settings/WhatsApp.tsx"
import { render } from "./render.tsx"

const asked = vi.fn<typeof fetch>()

beforeEach(() => {
  asked.mockImplementation((_path, init) =>
    Promise.resolve(
      Response.json({
        success: true,
        data: { number: init?.method === "DELETE" ? null : "+491701234567", pendingNumber: null }
      })
    )
  )
  vi.stubGlobal("fetch", asked)
})

afterEach(() => {
  asked.mockReset()
  vi.unstubAllGlobals()
})

it("a WhatsApp number is removed only after a question that names it", async () => {
  const { screen } = await render(<WhatsApp />)
  await screen.getByRole("button", { name: "Remove the number…" }).click()
  const question = page.getByRole("dialog", { name: "Remove the number +491701234567?" })
  await expect.element(question).toBeVisible()
  const deletions = () => asked.mock.calls.filter(([, init]) => init?.method === "DELETE").length
  expect(deletions()).toBe(0)
  await question.getByRole("button", { name: "Remove the number" }).click()
  await expect.element(screen.getByText("No number is set", { exact: false })).toBeVisible()
  expect(deletions()).toBe(1)
})
