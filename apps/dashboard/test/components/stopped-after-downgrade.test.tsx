import type { StoppedOption } from "@mon/model"
import { describe, expect, it } from "vitest"
import { StoppedOptions } from "../../src/monitors/StoppedOptions.tsx"
import { de } from "../../src/words/catalogue.de.ts"
import { render } from "./render.tsx"

const planMessage = "Your plan does not include this option."
/** The options that a plan can stop. */
const limited: ReadonlyArray<StoppedOption["option"]> = ["request", "expect", "dnsWatch", "dkimSelectors", "render"]
const stopped: ReadonlyArray<StoppedOption> = limited.map((option) => ({
  option,
  reason: "plan_limit",
  message: planMessage
}))

describe("the notice of stopped options", () => {
  it("shows the sentences of the service, one for each option that the plan no longer covers", async () => {
    const { screen } = await render(<StoppedOptions stopped={stopped} />)
    expect(screen.getByRole("status").elements()).toHaveLength(limited.length)
    await expect.element(screen.getByRole("status").first()).toHaveTextContent(planMessage)
  })

  it("has German words of its own for every option", async () => {
    const { screen } = await render(<StoppedOptions stopped={stopped} />, "de")
    const texts = screen
      .getByRole("status")
      .elements()
      .map(({ textContent }) => textContent)
    expect(new Set(texts).size).toBe(limited.length)
    expect(texts).not.toContain(planMessage)
    for (const option of limited)
      expect([option, de.stopped[`${option}.plan_limit`]]).toEqual([option, expect.any(String)])
  })

  it("shows the sentence of the service for an option that a later version has", async () => {
    const later = { option: "traceroute", reason: "plan_limit", message: planMessage } as unknown as StoppedOption
    const { screen } = await render(<StoppedOptions stopped={[later]} />, "de")
    await expect.element(screen.getByRole("status")).toHaveTextContent(planMessage)
  })

  it("is absent while nothing is stopped", async () => {
    const { screen } = await render(<StoppedOptions stopped={[]} />)
    expect(screen.getByRole("status").elements()).toHaveLength(0)
  })
})
