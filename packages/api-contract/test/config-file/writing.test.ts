import { hasControlCharacters } from "@mon/model"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { parse } from "yaml"
import { type ConfigDocument, readConfig, writeConfig } from "../../src/config-file/index.ts"
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

/** Texts that YAML would read as another type, unless they are quoted. */
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

/** Texts that have another meaning in YAML 1.1 (https://yaml.org/type). */
const older =
  "y|Y|yes|Yes|YES|on|On|ON|n|N|no|No|NO|off|Off|OFF|true|False|~|null|Null|10:00|1:30|190:20:30|-2:30|23:59:59|1:30.5|2027-01-01|2027-1-1|2027-01-01T10:00:00Z|2027-01-01 10:00:00|2001-12-14t21:59:43.10-05:00|0b1010|0777|0o17|0x1F|1_000|0x_0A|1_000.5|685.230_15e+03|.5|1.|+1.5|-.5|1e3|1.2.3|192.0.2.1|.inf|-.INF|.NaN|=|<<|0|007|+1|1,000".split(
    "|"
  )

it("writes a text so that a reader of YAML 1.1 reads it as one, too, as a value and as a key", () => {
  for (const text of older) {
    const domain = { url: "a.example", name: text, expect: [{ text }], request: { headers: { [text]: text } } }
    const file = { version: 1, project: "acme", tags: { no: { name: text } }, domains: { on: domain } }
    const yaml = writeConfig(file as unknown as ConfigDocument)
    expect([text, parse(yaml, { version: "1.1" })]).toEqual([text, file])
    expect([text, parse(yaml)]).toEqual([text, file])
    expect(yaml).toContain(`name: ${JSON.stringify(text)}`)
  }
})

it("quotes nothing that needs no quotes", () => {
  const file = {
    version: 1,
    project: "acme",
    domains: { shop: { url: "https://a.example", name: "Shop on 5th, v1.2.3" } }
  }
  expect(writeConfig(file as unknown as ConfigDocument)).not.toMatch(/["']/u)
})
