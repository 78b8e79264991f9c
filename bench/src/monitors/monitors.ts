import { gunzipSync } from "node:zlib"
import { createFixture, type Visitor } from "../api/Fixture.ts"
import type { ApiProgram } from "../api/monProgram.ts"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import type { Report } from "../harness/Report.ts"
import { spread } from "../harness/Statistics.ts"
import { get } from "node:http"
import { startPostgres } from "../postgres/Server.ts"

const CONNECTIONS = 5
const ROUNDS = 40
const SHORT = { rounds: 1, counts: [20, 50] } as const
const WARM_UP = 5
/** Accounts with so many monitors each, and the longest median time of a request in milliseconds. */
const SIZES = [
  { count: 1_000, limitMs: 45 },
  { count: 10_000, limitMs: 250 }
] as const
const GZIP_KIB = 48

/** Reads a list compressed, as browsers do; returns the bytes on the wire. */
const read = (port: number, { key }: Visitor): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const headers = { "X-API-Key": key, "Accept-Encoding": "gzip" }
    get({ host: "127.0.0.1", port, path: "/api/v1/monitors", headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => resolve(Buffer.concat(chunks)))
    }).on("error", reject)
  })

const assertComplete = (body: Buffer, count: number): void => {
  const { data }: { readonly data: { readonly rows: ReadonlyArray<unknown> } } = JSON.parse(gunzipSync(body).toString())
  if (data.rows.length !== count) throw new Error(`The list has ${data.rows.length} of ${count} monitors.`)
}

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  const database = await startPostgres(defer, "embedded")
  const server = await startChild<ApiProgram>(new URL("../api/monProgram.ts", import.meta.url), {
    core: "subject",
    env: { NODE_ENV: "production" }
  })
  defer(server.stop)
  const wanted = SIZES.map((size, index) => ({ ...size, count: short ? (SHORT.counts[index] ?? 1) : size.count }))
  const lists: Array<(typeof wanted)[number] & { readonly visitor: Visitor }> = []
  for (const size of wanted) {
    progress(`creating ${size.count} monitors`)
    const [visitor] = await createFixture(database.url, 1, size.count, lists.length)
    if (visitor !== undefined) lists.push({ ...size, visitor })
  }
  const [first] = lists
  if (first === undefined) throw new Error("There is no API user.")
  const { port } = await server.call("start", {
    url: database.url,
    connections: CONNECTIONS,
    visitor: first.visitor
  })
  const measured = []
  for (const { count, limitMs, visitor } of lists) {
    const times: Array<number> = []
    let bytes = 0
    for (let round = short ? 0 : -WARM_UP; round < (rounds ?? (short ? SHORT.rounds : ROUNDS)); round++) {
      const began = performance.now()
      const body = await read(port, visitor)
      if (round >= 0) times.push(performance.now() - began)
      assertComplete(body, count)
      bytes = body.length
    }
    measured.push({ count, limitMs, bytes, times: spread(times) })
  }
  return {
    sections: [
      {
        title: "GET /api/v1/monitors, compressed with gzip, one request at a time",
        columns: ["ms, median (range)", "KiB on the wire"],
        rows: measured.map(({ bytes, count, times }) => ({
          name: `${count.toLocaleString("en-US")} monitors`,
          cells: [times, bytes / 1_024]
        }))
      }
    ],
    targets: measured.flatMap(({ bytes, count, limitMs, times }, index) => [
      {
        name: `median with ${count.toLocaleString("en-US")} monitors`,
        sense: "at most" as const,
        limit: limitMs,
        unit: " ms",
        value: times.median
      },
      ...(index === 0
        ? [
            {
              name: "bytes on the wire",
              sense: "at most" as const,
              limit: GZIP_KIB,
              unit: " KiB",
              value: bytes / 1_024
            }
          ]
        : [])
    ]),
    notes: ["Each monitor has a certificate and six periods of up, down and unknown within 40 days."]
  }
}

/** The list of all monitors, which every open dashboard reads. */
export const monitors: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
