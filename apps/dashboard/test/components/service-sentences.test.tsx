import { expect, it } from "vitest"
import { DiagnosisCard } from "../../src/monitors/DiagnosisCard.tsx"
import { ServiceMessage } from "../../src/ui/ServiceMessage.tsx"
import { refusedConnection } from "../refusedConnection.ts"
import { render } from "./render.tsx"

it("sentences of the service about a cause are in the language of the screen, as the API gives them", async () => {
  const { screen } = await render(<DiagnosisCard diagnosis={refusedConnection} />, "de")
  await expect.element(screen.getByRole("heading", { level: 2 })).toBeVisible()
  expect(screen.element().querySelectorAll("[lang]").length).toBe(0)
})

it("a message of a check is German on a German screen, or else marked as English", async () => {
  const { screen } = await render(
    <>
      <ServiceMessage message="The response did not start in time." />
      <ServiceMessage message="Something new." />
    </>,
    "de"
  )
  await expect.element(screen.getByText("Die Antwort begann nicht rechtzeitig.")).toBeVisible()
  const english = [...screen.element().querySelectorAll("[lang=en]")].map(({ textContent }) => textContent)
  expect(english).toEqual(["Something new."])
})
