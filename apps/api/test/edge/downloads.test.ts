// Files are streamed from the store with backpressure.
import { type Repositories, Simulations, StoreError } from "@mon/core-store"
import { Effect, Layer, Stream } from "effect"
import { connect, type Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const PIECES = 600
const piece = `${"x".repeat(149_998)}\r\n`
/** A number of pieces that is larger than the buffers of a loopback connection. */
const BUFFERED = 200

describe("a download", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let path: string
  let read = 0
  let ended = 0
  let breaksAt = Infinity
  const counted = Stream.unfold(0, (index) =>
    index === PIECES
      ? Effect.succeed(undefined)
      : Effect.suspend(() => {
          read += 1
          return index === breaksAt
            ? Effect.fail(new StoreError({ reason: "Unavailable", operation: "test", cause: null }))
            : Effect.succeed([piece, index + 1] as const)
        })
  ).pipe(
    Stream.ensuring(
      Effect.sync(() => {
        ended += 1
      })
    )
  )
  const override: Layer.Layer<Simulations, never, Repositories> = Layer.effect(
    Simulations,
    Effect.map(Simulations, (real) => ({ ...real, csv: () => counted }))
  )

  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ override })
    owner = await world.account()
    const { data } = await api.send("POST", "/api/v1/campaign-simulate", {
      key: owner.key,
      body: { sendingDomains: ["s.example.com"], prospectEntries: ["a.example.org"] }
    })
    const jobId = String(data["jobId"])
    await world.sql(
      `insert into simulation_csv (simulation_id, type, piece, body) select id, 'campaign', 0, 'x' from simulation where public_id = '${jobId}'::uuid`
    )
    path = `/api/v1/campaign-simulate/${jobId}/download/campaign`
  })
  afterAll(() => world.close())

  /** Opens a connection, reads the beginning of the response, and then stops reading. */
  const beginReading = async (): Promise<Socket> => {
    const socket = connect(api.port, "127.0.0.1")
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${owner.key}\r\nConnection: close\r\n\r\n`)
    await new Promise((resolve) => socket.once("data", resolve))
    socket.pause()
    return socket
  }
  const otherRequests = async () => {
    for (let count = 0; count < 30; count++) expect((await api.send("GET", "/health")).status).toBe(200)
  }

  it("waits for a slow reader, and then completes", async () => {
    read = 0
    const socket = await beginReading()
    await otherRequests()
    expect(read).toBeLessThan(BUFFERED)
    let bytes = 0
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length
    })
    socket.resume()
    await new Promise((resolve) => socket.once("close", resolve))
    expect(read).toBe(PIECES)
    expect(bytes).toBeGreaterThan((PIECES - BUFFERED) * piece.length)
  })

  it("stops reading from the store when its client disconnects", async () => {
    read = 0
    ended = 0
    const socket = await beginReading()
    socket.destroy()
    await vi.waitUntil(() => ended > 0, { timeout: 20_000 })
    expect(read).toBeLessThan(PIECES)
  })

  it("that is aborted does not end like a complete file", async () => {
    breaksAt = 5
    await expect(
      fetch(`${api.origin}${path}`, { headers: { "X-API-Key": owner.key } }).then((response) => response.text())
    ).rejects.toThrow("terminated")
    breaksAt = Infinity
    expect(world.logs.map(({ message }) => String(message))).toContain("A download was aborted")
  })

  it("sends only headers for HEAD, and reads nothing from the store", async () => {
    read = 0
    const response = await api.send("HEAD", path, { key: owner.key })
    expect([response.status, response.text, response.headers["content-type"]]).toEqual([
      200,
      "",
      "text/csv; charset=utf-8"
    ])
    expect(read).toBe(0)
  })
})
