import { once } from "node:events"
import { createServer } from "node:http"
import { startDnsServer } from "@mon/tooling/testbed"
import { between, type Plan } from "./Plan.ts"

/** A change of a site's state. The site is up or down from `at` on. */
export interface StateChange {
  readonly at: number
  readonly up: boolean
}

interface SwitchingSite {
  readonly hostname: string
  readonly stateChanges: ReadonlyArray<StateChange>
  readonly requests: number
}

/** All sites of a run. One server serves all of them, and distinguishes them by host name. */
export interface Sites {
  readonly all: ReadonlyArray<SwitchingSite>
  readonly port: number
  readonly dnsAddress: string
  /** The URL of a site that is always up. Workers use it to detect that their own network is down. */
  readonly referenceUrl: string
  /** Changes the state of three quarters of the sites at random until `end`. All other sites stay up. */
  readonly changeUntil: (end: number) => void
  /** Changes the state of a site at each of the given times. */
  readonly changeAt: (index: number, times: ReadonlyArray<number>) => void
  /** Makes all sites accept connections but send nothing, as if the network were down. */
  readonly fallSilent: (resolverAnswers: boolean) => void
  readonly respond: () => void
  readonly close: () => Promise<void>
}

const HOST = "127.0.0.1"
const REFERENCE = "reference-chaos.com"
const STEADY_SHARE = 0.25
/** The share of sites that cut the connection while they are down. All other sites respond with 500. */
const SILENT_SHARE = 0.2
/** The length of the longest phase, as a multiple of the shortest phase. */
const LONGEST_PHASE = 2

interface State {
  readonly hostname: string
  readonly stateChanges: Array<StateChange>
  readonly isSteady: boolean
  readonly isSilent: boolean
  requests: number
}

const change = ({ stateChanges }: State) =>
  stateChanges.push({ at: Date.now(), up: !(stateChanges.at(-1)?.up ?? true) })

/** Starts the sites and a DNS server for their names. All sites are up at first. */
export const openSites = async ({ phaseMs, monitors }: Plan, random: () => number): Promise<Sites> => {
  const dns = await startDnsServer()
  const byName = new Map<string, State>()
  const began = Date.now()
  for (let index = 0; index < monitors; index++) {
    const hostname = `site-${String(index).padStart(5, "0")}-chaos.com`
    byName.set(hostname, {
      hostname,
      stateChanges: [{ at: began, up: true }],
      isSteady: random() < STEADY_SHARE,
      isSilent: random() < SILENT_SHARE,
      requests: 0
    })
    dns.zone.set(hostname, { A: [HOST] })
  }
  dns.zone.set(REFERENCE, { A: [HOST] })
  let isSilent = false
  const server = createServer({ keepAlive: false }, (request, response) => {
    const site = byName.get((request.headers.host ?? "").split(":")[0] ?? "")
    if (site !== undefined) site.requests += 1
    if (isSilent) return
    const up = site?.stateChanges.at(-1)?.up ?? true
    if (!up && site?.isSilent === true) return request.socket.resetAndDestroy()
    response.writeHead(up ? 200 : 500, { "content-length": 3 }).end(up ? "up\n" : "no\n")
  })
  server.listen(0, HOST)
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const timers = new Set<NodeJS.Timeout>()

  const changeAt = (index: number, times: ReadonlyArray<number>) => {
    const site = [...byName.values()][index]
    if (site === undefined) return
    for (const time of times) timers.add(setTimeout(() => change(site), time - Date.now()))
  }

  const scheduleChange = (site: State, end: number, waitMs: number) => {
    if (Date.now() + waitMs > end) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      change(site)
      scheduleChange(site, end, between(random, [phaseMs, LONGEST_PHASE * phaseMs]))
    }, waitMs)
    timers.add(timer)
  }

  return {
    all: [...byName.values()],
    port,
    dnsAddress: dns.address,
    referenceUrl: `http://${REFERENCE}:${port}/`,
    changeUntil: (end) => {
      for (const site of byName.values()) if (!site.isSteady) scheduleChange(site, end, between(random, [0, phaseMs]))
    },
    changeAt,
    fallSilent: (resolverAnswers) => {
      isSilent = true
      if (!resolverAnswers) dns.zone.fail("*", "DROP")
    },
    respond: () => {
      isSilent = false
      dns.zone.heal("*")
    },
    close: async () => {
      timers.forEach(clearTimeout)
      server.closeAllConnections()
      server.close()
      await dns.close()
    }
  }
}
