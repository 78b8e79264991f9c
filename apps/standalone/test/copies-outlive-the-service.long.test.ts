// Kills every process of the service and of its database. Readers still get the copies of status pages from a plain
// file server and from the bucket, which do not know Mon.
import { type S3Server, startS3Server } from "@mon/tooling/testbed"
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { makeFolder, removeFolder, runningIn, start } from "./Program.ts"

const WITHIN = { timeout: 60_000, interval: 50 }
const LIMIT = 300_000
const KEY = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"
const ROUNDS = 3

const pids = new Set<number>()
const folders: Array<string> = []
let bucket: S3Server
beforeAll(async () => {
  bucket = await startS3Server({ publicPrefix: "status/" })
})
const killAll = () => {
  for (const pid of [...pids, ...folders.flatMap(runningIn)]) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // it has ended
    }
  }
  pids.clear()
}
afterEach(() => bucket.behave(() => "Work"))
afterAll(async () => {
  killAll()
  await bucket.close()
  folders.forEach(removeFolder)
})

const newPlace = () => {
  const folder = makeFolder()
  folders.push(folder)
  return { data: join(folder, "data"), copies: join(folder, "copies") }
}

const serve = async ({ copies, data }: ReturnType<typeof newPlace>) => {
  const program = start("main.ts", [], {
    MON_PORT: "0",
    MON_DATA_DIR: data,
    MON_BOOTSTRAP_PLAN: "agency",
    MON_BOOTSTRAP_API_KEY: KEY,
    MON_STATUS_EXPORT: copies,
    MON_STATUS_EXPORT_BUCKET: `${bucket.bucket}/status`,
    MON_STATUS_EXPORT_ENDPOINT: bucket.endpoint,
    MON_STATUS_EXPORT_REGION: bucket.region,
    MON_STATUS_EXPORT_ACCESS_KEY_ID: bucket.accessKeyId,
    MON_STATUS_EXPORT_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    NODE_ENV: "production"
  })
  pids.add(program.pid)
  const url = await program.prints(/Mon is ready at (\S+)/u)
  const ask = async (method: string, path: string, body: object) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { "X-API-Key": KEY },
      body: JSON.stringify(body)
    })
    return { status: response.status, data: ((await response.json()) as { readonly data: Answer }).data }
  }
  return { url, ask, pid: program.pid }
}

interface Answer {
  readonly id: string
  readonly components: ReadonlyArray<{ readonly id: string }>
}

const newPage = async ({ ask }: Awaited<ReturnType<typeof serve>>, slug: string, components: ReadonlyArray<string>) => {
  const { data, status } = await ask("POST", "status-pages", {
    name: "Shop 0.",
    slug,
    components: components.map((name) => ({ name }))
  })
  expect(status).toBe(201)
  return data
}

const KILLED_WITHIN = { timeout: 10_000, interval: 10 }

const kill = async ({ data }: ReturnType<typeof newPlace>, pid: number) => {
  for (const each of [pid, ...runningIn(data)]) {
    try {
      process.kill(each, "SIGKILL")
    } catch {
      // it has ended with its parent
    }
  }
  await vi.waitFor(() => {
    expect(existsSync(`/proc/${pid}`)).toBe(false)
    expect(runningIn(data)).toEqual([])
  }, KILLED_WITHIN)
}

