import { setTimeout as delay } from "node:timers/promises"

const READY_EVERY_MS = 100
const READ_EVERY_MS = 1_000
const ANSWER_WITHIN_MS = 5_000

interface Observation {
  /** The time at which the request was sent. */
  readonly sentAt: number
  readonly at: number
  readonly status: number
}

/** The requests that a run sends to the API all the time. */
export interface ApiWatch {
  /** Resolves to the time of the first positive answer of `/ready` to a request that was sent after a time. */
  readonly readyAfter: (time: number) => Promise<number>
  /** Returns the number of answers with each status, such as "history 200". 0 stands for no answer in time. */
  readonly counts: () => ReadonlyMap<string, number>
  readonly stop: () => Promise<void>
}

interface Targets {
  readonly baseUrl: string
  readonly apiKey: string
  /** The URL of a site that is always up. */
  readonly siteUrl: string
}

const SLUG = "failover"

const create = async ({ apiKey, baseUrl }: Targets, path: string, body: object): Promise<string> => {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    body: JSON.stringify(body)
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`)
  const { data } = JSON.parse(text) as { readonly data: { readonly id: string } }
  return data.id
}

/** Creates a domain and a status page, and requests their pages and `/ready` until it is stopped. */
export const watchApi = async (targets: Targets): Promise<ApiWatch> => {
  const { apiKey, baseUrl, siteUrl } = targets
  const domain = await create(targets, "/domains", { url: siteUrl })
  await create(targets, "/status-pages", {
    name: "Failover",
    slug: SLUG,
    components: [{ name: "Site", monitorIds: [domain] }]
  })
  const ready: Array<Observation> = []
  const counts = new Map<string, number>()
  const over = new AbortController()

  const observe = async (path: string): Promise<Observation> => {
    const sentAt = Date.now()
    const status = await fetch(`${baseUrl}${path}`, {
      headers: path.startsWith("/api") ? { "X-API-Key": apiKey } : {},
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS)
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0
    )
    return { sentAt, at: Date.now(), status }
  }
  const repeat = async (name: string, path: string, everyMs: number) => {
    while (!over.signal.aborted) {
      const seen = await observe(path)
      const key = `${name} ${seen.status}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (name === "ready") ready.push(seen)
      await delay(everyMs, undefined, { signal: over.signal }).catch(() => {})
    }
  }
  const running = [
    repeat("ready", "/ready", READY_EVERY_MS),
    repeat("history", `/api/v1/domains/${domain}/history`, READ_EVERY_MS),
    repeat("timeline", `/api/v1/domains/${domain}/timeline`, READ_EVERY_MS),
    repeat("status page", `/s/${SLUG}`, READ_EVERY_MS)
  ]
  return {
    readyAfter: async (time) => {
      for (;;) {
        const found = ready.find(({ sentAt, status }) => sentAt >= time && status === 200)
        if (found !== undefined) return found.at
        await delay(20)
      }
    },
    counts: () => counts,
    stop: async () => {
      over.abort()
      await Promise.all(running)
    }
  }
}
