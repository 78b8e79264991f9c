import { expect, it } from "vitest"
import { DiagnosisCard } from "../../src/incident/DiagnosisCard.tsx"
import { refusedConnection } from "../refusedConnection.ts"
import { render } from "./render.tsx"

/** The texts outside of what is marked as English. */
const spoken = (place: Element): ReadonlyArray<string> => {
  const copy = place.cloneNode(true) as Element
  for (const english of copy.querySelectorAll("[lang=en]")) english.remove()
  return [...copy.querySelectorAll("h2, h3, p, summary, li")].flatMap(({ textContent }) =>
    textContent.trim() === "" ? [] : [textContent.trim()]
  )
}

it("sentences of the service about a cause are marked as English on a German screen", async () => {
  const { screen } = await render(<DiagnosisCard diagnosis={refusedConnection} />, "de")
  await expect.element(screen.getByRole("heading", { level: 2 })).toBeVisible()
  expect(spoken(screen.element()).filter((text) => /\b(?:the|is|to|of|that)\b/iu.test(text))).toEqual([])
  expect(screen.element().querySelectorAll("[lang=en]").length).toBeGreaterThan(2)
})
