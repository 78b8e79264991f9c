import { describe, expect, it } from "vitest"
import { queryClient } from "../../src/api/queries.ts"
import { MailExtras } from "../../src/mailReport/MailExtras.tsx"
import type { Report } from "../../src/mailReport/mailQueries.ts"
import { Repairs } from "../../src/mailReport/Repairs.tsx"
import { Found } from "../../src/mailReport/ReportParts.tsx"
import { reportOf } from "../mailRecords.ts"
import { repairsOf } from "../repairRecords.ts"
import { render } from "./render.tsx"

const known = reportOf("shop.example", true) as Report

const lookup = (listId: string, status: "clear" | "unknown") =>
  ({ listId, list: listId, target: "192.0.2.1", status }) as never

describe("the report about the email of a domain", () => {
  it("counts the lists that answered that the domain is not on them", async () => {
    const checked = [lookup("a", "clear"), lookup("a", "clear"), lookup("b", "clear"), lookup("c", "unknown")]
    const { screen } = await render(
      <Found report={{ ...known, blacklist: { ...known.blacklist, checked, listings: [] } }} />
    )
    await expect.element(screen.getByText("clear on 2 lists")).toBeVisible()
  })

  it.each([
    [true, "met"],
    [false, "missing"],
    [null, "not checked"]
  ] as const)("says whether a rule of a provider is met: %s", async (met, text) => {
    const bulkSender = known.extras.bulkSender.map((rule) => ({ ...rule, met }))
    const { screen } = await render(<MailExtras extras={{ ...known.extras, bulkSender }} />)
    const cells = screen.getByRole("cell").elements()
    expect(new Set(cells.map(({ textContent }) => textContent).filter((cell) => cell !== "–"))).toEqual(new Set([text]))
  })

  const closed = repairsOf("shop.example").filter(({ state }) => state === "closed")
  it.each([
    ["none is stored", [], "No problems found yet."],
    ["all are closed", closed, "Nothing is open."]
  ])("says what became of problems, if %s", async (_, repairs, sentence) => {
    queryClient.setQueryData(["domain", "d1", "email-health", "repairs"], repairs)
    const { screen } = await render(<Repairs id="d1" />)
    await expect.element(screen.getByText(sentence)).toBeVisible()
  })
})
