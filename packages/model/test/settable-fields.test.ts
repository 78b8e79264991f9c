import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import {
  Domain,
  domainDefaults,
  domainFields,
  type MonitorFields,
  pageDefaults,
  pageFields,
  PageMonitor
} from "../src/index.ts"

const tables: ReadonlyArray<readonly [string, MonitorFields, Readonly<Record<string, unknown>>, object]> = [
  ["domain", domainFields, domainDefaults, Domain.fields],
  ["URL monitor", pageFields, pageDefaults, PageMonitor.fields]
]

describe.each(tables)("the settable fields of a %s", (_, fields, defaults, record) => {
  const entries = Object.entries(fields)

  it.each(entries)("%s names itself in its error message", (name, { input }) => {
    const decode = Schema.decodeUnknownSync(input as Schema.Codec<unknown>)
    // The decoder of requests puts the name before a sentence that begins with "must".
    expect(() => decode(Symbol("no value"))).toThrow(new RegExp(`^(?:${name} )?must be `, "u"))
  })

  it("are all in the record, each with a column of its own", () => {
    expect(Object.keys(record)).toEqual(expect.arrayContaining(Object.keys(fields)))
    expect(new Set(entries.map(([, { column }]) => column)).size).toBe(entries.length)
  })

  it.each(Object.entries(defaults))("%s takes its own default", (name, value) => {
    const field = fields[name]
    expect(field !== undefined && Schema.is(field.input)(value) && Schema.is(field.output)(value)).toBe(true)
  })
})
