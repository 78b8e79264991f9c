import type { PageChange } from "@mon/model"
import { describe, expect, it, vi } from "vitest"
import { TextDiff } from "../../src/pages/TextDiff.tsx"
import { render } from "./render.tsx"

const hunks: PageChange["hunks"] = [
  {
    oldStart: 4,
    oldLines: 2,
    newStart: 4,
    newLines: 3,
    lines: [
      { op: "equal", text: "Prices", spans: null },
      {
        op: "delete",
        text: "$15 per month",
        spans: [
          { op: "equal", text: "$" },
          { op: "delete", text: "15" },
          { op: "equal", text: " per month" }
        ]
      },
      {
        op: "insert",
        text: "$19 per month",
        spans: [
          { op: "equal", text: "$" },
          { op: "insert", text: "19" },
          { op: "equal", text: " per month" }
        ]
      },
      { op: "insert", text: "<b>New</b>", spans: null }
    ]
  }
]

const shownRows = () =>
  [...document.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map(({ textContent }) => textContent.replace("⊘", ""))
  )

type View = Parameters<typeof TextDiff>[0]["view"]

const open = (view: View, language: "en" | "de" = "en", onIgnore: (key: string) => void = () => undefined) =>
  render(<TextDiff hunks={hunks} view={view} onIgnore={onIgnore} />, language)

describe("the comparison of two texts", () => {
  it("has the versions beside each other, with their numbers and the changed words", async () => {
    const { screen } = await open("side")
    await expect.element(screen.getByRole("columnheader", { name: "Before" })).toBeVisible()
    expect(shownRows()).toEqual([
      ["3 unchanged lines"],
      ["4", "Prices", "4", "Prices"],
      ["5", "−removed: $15 per month", "5", "+added: $19 per month"],
      ["", "", "6", "+added: <b>New</b>"]
    ])
    expect(document.querySelector("del")?.textContent).toBe("15")
    expect(document.querySelector("ins")?.textContent).toBe("19")
  })

  it("has them below each other, the removed line first", async () => {
    await open("inline")
    expect(shownRows()).toEqual([
      ["3 unchanged lines"],
      ["4", "Prices"],
      ["5", "−removed: $15 per month"],
      ["5", "+added: $19 per month"],
      ["6", "+added: <b>New</b>"]
    ])
  })

  it("has only what changed, in German for a German viewer", async () => {
    await open("changed", "de")
    expect(shownRows()).toEqual([
      ["5", "−entfernt: $15 per month"],
      ["5", "+neu: $19 per month"],
      ["6", "+neu: <b>New</b>"]
    ])
  })

  it("offers to ignore lines like a changed one", async () => {
    const onIgnore = vi.fn<(key: string) => void>()
    const { screen } = await open("inline", "en", onIgnore)
    const buttons = screen.getByRole("button")
    expect(buttons.elements()).toHaveLength(3)
    await buttons.first().click()
    expect(onIgnore).toHaveBeenCalledExactlyOnceWith("delete 5")
  })
})
