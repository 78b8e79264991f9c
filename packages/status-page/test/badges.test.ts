import { Ajv } from "ajv"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { describe, expect, it } from "vitest"
import { pageFiles, type StatusPageDocument } from "../src/index.ts"
import { fullPage, idOf, makeComponent, makeDays, makePage } from "./examplePage.ts"

/**
 * The JSON Schema of the responses that shields.io accepts from an endpoint, made from its Joi schema, which refuses
 * unknown fields.
 */
const shieldsSchema = {
  type: "object",
  properties: {
    schemaVersion: { const: 1 },
    label: { type: "string" },
    message: { type: "string", minLength: 1 },
    color: { type: "string" },
    labelColor: { type: "string" },
    isError: { type: "boolean" },
    namedLogo: { type: "string" },
    logoSvg: { type: "string" },
    logoColor: { type: "string" },
    style: { type: "string" },
    cacheSeconds: { type: "integer", minimum: 0 }
  },
  required: ["schemaVersion", "label", "message"],
  additionalProperties: false
}

const bodyOf = (document: StatusPageDocument, path: string): string => pageFiles(document).get(path)?.().body ?? ""

const badgePaths = (document: StatusPageDocument, suffix: string) =>
  [...pageFiles(document).keys()].filter((path) => path.startsWith("badge") && path.endsWith(suffix))

describe("badges", () => {
  it("exist for the page, each component, and the uptime of those with days", () => {
    expect(badgePaths(fullPage, ".svg")).toHaveLength(1 + 5 + 3)
    expect(badgePaths(fullPage, ".json")).toHaveLength(1 + 5 + 3)
  })

  it("are images that XML parsers accept, also with hostile names", () => {
    const name = `<script>&"'\u0000 ${"W".repeat(500)}`
    const document = makePage({ ...fullPage, name, components: [makeComponent(1, { name })] })
    for (const path of badgePaths(document, ".svg")) {
      const svg = bodyOf(document, path)
      expect(XMLValidator.validate(svg), svg).toBe(true)
      expect(svg).not.toContain("<script")
      const image = new XMLParser({ ignoreAttributes: false }).parse(svg)
      expect(Number(image.svg["@_width"])).toBeLessThan(1_500)
    }
  })

  it.each([
    ["badge.svg", "badge"],
    [`badge/${idOf(2, 1)}/uptime.svg`, "uptime-badge"]
  ])("are drawn like the golden file: %s", async (path, name) => {
    await expect(bodyOf(fullPage, path)).toMatchFileSnapshot(`golden/${name}.svg`)
  })

  it("are endpoints that shields.io accepts", () => {
    const isValid = new Ajv().compile(shieldsSchema)
    for (const path of badgePaths(fullPage, ".json"))
      expect(isValid(JSON.parse(bodyOf(fullPage, path))), JSON.stringify(isValid.errors)).toBe(true)
    expect(JSON.parse(bodyOf(fullPage, "badge.json"))).toEqual({
      schemaVersion: 1,
      label: "Acme",
      message: "Minor Service Outage",
      color: "a85400",
      labelColor: "3d434b",
      cacheSeconds: 300
    })
  })

  it.each([
    [100, "1a7f37"],
    [99.5, "1a7f37"],
    [99.49, "a85400"],
    [98, "a85400"],
    [97.99, "b42318"],
    [null, "5d646d"]
  ])("are green only for a good uptime, and grey without one: %s", (uptimePercent, color) => {
    const component = makeComponent(1, { uptimePercent })
    const badge = bodyOf(makePage({ components: [component] }), `badge/${component.id}/uptime.json`)
    expect(JSON.parse(badge)).toMatchObject({ color, message: uptimePercent === null ? "–" : `${uptimePercent} %` })
  })

  it("say the uptime of the days that the page shows, in its language", () => {
    const component = makeComponent(1, {
      name: "Shop",
      days: makeDays(90, (ago) => (ago === 5 ? { down: 8_000 } : {}))
    })
    const path = `badge/${component.id}/uptime.json`
    const document = makePage({ components: [component] })
    expect(JSON.parse(bodyOf(document, path))).toMatchObject({ label: "Shop uptime 90d", message: "99.89 %" })
    expect(JSON.parse(bodyOf({ ...document, language: "de" }, path))).toMatchObject({ message: "99,89 %" })
  })
})
