import type { PagePreview } from "@mon/model"
import { describe, expect, it } from "vitest"
import { PreviewPanel } from "../../src/monitors/PreviewPanel.tsx"
import { previewOf } from "../previewRecords.ts"
import { render } from "./render.tsx"

const url = "https://shop.example.com/prices"
const expectation = { expect: [{ text: "In stock" }] }
const headers = { request: { headers: { "X-Key": "***" } } }

const open = async (answer: PagePreview, language: "en" | "de" = "en") => {
  const { screen } = await render(
    <PreviewPanel addresses={[url]} options={{}} ask={() => Promise.resolve(answer)} onProblem={() => undefined} />,
    language
  )
  await screen.getByRole("button").first().click()
  return screen
}

const of = (body: Readonly<Record<string, unknown>>) => previewOf({ url, ...body }) as PagePreview
const unmade = { code: "prober_fault", message: "The check did not finish in time." }
const empty = { title: null, lineCount: 0, lines: [], leftOut: [] } as const

describe("a preview of a page", () => {
  it.each<readonly [string, PagePreview, string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    [
      "its outcome and what is compared",
      of({ ignoreLines: [{ text: "visitors" }] }),
      "Active · HTTP 200 · 184 ms · 4 lines are compared",
      ["4 + 20 + 40 + 100 + 20", "https://shop.example.com/prices", "Starter: 39 EUR", "Lines to ignore: 1 line"],
      ["The page's text is not shown"]
    ],
    [
      "the expectation that the page does not meet, and the lines that it has",
      of(expectation),
      "The response is not as expected · HTTP 200 · 184 ms",
      ["Not met: the text “In stock” · not found", "Starter: 39 EUR"],
      ["are compared", "The page's text is not shown"]
    ],
    [
      "no text of the answer to a request with secrets, only numbers of lines",
      of({ ...headers, exclude: [".other"] }),
      "Active · HTTP 200 · 184 ms · 4 lines are compared",
      ["The page's text is not shown", "Parts to ignore: 1 line is excluded"],
      ["Starter: 39 EUR"]
    ],
    [
      "the option that the page does not fit",
      of({ include: ["#none"] }),
      "A chosen part is not on the page · HTTP 200 · 184 ms",
      ["Nothing on the page matches #none.", "To compare the page, remove “Parts to compare”."],
      ["The page's text is not shown"]
    ],
    [
      "that the check could not be made",
      {
        ...of({}),
        ...empty,
        status: "unknown",
        error: unmade,
        statusCode: null,
        responseTimeMs: null,
        contentType: null
      },
      "No result, because Mon could not run the check",
      ["The check did not finish in time."],
      ["No result yet", "are compared", "HTTP"]
    ],
    ["that it is slow", { ...of({}), slow: true }, "Active · HTTP 200 · 184 ms · Slow · 5 lines are compared", [], []]
  ])("says %s", async (_, answer, status, shown, hidden) => {
    const screen = await open(answer)
    await expect.element(screen.getByRole("status")).toHaveTextContent(status)
    const panel = screen.getByRole("region", { name: "Preview" }).element().textContent
    for (const text of shown) expect(panel).toContain(text)
    for (const text of hidden) expect(panel).not.toContain(text)
  })

  it("has German words", async () => {
    const screen = await open(of({ ...expectation, ...headers }), "de")
    await expect.element(screen.getByText("Nicht erfüllt:")).toBeVisible()
    await expect.element(screen.getByText("Der Text der Seite ist nicht zu sehen")).toBeVisible()
  })
})
