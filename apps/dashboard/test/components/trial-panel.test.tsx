import type { DomainTrial } from "@mon/model"
import { describe, expect, it, vi } from "vitest"
import { userEvent } from "vitest/browser"
import { ApiProblem } from "../../src/api/client.ts"
import { TrialPanel } from "../../src/monitors/TrialPanel.tsx"
import { trialOf } from "../trialRecords.ts"
import { render } from "./render.tsx"

type Panel = Parameters<typeof TrialPanel>[0]

const up = trialOf("shop.example.com", {}) as DomainTrial
const down = trialOf("shop.example.com", { expect: [{ text: "In stock" }] }) as DomainTrial

const open = async (answer: () => Promise<DomainTrial>, language: "en" | "de" = "en") => {
  const ask = vi.fn<Panel["ask"]>(answer)
  const onProblem = vi.fn<Panel["onProblem"]>()
  const panel = (changes: Partial<Panel> = {}) => (
    <TrialPanel addresses={["shop.example.com"]} options={{}} ask={ask} onProblem={onProblem} {...changes} />
  )
  const { redraw, screen } = await render(panel(), language)
  return { ask, onProblem, screen, redraw: (changes: Partial<Panel>) => redraw(panel(changes)) }
}

describe("a trial of a domain", () => {
  it("is asked for with the keyboard, and says its outcome as a status", async () => {
    const { ask, screen } = await open(() => Promise.resolve(down))
    await userEvent.tab()
    await expect.element(screen.getByRole("button", { name: "Try now" })).toHaveFocus()
    await userEvent.keyboard("{Enter}")
    await expect
      .element(screen.getByRole("status"))
      .toHaveTextContent("The response is not as expected · HTTP 200 · 184 ms")
    await expect.element(screen.getByRole("button", { name: "Try again" })).toHaveFocus()
    expect(ask.mock.calls).toEqual([[{ url: "shop.example.com", options: {} }]])
    const expectations = screen.getByRole("list", { name: "Expectations" })
    await expect.element(expectations).toHaveTextContent("Not met: the text “In stock” · not found")
    await expect.element(screen.getByText("4 + 20 + 40 + 100 + 20")).toBeVisible()
    await userEvent.tab()
    await expect.element(screen.getByRole("region", { name: "Start of the response" })).toHaveFocus()
    await expect.element(screen.getByText("<h1>Shop</h1>")).toBeVisible()
  })

  it("says when something was changed since, and when the text of the answer is hidden", async () => {
    const { redraw, screen } = await open(() => Promise.resolve({ ...up, excerpt: null }))
    await screen.getByRole("button").click()
    await expect.element(screen.getByText("The response text is not shown")).toBeVisible()
    await redraw({ options: { timeoutSeconds: 5 } })
    await expect.element(screen.getByText("You have made changes since this check.")).toBeVisible()
    await redraw({ addresses: [] })
    await expect.element(screen.getByText("Enter a domain first.")).toBeVisible()
  })

  it("names the field of a refusal, also for the form", async () => {
    const sentence = "expect[0].text must not be empty."
    const { onProblem, redraw, screen } = await open(() => Promise.reject(new ApiProblem(400, sentence)))
    await redraw({ options: { expect: [{ text: "" }] } })
    await screen.getByRole("button").click()
    await expect.element(screen.getByRole("status")).toHaveTextContent("Mon did not check.")
    await expect.element(screen.getByRole("button", { name: /^Go to “/u })).toBeVisible()
    expect(onProblem.mock.calls).toEqual([[sentence]])
  })

  it("has German words", async () => {
    const { screen } = await open(() => Promise.resolve(down), "de")
    await screen.getByRole("button", { name: "Jetzt ausprobieren" }).click()
    await expect.element(screen.getByText("Nicht erfüllt:")).toBeVisible()
  })
})
