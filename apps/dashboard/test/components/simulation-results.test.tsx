import type { SimulationResultRecord } from "@mon/api-contract"
import { expect, it } from "vitest"
import { queryClient } from "../../src/api/queries.ts"
import SimulationPage from "../../src/simulations/SimulationPage.tsx"
import { jobRecord, makeJobs } from "../simulationRecords.ts"
import { render } from "./render.tsx"

const open = async (change: (results: SimulationResultRecord) => SimulationResultRecord) => {
  const [job] = makeJobs()
  if (job === undefined) throw new Error("There is no simulation")
  const record = jobRecord(job)
  queryClient.setQueryData(["simulations", "job", job.id], {
    ...record,
    results: record.results === null ? null : change(record.results)
  })
  return (await render(<SimulationPage id={job.id} />)).screen
}

it("a simulation without suggestions found nothing to change", async () => {
  const screen = await open((results) => ({ ...results, suggestions: [] }))
  await expect.element(screen.getByText("Mon found nothing to change.")).toBeVisible()
})

it.each([
  [3, true],
  [0, false]
])("a simulation says how many domains did not answer: %d", async (unansweredDomains, isSaid) => {
  const screen = await open((results) => ({
    ...results,
    dataQuality: { ...results.dataQuality, unansweredDomains }
  }))
  await expect.element(screen.getByRole("heading").first()).toBeVisible()
  expect((screen.element().textContent ?? "").includes("3 domains did not answer every DNS query.")).toBe(isSaid)
})
