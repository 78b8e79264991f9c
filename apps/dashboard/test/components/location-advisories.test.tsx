import { expect, it } from "vitest"
import LocationAdvisories from "../../src/domain/LocationAdvisories.tsx"
import { refusedConnection } from "../refusedConnection.ts"
import { render } from "./render.tsx"

const at = { since: "2026-11-20T10:00:00.000Z", seenAt: "2026-11-20T10:05:00.000Z" }

it("a location that is outvoted is shown with the likely cause and the next step", async () => {
  const { screen } = await render(
    <LocationAdvisories
      advisories={[
        { ...at, location: "oslo", sees: "down", diagnosis: refusedConnection },
        { ...at, location: "fra", sees: "up", diagnosis: null }
      ]}
    />
  )
  const oslo = screen.getByRole("region", { name: "The location oslo sees this site as down." })
  await expect.element(oslo.getByText(refusedConnection.title).first()).toBeVisible()
  await expect.element(oslo.getByText(/^Start the web server/u)).toBeVisible()
  const fra = screen.getByRole("region", { name: "The location fra still sees this site as up." })
  expect(fra.element().textContent).not.toMatch(/cause/iu)
})
