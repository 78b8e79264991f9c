import { expect, it } from "vitest"
import { keys, queryClient } from "../../src/api/queries.ts"
import Maintenance from "../../src/maintenance/Maintenance.tsx"
import { someWindows } from "../answerMaintenance.ts"
import { jobRow, makeJob } from "../heartbeatRecords.ts"
import { monitorFieldNames } from "../records.ts"
import { render } from "./render.tsx"

it.each([
  ["en", "Covers the monitors tagged Care plan, the monitors with a tag you cannot see"],
  ["de", "Umfasst die Monitore mit dem Tag Care plan, die Monitore mit einem Tag, den Sie nicht sehen"]
] as const)("a window of tags says that a member cannot see one of them: %s", async (language, sentence) => {
  const tags = [{ id: "0", name: "Care plan", color: "#1a5fc4" }]
  queryClient.setQueryData(keys.monitors, { fields: monitorFieldNames, tags, rows: [jobRow(makeJob(0))] })
  queryClient.setQueryData(["account"], { role: "member", memberRole: "viewer" })
  queryClient.setQueryData(["settings"], { timezone: "UTC" })
  queryClient.setQueryData(
    ["maintenance"],
    someWindows().filter(({ tagIds }) => tagIds.length > 0)
  )
  const { screen } = await render(<Maintenance />, language)
  await expect.element(screen.getByText(sentence)).toBeVisible()
})
