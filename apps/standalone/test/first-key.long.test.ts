import { createTestDatabase } from "@mon/core-store/testing"
import { isApiKey } from "@mon/model"
import { afterAll, expect, it } from "vitest"
import { monServer } from "./Program.ts"

const database = await createTestDatabase()
afterAll(() => database.drop())

it("mon-server accounts and mon-server keys create an account and show its key once", async () => {
  const env = {
    MON_DATABASE_URL: database.url,
    MON_SECRET: "a secret that only this test knows and that is long enough"
  }
  expect(await monServer(["accounts", "create", "--email", "ada@example.org", "--plan", "pro"], env)).toMatchObject({
    code: 0,
    stderr: ""
  })
  const { code, stdout } = await monServer(["keys", "create", "--email", "ada@example.org"], env)
  expect(code).toBe(0)
  expect(isApiKey(/API key \(shown once\): (\S+)/u.exec(stdout)?.[1] ?? "")).toBe(true)
}, 60_000)
