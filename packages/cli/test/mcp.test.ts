import { expect, it } from "vitest"
import { monRun } from "./monRun.ts"
import { testService } from "./testService.ts"

const service = testService()

const message = (id: number, method: string) => JSON.stringify({ jsonrpc: "2.0", id, method })

it("sends what an agent writes to the service of the login, and prints only its answers", async () => {
  service.answer("POST /mcp", (response: { end: (text: string) => void }) =>
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} }))
  )
  const { code, err, out } = await monRun(["mcp"], { env: service.env, input: `${message(1, "ping")}\n` })
  expect({ code, err, out }).toEqual({ code: 0, err: "", out: '{"jsonrpc":"2.0","id":1,"result":{}}\n' })
  expect(service.seen).toMatchObject([{ method: "POST", path: "/mcp", body: { id: 1, method: "ping" } }])
})

it("answers with an error if the service has no such address", async () => {
  const { code, out } = await monRun(["mcp"], { env: service.env, input: message(7, "ping") })
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual({ jsonrpc: "2.0", id: 7, error: { code: -32_603, message: "No such thing." } })
})

it("says how to log in", async () => {
  const { code, err, out } = await monRun(["mcp"], { input: message(1, "ping") })
  expect({ code, out }).toEqual({ code: 2, out: "" })
  expect(err).toContain("mon login")
})
