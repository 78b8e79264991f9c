import { expect, it } from "vitest"
import { TimeField } from "../../src/statusPages/PostFields.tsx"
import { render } from "./render.tsx"

const field = (value: string, stored?: string) => (
  <TimeField label="Start" timezone="Europe/Berlin" value={value} stored={stored} onChange={() => undefined} />
)

it.each([
  ["en", "Clocks in Europe/Berlin skip 02:30 on 28 Mar 2027, so 03:30 counts instead."],
  ["de", "Am 28.03.2027 gibt es 02:30 Uhr in Europe/Berlin nicht, stattdessen gilt 03:30 Uhr."]
] as const)(
  "a field says what counts at a time that clocks skip, unless nobody changed it: %s",
  async (language, hint) => {
    const { redraw, screen } = await render(field("2027-03-28T02:30"), language)
    await expect.element(screen.getByLabelText("Start")).toHaveAccessibleDescription(hint)
    await redraw(field("2027-03-28T02:30", "2027-03-28T02:30"))
    await expect.element(screen.getByLabelText("Start")).not.toHaveAccessibleDescription(hint)
  }
)
