import { once } from "node:events"
import { createServer } from "node:http"
import { startDnsServer } from "@mon/testbed"
import { between, type Plan } from "./Plan.ts"

/** A site was one way from this moment on. */
export interface Flip {
  readonly at: number
  readonly up: boolean
}

/** One site with its own record of what it was and what it was asked. */
export interface SwitchingSite {
  readonly hostname: string
  readonly flips: ReadonlyArray<Flip>
  readonly requests: number
}

/** All sites of a run behind one server, told apart by their names. */
export interface Sites {
  readonly all: ReadonlyArray<SwitchingSite>
  readonly port: number
  readonly dnsAddress: string
  /** Always up: what a worker asks to know whether it is its own network that is gone. */
  readonly referenceUrl: string
  /** Lets the sites switch at random until then; three of four do, the others stay up. */
  readonly switchUntil: (end: number) => void
  readonly close: () => Promise<void>
}

const HOST = "127.0.0.1"
const REFERENCE = "reference-chaos.com"
const STEADY_SHARE = 0.25
/** Sites that cut the connection when they are down; the others answer 500. */
const SILENT_SHARE = 0.2
/** Holds are up to this many times as long as they must be. */
const LONGEST_HOLD = 2

interface State {
  readonly hostname: string
  readonly flips: Array<Flip>
  readonly isSteady: boolean
  readonly isSilent: boolean
  requests: number
}

/** Starts the sites, all of them up, and the name server that knows them. */
export const openSites = async ({ holdMs, monitors }: Plan, random: () => number): Promise<Sites> => {
  const dns = await startDnsServer()
  const byName = new Map<string, State>()
  const began = Date.now()
  for (let index = 0; index < monitors; index++) {
    const hostname = `site-${String(index).padStart(5, "0")}-chaos.com`
    byName.set(hostname, {
      hostname,
      flips: [{ at: began, up: true }],
      isSteady: random() < STEADY_SHARE,
      isSilent: random() < SILENT_SHARE,
      requests: 0
    })
    dns.zone.set(hostname, { A: [HOST] })
  }
  dns.zone.set(REFERENCE, { A: [HOST] })
  const server = createServer({ keepAlive: false }, (request, response) => {
    const site = byName.get((request.headers.host ?? "").split(":")[0] ?? "")
    if (site !== undefined) site.requests += 1
    const up = site?.flips.at(-1)?.up ?? true
    if (!up && site?.isSilent === true) return request.socket.resetAndDestroy()
    response.writeHead(up ? 200 : 500, { "content-length": 3 }).end(up ? "up\n" : "no\n")
  })
  server.listen(0, HOST)
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const timers = new Set<NodeJS.Timeout>()

  const later = (site: State, end: number, waitMs: number) => {
    if (Date.now() + waitMs > end) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      site.flips.push({ at: Date.now(), up: !(site.flips.at(-1)?.up ?? true) })
      later(site, end, between(random, [holdMs, LONGEST_HOLD * holdMs]))
    }, waitMs)
    timers.add(timer)
  }

  return {
    all: [...byName.values()],
    port,
    dnsAddress: dns.address,
    referenceUrl: `http://${REFERENCE}:${port}/`,
    switchUntil: (end) => {
      for (const site of byName.values()) if (!site.isSteady) later(site, end, between(random, [0, holdMs]))
    },
    close: async () => {
      timers.forEach(clearTimeout)
      server.closeAllConnections()
      server.close()
      await dns.close()
    }
  }
}
