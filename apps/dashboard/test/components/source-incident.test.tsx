import { beforeEach, describe, expect, it } from "vitest"
import { queryClient } from "../../src/api/queries.ts"
import IncidentPage from "../../src/incident/IncidentPage.tsx"
import { sourceIncidentPath } from "../../src/alerts/sourceIncidentPath.ts"
import { accountOf } from "../records.ts"
import { detailsOfTool, makeSourceIncidents } from "../sourceRecords.ts"
import { render } from "./render.tsx"

const account = (changes: object) => queryClient.setQueryData(["account"], { ...accountOf(1), ...changes })

const open = (id: string) => render(<IncidentPage id={id} />, "en", sourceIncidentPath(id))

describe("an alert of another tool", () => {
  beforeEach(() => {
    queryClient.setQueryData(["channel-kinds", "en"], [])
    for (const incident of makeSourceIncidents())
      queryClient.setQueryData(["incident", incident.id, "tool"], detailsOfTool(incident))
  })

  it("is shown as text, with a link that gives nothing to the other page", async () => {
    account({})
    const { screen } = await open("tool-1")
    await expect
      .element(screen.getByRole("heading", { level: 1 }))
      .toHaveTextContent("Disk almost full on db1 <b>now</b>")
    await expect.element(screen.getByRole("img", { name: "Open, severity: Critical" })).toHaveClass(/down/u)
    const link = screen.getByRole("link", { name: /^https:\/\/prometheus/u })
    await expect.element(link).toHaveAttribute("rel", "noreferrer noopener nofollow")
    await expect.element(screen.getByText("8 times, last")).toBeVisible()
    await expect.element(screen.getByRole("link", { name: /^Prometheus$/u })).toHaveAttribute("href", "/alert-sources")
  })

  it("has no link if the tool sent something else than an address of the web", async () => {
    account({})
    const { screen } = await open("tool-2")
    await expect.element(screen.getByText("See the runbook")).toBeVisible()
    await expect.element(screen.getByText("in Prometheus")).toBeVisible()
    expect(screen.getByText("javascript").elements()).toEqual([])
  })

  it.each<[who: string, changes: object, isOffered: boolean]>([
    ["an editor", { role: "member", memberRole: "editor" }, true],
    ["a viewer, who gets a sentence instead", { role: "member", memberRole: "viewer" }, false]
  ])("is acknowledged by %s", async (_, changes, isOffered) => {
    account(changes)
    const { screen } = await open("tool-1")
    await expect.element(screen.getByText("What the tool reported")).toBeVisible()
    expect(screen.getByRole("button", { name: "Acknowledge" }).elements()).toHaveLength(isOffered ? 1 : 0)
    expect(screen.getByText("You can read this alert, but not acknowledge it.").elements()).toHaveLength(
      isOffered ? 0 : 1
    )
    expect(screen.getByRole("link", { name: /^Prometheus$/u }).elements()).toEqual([])
  })

  it("that is over cannot be acknowledged", async () => {
    account({})
    const { screen } = await open("tool-3")
    await expect.element(screen.getByRole("heading", { name: "Load too high" })).toBeVisible()
    const mark = screen.getByRole("img", { name: "Over, severity: Info" })
    await expect.element(mark).toHaveClass(/paused/u)
    expect(screen.getByRole("button", { name: "Acknowledge" }).elements()).toEqual([])
  })
})
