import { layerSqlClient } from "@mon/core-store"
import { createTestDatabase } from "@mon/core-store/testing"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { describeConnections, examineDatabaseConnections } from "../src/doctor/connections.ts"
import { readSettings } from "../src/Settings.ts"

const direct = { isPooled: false, preparesStatements: true, signals: "arrive", replica: null } as const

describe("the doctor of connections", () => {
  it("is content with a direct connection", async () => {
    const database = await createTestDatabase()
    try {
      expect(
        await Effect.runPromise(Effect.provide(examineDatabaseConnections, layerSqlClient({ url: database.url })))
      ).toMatchObject([
        { state: "ok", subject: "connections" },
        { state: "ok", subject: "signals" }
      ])
    } finally {
      await database.drop()
    }
  })

  it("names the settings that a pooler needs", () => {
    expect(describeConnections({ ...direct, isPooled: true, signals: "pooled" })).toMatchObject([
      { state: "warn", detail: expect.stringContaining("prepare=false") },
      { state: "warn", detail: expect.stringContaining("MON_DATABASE_LISTEN_URL") }
    ])
    expect(
      describeConnections({ ...direct, isPooled: true, preparesStatements: false }).map(({ state }) => state)
    ).toEqual(["ok", "ok"])
  })

  it.each([
    ["current", "ok"],
    ["behind", "warn"],
    ["primary", "warn"],
    ["failed", "warn"]
  ] as const)("says about a replica that is %s: %s", (replica, state) => {
    expect(describeConnections({ ...direct, replica })).toMatchObject([{}, {}, { subject: "read replica", state }])
  })

  it("says nothing about a database that cannot be reached", async () => {
    const connections = layerSqlClient({ url: "postgres://mon@127.0.0.1:1/mon" })
    expect(await Effect.runPromise(Effect.provide(examineDatabaseConnections, connections))).toEqual([])
  })
})

describe("the URLs of a replica and of signals", () => {
  it.each(["MON_DATABASE_READ_URL", "MON_DATABASE_LISTEN_URL"])("%s needs a database of the operator", (variable) => {
    const url = "postgres://mon:secret@127.0.0.1:5432/mon"
    expect(() => readSettings({ [variable]: url })).toThrow(/MON_DATABASE_URL must be set/u)
    expect(() => readSettings({ [variable]: "one", MON_DATABASE_URL: url, MON_SECRET: "x".repeat(40) })).toThrow(
      variable
    )
    expect(
      Object.keys(
        readSettings({ [variable]: url, MON_DATABASE_URL: url, MON_SECRET: "x".repeat(40) }).specialUrls ?? {}
      )
    ).toHaveLength(1)
  })
})
