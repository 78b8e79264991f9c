import { hasControlCharacters } from "@mon/model"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { type ConfigDocument, readConfig, writeConfig } from "../src/index.ts"
import { wholeFile } from "./wholeFile.ts"

const document = wholeFile as unknown as ConfigDocument

const readBack = (source: string): ConfigDocument => {
  const reading = readConfig(source)
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults))
  return reading.document
}

it("writes what it reads, as YAML and as JSON", () => {
  const yaml = writeConfig(document, { schemaUrl: "https://mon.example/api/v1/config/schema" })
  expect(yaml.split("\n")[0]).toBe("# yaml-language-server: $schema=https://mon.example/api/v1/config/schema")
  expect(readBack(yaml)).toEqual(document)
  expect(readBack(writeConfig(document, { format: "json" }))).toEqual(document)
  expect(writeConfig(readBack(yaml))).toBe(writeConfig(document))
})

it("orders sections, fields and keys, but not routes", () => {
  const route = { name: "R", steps: [{ afterMinutes: 0, targets: ["email"] }] }
  const mixed = {
    routes: { z: route, a: route },
    tags: { z: { color: "#ffffff", name: "Z" }, a: { name: "A" } },
    project: "acme",
    version: 1
  } as const
  expect(writeConfig(mixed)).toBe(`version: 1
project: acme
tags:
  a:
    name: A
  z:
    name: Z
    color: "#ffffff"
routes:
  z:
    name: R
    steps:
      - afterMinutes: 0
        targets:
          - email
  a:
    name: R
    steps:
      - afterMinutes: 0
        targets:
          - email
`)
})

/** Texts that YAML would read as something else, unless they are quoted. */
const tricky = [
  "yes",
  "null",
  "~",
  "0x1F",
  "1e3",
  "12:30",
  "- a",
  "a: b",
  "# c",
  "a #b",
  "[",
  "{",
  "*a",
  "&a",
  "!x",
  "%",
  "@",
  "`",
  "|",
  ">",
  "'",
  '"',
  "<<",
  "---",
  "...",
  " x ",
  "\\",
  "é",
  "🏢"
]
const lines = fc.array(fc.oneof(fc.constantFrom(...tricky), fc.string({ maxLength: 20, unit: "grapheme" })), {
  maxLength: 5
})

it("writes any text so that it reads the same", () => {
  fc.assert(
    fc.property(lines, lines, (first, second) => {
      const name = first.join("").trim().slice(0, 60)
      const body = second.join("\n")
      fc.pre(name !== "" && !hasControlCharacters(name) && !second.some(hasControlCharacters))
      const file = {
        version: 1,
        project: "acme",
        domains: { shop: { url: "a.example", name, request: { method: "POST", body: `x${body}` } } }
      } as const
      expect(readBack(writeConfig(file))).toEqual(file)
      expect(readBack(writeConfig(file, { format: "json" }))).toEqual(file)
    }),
    { numRuns: 500 }
  )
})
