import { expect, it } from "vitest"
import { userEvent } from "vitest/browser"
import type { Monitor } from "../../src/api/monitors.ts"
import { DomainTable } from "../../src/domains/DomainTable.tsx"
import { certProblem as german } from "../../src/words/faults.de.ts"
import { certProblem as english } from "../../src/words/faults.en.ts"
import { render } from "./render.tsx"

const monitor: Monitor = {
  id: "d1",
  kind: "domain",
  name: "Shop",
  host: "shop.example",
  state: "up",
  since: 0,
  responseMs: 100,
  uptime30: 100,
  certDays: 90,
  certProblem: null,
  regDays: 300,
  grade: "A",
  code: null,
  canWrite: true,
  tags: [],
  unseen: 0,
  flapping: null,
  contentFault: null,
  isContentFaultCertain: false,
  isRemarkOnly: false,
  changedAt: null,
  acknowledgedBy: null,
  maintenanceUntil: null
}

const nothing = () => undefined
const selection = { ids: [], has: () => false, toggle: nothing, all: nothing, clear: nothing }

it.each([
  ["en", english],
  ["de", german]
] as const)("no problem of a certificate leaves its column of the list: %s", async (language, problems) => {
  const codes = Object.keys(problems)
  const { screen } = await render(
    <DomainTable shown={codes.map((code) => ({ ...monitor, id: code, certProblem: code }))} selection={selection} />,
    language
  )
  const cells = codes.map((_, index) =>
    screen
      .getByRole("row")
      .nth(index + 1)
      .getByRole("cell")
      .nth(4)
      .element()
  )
  const tooWide = cells.filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)
  const tooHigh = cells.filter((cell) => cell.getBoundingClientRect().height > 46)
  expect([...tooWide, ...tooHigh].map(({ textContent }) => textContent)).toEqual([])
  expect(cells.map(({ textContent }) => textContent)).toEqual(Object.values(problems))
})

it("shows the whole of a long name to who points at it, and to who reaches it with the keyboard", async () => {
  const name = "Customers of the northern branch, shop and booking ".repeat(3).trim()
  const { screen } = await render(<DomainTable shown={[{ ...monitor, name }]} selection={selection} />, "en")
  const link = screen.getByRole("link", { name })
  const isCut = (): boolean => {
    const { clientWidth, scrollWidth } = link.element()
    return scrollWidth > clientWidth
  }
  expect(isCut()).toBe(true)
  await link.hover()
  expect(isCut()).toBe(false)
  await link.unhover()
  await userEvent.tab()
  while (document.activeElement !== link.element() && document.activeElement !== document.body) await userEvent.tab()
  expect(isCut()).toBe(false)
})
