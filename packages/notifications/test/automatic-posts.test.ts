import { describe, expect, it } from "vitest"
import { automaticText } from "../src/statusPages/automaticText.ts"

describe("a text that Mon posts by itself", () => {
  it("names the components of the page in its language", () => {
    const about = { kind: "incident", state: "investigating", components: ["Checkout", "Search", "Mail"] } as const
    expect(automaticText({ ...about, language: "en" })).toEqual({
      title: "Problem with Checkout, Search and Mail",
      body: "Our monitoring found a problem with Checkout, Search and Mail."
    })
    expect(automaticText({ ...about, language: "de" }).title).toBe("Störung: Checkout, Search und Mail")
  })

  it("has a title that a post can have, however many components there are", () => {
    const components = Array.from({ length: 200 }, (_, index) => `Component ${index}`)
    const about = { kind: "incident", state: "investigating", language: "en", components } as const
    expect(automaticText(about).title).toBe("Problem with Component 0")
    expect(automaticText({ ...about, components: ["x".repeat(300)] }).title).toHaveLength(150)
  })
})
