import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createClient, NoAnswer } from "../src/plain.ts"

let answer: { readonly type: string | null; readonly body: string } = { type: null, body: "" }
let requests = 0
const server = createServer((_request, response) => {
  requests += 1
  response.writeHead(200, answer.type === null ? {} : { "Content-Type": answer.type }).end(answer.body)
})

let baseUrl = ""
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

it.each([
  ["a page", { type: "text/html; charset=utf-8", body: "<html>" }, "HTTP 200, text/html"],
  ["JSON of another program", { type: "application/json", body: '{"ok":true}' }, "HTTP 200, application/json"],
  ["JSON that is no object", { type: null, body: "7" }, "HTTP 200"]
])("rejects an answer that no Mon service sends, without another attempt: %s", async (_, given, what) => {
  answer = given
  requests = 0
  const client = createClient({ baseUrl, apiKey: "mon_key" })
  for (const request of [
    () => client.account.get(),
    () => client.domains.list().then(String),
    () => client.audit.list()
  ]) {
    const error = await Promise.resolve(request()).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(NoAnswer)
    expect(error).toMatchObject({
      code: "no_answer",
      status: 200,
      message: `The response is not from a Mon service (${what}). Check the address.`
    })
  }
  expect(requests).toBe(3)
})
