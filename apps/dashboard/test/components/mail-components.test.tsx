import { expect, it } from "vitest"
import { Components } from "../../src/mailReport/Components.tsx"
import { reportOf } from "../mailRecords.ts"
import { render } from "./render.tsx"

type Report = Parameters<typeof Components>[0]["report"]

const check = (listId: string) => ({ listId, list: listId, target: "192.0.2.1", status: "clear" })

it.each([
  ["en", [], "ok", "not queried · 0 lists · 10%"],
  ["de", [], "ok", "nicht befragt · 0 Listen · 10"],
  ["en", [], "unknown", "no answer · 0 lists"],
  ["en", [check("one")], "ok", "fine · 1 list ·"],
  ["en", [check("one"), check("one"), check("two")], "ok", "fine · 2 lists ·"]
] as const)(
  "the blacklists of a report say how many were asked: %s, %j, %s",
  async (language, checked, status, text) => {
    const report = reportOf("shop.example", false)
    const shown = { ...report, blacklist: { ...report.blacklist, checked, status } } as unknown as Report
    const { screen } = await render(<Components report={shown} />, language)
    expect(screen.getByRole("listitem").last().element().textContent).toContain(text)
  }
)
