import type { ReportGroup } from "@mon/import"
import { englishIn } from "@mon/tooling/english"
import { expect, it } from "vitest"
import { Found, LostChannels, Reasons } from "../../src/configFile/ImportReportView.tsx"
import { Note } from "../../src/configFile/Note.tsx"
import { render } from "./render.tsx"

/** Returns the texts of an element, one for each piece of text between tags. */
const textsIn = (element: Element): ReadonlyArray<string> => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Array<string> = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode.textContent ?? "")
  return texts
}

const group: ReportGroup = {
  kind: "monitor",
  id: "1",
  name: "Shop",
  path: "domains.gatus-shop",
  reason: null,
  missingKind: null,
  unset: [],
  lines: [
    { field: "url", outcome: "carried", to: "url", note: null },
    { field: "group", outcome: "changed", to: "tags", note: "The monitor has the tag web." },
    {
      field: "(default interval)",
      outcome: "changed",
      to: "(channel and route)",
      note: "Mon only supports whole seconds."
    },
    { field: "oauth2", outcome: "left_out", to: null, note: "Mon does not request OAuth tokens." }
  ]
}
const reason = 'It has no address. The address is "".'
const unnamed: ReportGroup = { ...group, id: "line 7", name: "line 7", path: null, reason, lines: [] }

it("a report of an import is German on a German screen", async () => {
  const { screen } = await render(
    <>
      <Found counts={[{ kind: "monitor", imported: 1, leftOut: 1 }]} fields={{ carried: 1, changed: 2, leftOut: 1 }} />
      <LostChannels lostChannels={[{ name: "Radio", reason: "Mon has no channel for radio.", monitors: ["Shop"] }]} />
      <Reasons groups={[group, unnamed]} />
    </>,
    "de"
  )
  await expect.element(screen.getByText("Der Monitor hat den Tag web.")).toBeVisible()
  await expect.element(screen.getByText("Zeile 7")).toBeVisible()
  await expect.element(screen.getByText("(Standardintervall)")).toBeVisible()
  await expect.element(screen.getByText("(Kanal und Weg)")).toBeVisible()
  expect(englishIn(textsIn(screen.element()))).toEqual([])
  expect(screen.element().querySelectorAll("[lang=en]").length).toBe(0)
})

it("a note that nobody has translated is marked as English, and a name is not", async () => {
  const { screen } = await render(
    <ul>
      <li>
        <Note text="Mon sings." />
      </li>
      <li>
        <Note isName text="customHttpHeaders" />
      </li>
    </ul>,
    "de"
  )
  await expect.element(screen.getByText("Mon sings.")).toHaveAttribute("lang", "en")
  await expect.element(screen.getByText("customHttpHeaders")).not.toHaveAttribute("lang")
})
