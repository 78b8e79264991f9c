import axe from "axe-core"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import Add from "../../src/add/Add.tsx"
import { keys, queryClient } from "../../src/api/queries.ts"
import NewOfKind from "../../src/kinds/KindForm.tsx"
import { accountOf, monitorFieldNames } from "../records.ts"
import { render } from "./render.tsx"

const asked = vi.fn<typeof fetch>()
const noMonitors = { fields: monitorFieldNames, tags: [], rows: [] }

beforeEach(() => {
  asked.mockReset()
  asked.mockImplementation((path) =>
    Promise.resolve(Response.json({ success: true, data: String(path).endsWith("/monitors") ? noMonitors : [] }))
  )
  vi.stubGlobal("fetch", asked)
  queryClient.setQueryData(keys.monitors, noMonitors)
  queryClient.setQueryData(["account"], accountOf(3))
  queryClient.setQueryData(["tags"], [])
})
afterEach(() => void vi.unstubAllGlobals())

describe("adding a monitor", () => {
  it("asks what it is, and has no accessibility problem", async () => {
    const { screen } = await render(<Add />)
    const links = [
      ...screen.getByRole("navigation", { name: "What do you want to monitor?" }).element().querySelectorAll("a")
    ]
    expect(links.map((link) => [link.querySelector("b")?.textContent, link.getAttribute("href")])).toEqual([
      ["A site", "/add"],
      ["A page", "/add?kind=page"],
      ["A job", "/heartbeats/new"],
      ["A server", "/services/new"],
      ["A mail server", "/services/new?type=smtp"],
      ["A database", "/services/new?type=postgres"]
    ])
    const { violations } = await axe.run(screen.element(), { runOnly: ["wcag2a", "wcag2aa", "wcag21aa"] })
    expect(violations.map(({ help }) => help)).toEqual([])
  })

  it("offers to add the address of a service as a service, with its password only in memory", async () => {
    const { history, redraw, screen } = await render(<Add />)
    await screen.getByRole("textbox", { name: "Which sites?" }).fill("postgres://mon:pw@db.example.com/shop")
    await expect.element(screen.getByText("not of a site: PostgreSQL.")).toBeVisible()
    await screen.getByRole("button", { name: "Add it as a service" }).click()
    expect(history.at(-1)).toBe("/services/new")
    await redraw(<NewOfKind kind="service" />)
    await expect.element(screen.getByText("Recognised: PostgreSQL.")).toBeVisible()
    await expect.element(screen.getByRole("textbox", { name: "Address", exact: true })).toHaveValue("db.example.com")
    await expect.element(screen.getByRole("textbox", { name: "Password" })).toHaveValue("pw")
  })

  it("offers to add a line of a crontab as a job", async () => {
    const { history, redraw, screen } = await render(<Add />, "de")
    await screen.getByRole("textbox", { name: "Welche Websites?" }).fill("0 3 * * * /usr/local/bin/backup")
    await screen.getByRole("button", { name: "Als Job hinzufügen" }).click()
    expect(history.at(-1)).toBe("/heartbeats/new")
    await redraw(<NewOfKind kind="heartbeat" />)
    await expect.element(screen.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("backup")
    await expect.element(screen.getByRole("textbox", { name: "Cron-Ausdruck" })).toHaveValue("0 3 * * *")
  })

  it("begins with the type that the answer names", async () => {
    const { screen } = await render(<NewOfKind kind="service" />, "en", "/services/new?type=smtp")
    const type = screen.getByRole("combobox", { name: "Type of the service" }).element() as HTMLSelectElement
    expect(type.selectedOptions[0]?.textContent).toBe("SMTP (outgoing mail)")
    const current = screen.getByRole("navigation").element().querySelector("[aria-current]")
    expect(current?.querySelector("b")?.textContent).toBe("A mail server")
    await expect.element(screen.getByText("Not saved")).not.toBeInTheDocument()
    await screen.getByRole("textbox", { name: "Address", exact: true }).fill("mail.example.com")
    await screen.getByRole("button", { name: "Create the service" }).click()
    await expect
      .poll(() => asked.mock.calls.map(([, init]) => init?.body).filter((body) => body !== undefined))
      .toContain('{"check":{"type":"smtp","target":"mail.example.com"}}')
  })
})
