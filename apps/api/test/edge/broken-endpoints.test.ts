import { Context, Effect, Logger, Stream } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import type { HttpResponse } from "../../src/http/HttpResponse.ts"
import { makeListener } from "../../src/http/Server.ts"
import type { Router } from "../../src/http/Router.ts"

const SECRET = "the-token-of-a-link"

const fine: HttpResponse = { status: 200, contentType: "text/plain", body: "fine" }

const tooLong = () => {
  throw new RangeError("Invalid string length")
}

/** The faults, by the last part of a path. */
const faults: Readonly<Record<string, ReturnType<Router<never>> | (() => never)>> = {
  endpoint: tooLong,
  response: { label: "/response", response: Effect.sync(tooLong) },
  header: { label: "/header", response: Effect.succeed({ ...fine, headers: { Location: "a\nb" } }) },
  stream: { label: "/stream", response: Effect.succeed({ ...fine, body: Stream.empty, headers: { Location: "a\nb" } }) }
}

const router: Router<never> = ({ path }) => {
  const fault = faults[path.split("/")[1] ?? ""]
  if (fault === undefined) return { label: "/fine", response: Effect.succeed(fine) }
  return typeof fault === "function" ? fault() : fault
}

/** Starts a server on 127.0.0.1. Collects its log lines and the status codes that it counted. */
const open = async () => {
  const lines: Array<string> = []
  const counted: Array<readonly [label: string, status: number]> = []
  const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
  const services = Context.make(Logger.CurrentLoggers, new Set([logger]))
  const metrics = {
    observe: (_method: string, label: string, status: number) => void counted.push([label, status]),
    refuse: () => undefined
  }
  const server = createServer(makeListener(services, router, metrics, { isClosing: () => false, wait: Effect.never }))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, body: await response.text() }
  }
  return { counted, get, lines }
}

describe("a request whose endpoint is broken", () => {
  it.each(Object.keys(faults))("gets a 500, and the next request is served: %s", async (fault) => {
    const { counted, get, lines } = await open()
    const { body, status } = await get(`/${fault}/${SECRET}`)
    expect(status).toBe(500)
    expect(JSON.parse(body)).toMatchObject({ success: false })
    expect(body).not.toContain("Invalid")
    expect(await get("/fine")).toEqual({ status: 200, body: "fine" })
    expect(counted.map(([, code]) => code)).toEqual([500, 200])
    expect(lines).toHaveLength(1)
  })

  it("is logged with the cause, without its path, which may contain a token", async () => {
    const { get, lines } = await open()
    await get(`/endpoint/${SECRET}?token=${SECRET}`)
    expect(lines.join("")).toContain("Invalid string length")
    expect(lines.join("")).not.toContain(SECRET)
  })
})
