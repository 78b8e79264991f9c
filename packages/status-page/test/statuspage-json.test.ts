import { Ajv } from "ajv"
import addFormats from "ajv-formats"
import { describe, expect, it } from "vitest"
import { pageFiles, type StatusPageDocument } from "../src/index.ts"
import { fullPage, idOf, largePage, makeComponent, makePage, plannedPost } from "./examplePage.ts"
import { statuspageSchemas } from "./statuspage.schema.ts"

const ajv = addFormats.default(new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }))

// oxlint-disable-next-line typescript/no-explicit-any -- the answers are judged by the schema
const answer = (name: string, document: StatusPageDocument): any =>
  JSON.parse(pageFiles(document).get(`api/v2/${name}.json`)?.().body ?? "")

const active: StatusPageDocument = {
  ...fullPage,
  updatedAt: "2026-11-29T02:00:00.000Z",
  posts: [
    { ...plannedPost, state: "in_progress" },
    { ...plannedPost, id: idOf(3, 9), state: "cancelled" }
  ]
}

describe("the public JSON of Statuspage", () => {
  const documents = { empty: makePage(), full: fullPage, large: largePage(50, 0.3), active }
  for (const [name, document] of Object.entries(documents)) {
    it.each(Object.entries(statuspageSchemas))(`fits the schema of %s.json: ${name}`, (path, schema) => {
      const isValid = ajv.compile(schema)
      expect(isValid(answer(path, document)), JSON.stringify(isValid.errors)).toBe(true)
    })
  }

  it("lists the components of a group, and the group among the components", () => {
    const { components } = answer("components", fullPage)
    const group = components.find((one: { group: boolean }) => one.group)
    expect(group).toMatchObject({ name: "Shop", status: "degraded_performance", group_id: null })
    expect(group.components).toEqual([idOf(2, 1), idOf(2, 2)])
  })

  it("has only open incidents in the summary, and all in the list", () => {
    expect(answer("summary", fullPage).incidents).toHaveLength(1)
    expect(answer("incidents/unresolved", fullPage).incidents).toHaveLength(1)
    expect(answer("incidents", fullPage).incidents).toHaveLength(2)
  })

  it("divides maintenance by what is active now, with windows beside posts", () => {
    const names = (path: string, document: StatusPageDocument) =>
      answer(path, document).scheduled_maintenances.map((one: { name: string }) => one.name)
    expect(names("scheduled-maintenances/upcoming", fullPage)).toEqual([
      "Planned maintenance",
      "Move to new servers",
      "Planned maintenance"
    ])
    expect(names("scheduled-maintenances/active", fullPage)).toEqual([])
    expect(names("scheduled-maintenances/active", active)).toEqual(["Planned maintenance", "Move to new servers"])
    expect(answer("scheduled-maintenances", active).scheduled_maintenances.at(-1).status).toBe("completed")
  })

  it("has no state for what nobody watches, so it says so in words only", () => {
    const unwatched = makePage({ components: [makeComponent(1, { state: "unknown" })] })
    expect(answer("components", unwatched).components).toMatchObject([{ status: "operational" }])
    expect(answer("status", unwatched).status).toEqual({ indicator: "none", description: "Not Monitored" })
  })

  it("describes the state in English whatever the language of the page", () => {
    expect(answer("status", { ...fullPage, language: "de" }).status.description).toBe("Minor Service Outage")
  })
})
