import { expect, it } from "vitest"
import { keys, queryClient } from "../../src/api/queries.ts"
import PageDetail from "../../src/pages/PageDetail.tsx"
import PageList from "../../src/pages/PageList.tsx"
import { ChangeList } from "../../src/pages/PageOverview.tsx"
import { changesKey } from "../../src/pages/pageQueries.ts"
import { changeRecord, makePage, pageDetails, pageRow, type WatchedPage } from "../pageRecords.ts"
import { monitorFieldNames } from "../records.ts"
import { render } from "./render.tsx"

const list = async (page: WatchedPage) => {
  queryClient.setQueryData(keys.monitors, { fields: monitorFieldNames, tags: [], rows: [pageRow(page)] })
  queryClient.setQueryData(["account"], { role: "owner", email: "ann@example.com", planExpiresAt: null })
  return (await render(<PageList />)).screen
}

it.each<[string, WatchedPage, string]>([
  ["was read and has nothing new", makePage(3), "Active"],
  ["has changes that nobody has seen", makePage(0), "Changed"],
  ["could not be read", makePage(2), "Error"],
  ["is paused", makePage(4), "Paused"],
  ["has no result", { ...makePage(1), state: "unknown" }, "No result yet"]
])("the mark of a page that %s says so", async (_, page, label) => {
  const screen = await list(page)
  await expect.element(screen.getByRole("img", { name: label })).toBeVisible()
})

it("a page without a stored change has none that is known", async () => {
  const screen = await list(makePage(1))
  await expect.element(screen.getByText("none known")).toBeVisible()
})

it("a change says in how many places, and how much is unchanged, rounded down", async () => {
  const change = { ...changeRecord(makePage(0), 0), changeCount: 1, similarity: 0.98 }
  const { screen } = await render(<ChangeList id="page-0" changes={[change]} />)
  await expect.element(screen.getByText("1 place · 98% of the compared text is unchanged")).toBeVisible()
})

it("the changes of a page are counted since it was added", async () => {
  const page = { ...pageDetails(makePage(0)), changeCount: 2, createdAt: "2026-11-01T12:00:00.000Z" }
  queryClient.setQueryData(["url", "page-0", "record"], page)
  queryClient.setQueryData(changesKey("page-0"), [changeRecord(makePage(0), 0), changeRecord(makePage(0), 1)])
  const { screen } = await render(<PageDetail id="page-0" tab="changes" />)
  await expect.element(screen.getByText(/^2 since 1 Nov/u)).toBeVisible()
})
