import type { LiveEvent as ModelEvent } from "@mon/model"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from "vitest"
import { createClient, type LiveEvent, MonError, Unauthorized } from "../src/plain.ts"

type Behaviour = (response: ServerResponse, index: number, key: string | undefined) => void

let behaviour: Behaviour = () => undefined
let connections = 0
const server = createServer((request, response) => {
  behaviour(response, connections++, request.headers["x-api-key"] as string | undefined)
})
let baseUrl = ""
beforeEach(async () => {
  connections = 0
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

const client = (retries = 2) => createClient({ baseUrl, apiKey: "mon_key", retries })
const begin = (response: ServerResponse, text: string) =>
  response.writeHead(200, { "Content-Type": "text/event-stream" }).write(text)
const ready = "retry: 3000\nevent: ready\ndata: {}\n\n"
const incident = (id: string) => `event: incident\ndata: {"id":"${id}","domainId":null}\n\n`
const refuse = (response: ServerResponse, status: number, wait = "0") =>
  response.writeHead(status, { "Retry-After": wait }).end('{"success":false,"message":"No."}')

describe("the stream of live events", () => {
  it("has the events of the contract but the last one", () => {
    expectTypeOf<Exclude<ModelEvent, { name: "end" }>["name"]>().toEqualTypeOf<LiveEvent["name"]>()
    expectTypeOf<Extract<ModelEvent, { name: "domain" | "incident" | "change" }>["data"]>().toExtend<
      LiveEvent["data"]
    >()
  })

  it("sends the key, reads events that arrive in parts, and skips comments and unknown events", async () => {
    behaviour = (response, _index, key) => {
      begin(response, `${ready}:\n\nevent: later\ndata: {}\n\nevent: incid`)
      response.write(`ent\r\ndata: {"id":"7","domainId":"${key}"}\r\n\r\n`)
      response.end("event: end\ndata: {}\n\n")
    }
    const events: Array<LiveEvent> = []
    for await (const event of client().events.stream()) events.push(event)
    expect(events).toEqual([
      { name: "ready", data: {} },
      { name: "incident", data: { id: "7", domainId: "mon_key" } }
    ])
  })

  it("connects again after a lost connection and after a refusal that passes, and says so", async () => {
    behaviour = (response, index) => {
      if (index === 1) return void refuse(response, 503)
      begin(response, ready + incident(String(index)))
      if (index === 0) response.end()
    }
    const seen: Array<string> = []
    for await (const { data, name } of client(0).events.stream({
      onDisconnect: (error) => void seen.push(`lost ${error?.code ?? "connection"}`)
    })) {
      seen.push(name === "incident" ? data.id : name)
      if (seen.at(-1) === "2") break
    }
    expect(seen).toEqual(["ready", "0", "lost connection", "lost unavailable", "ready", "2"])
  })

  it("rejects when the service refuses the key, and when it cannot be reached at first", async () => {
    behaviour = (response) => void refuse(response, 401)
    const first = async (retries: number) => {
      for await (const event of client(retries).events.stream()) return event
      return null
    }
    await expect(first(2)).rejects.toThrow(Unauthorized)
    expect(connections).toBe(1)
    behaviour = (response) => void refuse(response, 503)
    await expect(first(1)).rejects.toThrow(MonError)
    expect(connections).toBe(3)
  })

  it("does not wait longer than the client waits for any request", async () => {
    behaviour = (response) => void refuse(response, 429, "3600")
    await expect(client().events.stream()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "too_many_requests"
    })
  })

  it("ends with the reason of the signal", async () => {
    behaviour = (response) => void begin(response, ready)
    const stop = new AbortController()
    const read = async () => {
      for await (const event of client().events.stream({ signal: stop.signal }))
        if (event.name === "ready") stop.abort(new Error("enough"))
    }
    await expect(read()).rejects.toThrow("enough")
  })
})

it("does not follow a redirect, which would send the key elsewhere", async () => {
  behaviour = (response) => void response.writeHead(308, { Location: "https://other.example/api" }).end()
  await expect(client().account.get()).rejects.toThrow(
    "The address redirects to https://other.example/api. Use the address of the service itself."
  )
  expect(connections).toBe(1)
})