const serveFiles = async (folder: string) => {
  const server = createServer((request, response) => {
    const path = join(folder, decodeURIComponent(request.url ?? "/"))
    const file = path.endsWith("/") ? join(path, "index.html") : path
    if (!existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const read = async (url: string): Promise<string> => {
  const response = await fetch(url)
  return response.status === 200 ? await response.text() : `status ${response.status}`
}

const PATHS = [
  "",
  "history/",
  "maintenance/",
  "api/v2/summary.json",
  "api/v2/components.json",
  "api/v2/incidents.json",
  "history.atom",
  "badge.svg"
]

/**
 * Returns the documents for programs, whose bytes are the same in every place. The HTML differs, because only the
 * service offers a subscription.
 */
const documentsAt = async (address: string) =>
  Object.fromEntries(
    await Promise.all(
      PATHS.filter((path) => !path.endsWith("/") && path !== "").map(
        async (path) => [path, await read(`${address}/${path}`)] as const
      )
    )
  )

/**
 * Returns the different numbers in the names (such as `Shop 1.`) of the files of a copy. There are several if the files
 * are of several versions.
 */
const versionsIn = (texts: Iterable<string>): ReadonlyArray<string> => [
  ...new Set([...texts].flatMap((text) => [...text.matchAll(/Shop (\d+)\./gu)].map(([, version = ""]) => version)))
]

const textsIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))

const objectsOf = (slug: string): ReadonlyArray<readonly [string, string]> =>
  [...bucket.objects]
    .filter(([key]) => key.startsWith(`status/${slug}/`))
    .map(([key, { bytes }]) => [key, bytes.toString()])

describe("with every process killed", () => {
  it(
    "the copies in the folder and in the bucket are the last truth",
    async () => {
      const place = newPlace()
      const service = await serve(place)
      const { components, id } = await newPage(service, "truth", ["Checkout", "Search"])
      const [checkout, search] = components.map((component) => component.id)
      const posted = await service.ask("POST", `status-pages/${id}/posts`, {
        kind: "incident",
        title: "Slow payments",
        notifySubscribers: false,
        state: "investigating",
        body: "We are investigating.",
        components: [{ componentId: checkout, state: "major_outage" }]
      })
      expect(posted.status).toBe(201)
      await service.ask("PATCH", `status-pages/${id}/components/${search}`, { state: "degraded_performance" })
      const files = await serveFiles(place.copies)
      const places = [`${files.origin}/truth`, `${bucket.endpoint}/${bucket.bucket}/status/truth`]
      let truth = await documentsAt(`${service.url}/s/truth`)
      await vi.waitFor(async () => {
        truth = await documentsAt(`${service.url}/s/truth`)
        expect(truth["api/v2/summary.json"]).toContain("degraded_performance")
        for (const address of places) {
          expect(await documentsAt(address)).toEqual(truth)
          // The HTML page is written last.
          expect(await read(`${address}/`)).toContain("Degraded")
        }
      }, WITHIN)
      await kill(place, service.pid)
      await expect(fetch(`${service.url}/s/truth/`)).rejects.toThrow("fetch failed")
      for (const address of places) {
        expect(await documentsAt(address)).toEqual(truth)
        const index = await read(`${address}/`)
        for (const text of ["Slow payments", "We are investigating.", "Degraded"]) expect(index).toContain(text)
        for (const path of PATHS) expect(await read(`${address}/${path}`), path).not.toMatch(/^status /u)
      }
      files.close()
    },
    LIMIT
  )

  it(
    "in the middle of an export, the folder has the old copy or the new one, never a mix",
    async () => {
      const place = newPlace()
      const components = Array.from({ length: 100 }, (_, index) => `Component ${index}`)
      let service = await serve(place)
      const { id } = await newPage(service, "middle", components)
      const versions = join(place.copies, ".copies", "middle")
      let unfinished = 0
      for (let round = 1; round <= ROUNDS; round += 1) {
        await vi.waitFor(() => {
          expect(versionsIn(textsIn(join(place.copies, "middle")))).toHaveLength(1)
          expect(readdirSync(versions)).toHaveLength(1)
        }, WITHIN)
        const before = readlinkSync(join(place.copies, "middle"))
        const changed = service.ask("PATCH", `status-pages/${id}`, { name: `Shop ${round}.` })
        // The test kills the service as soon as files of the new version appear.
        await vi.waitUntil(() => readdirSync(versions).length > 1, { timeout: 60_000, interval: 0 })
        await kill(place, service.pid)
        await changed.catch(() => {})
        const found = versionsIn(textsIn(join(place.copies, "middle")))
        expect(found).toHaveLength(1)
        expect(readdirSync(join(place.copies, "middle"), { recursive: true }).length).toBeGreaterThan(components.length)
        if (readlinkSync(join(place.copies, "middle")) === before) unfinished += 1
        service = await serve(place)
        // A new process completes the copy that the killed process began.
        await vi.waitFor(
          () => expect(versionsIn(textsIn(join(place.copies, "middle")))).toEqual([String(round)]),
          WITHIN
        )
      }
      expect(unfinished).toBeGreaterThan(0)
      await kill(place, service.pid)
    },
    LIMIT
  )

  it(
    "in the middle of an export, each object of the bucket is whole, the page is the old one, and a new process finishes",
    async () => {
      const place = newPlace()
      const first = await serve(place)
      const { id } = await newPage(first, "objects", ["Checkout", "Search"])
      const textOf = (key: string) => new Map(objectsOf("objects")).get(`status/objects/${key}`) ?? ""
      await vi.waitFor(() => expect(versionsIn([textOf("index.html")])).toEqual(["0"]), WITHIN)
      const { length } = objectsOf("objects")
      const dead = new Promise<void>((resolve) => {
        let writes = 0
        bucket.behave(({ key, method }) => {
          if (method !== "PUT" || !key.startsWith("status/objects/")) return "Work"
          writes += 1
          if (writes === 5) resolve(kill(place, first.pid))
          return writes < 5 ? "Work" : "Hang"
        })
      })
      await first.ask("PATCH", `status-pages/${id}`, { name: "Shop 1." }).catch(() => {})
      await dead
      expect(objectsOf("objects")).toHaveLength(length)
      for (const [key, text] of objectsOf("objects")) expect(versionsIn([text]).length, key).toBeLessThan(2)
      expect(versionsIn([textOf("index.html")])).toEqual(["0"])
      bucket.behave(() => "Work")
      const second = await serve(place)
      await vi.waitFor(() => expect(versionsIn(objectsOf("objects").map(([, text]) => text))).toEqual(["1"]), WITHIN)
      await kill(place, second.pid)
    },
    LIMIT
  )
})

describe("a bucket that does not answer", () => {
  it(
    "makes the call that makes a page private a 503, and the copy is removed when the bucket answers again",
    async () => {
      const place = newPlace()
      const service = await serve(place)
      const { id } = await newPage(service, "slow", ["Checkout"])
      await vi.waitFor(() => expect(bucket.objects.has("status/slow/index.html")).toBe(true), WITHIN)
      bucket.behave(() => "Hang")
      const { status } = await service.ask("PATCH", `status-pages/${id}`, {
        access: "password",
        password: "a password of readers"
      })
      expect(status).toBe(503)
      expect(await read(`${service.url}/s/slow/api/v2/summary.json`)).toMatch(/^status /u)
      expect(existsSync(join(place.copies, "slow"))).toBe(false)
      bucket.behave(() => "Work")
      await vi.waitFor(() => expect(objectsOf("slow")).toEqual([]), { ...WITHIN, timeout: 120_000 })
      await kill(place, service.pid)
    },
    LIMIT
  )
})
