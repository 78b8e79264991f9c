import { sealRequest } from "@mon/checks"
import { type CauseClass, diagnose, type Diagnosis, readDiagnosisFacts } from "@mon/diagnosis"
import { Domains, type MonitorPatch, type NewMonitor } from "@mon/core-store"
import {
  type Authority,
  type Behaviour,
  type CertificateCase,
  certificateCases,
  type DnsServer,
  makeAuthority,
  type Site,
  type SiteTls,
  startDnsServer,
  startSite,
  startUnresponsivePort
} from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { createServer, type Socket } from "node:net"
import { runWorker } from "../runWorker.ts"
import { layerSecrets, of, TestWorld, watch, type Watched } from "../TestWorld.ts"

/** A host in its own domain, with a web server and name servers on loopback. A fault breaks the host. */
export interface Bench {
  /** The host, such as `www.lab7.com`. */
  readonly host: string
  readonly domain: string
  readonly site: Site
  readonly authority: Authority
  /** Another authority that the service trusts. */
  readonly otherAuthority: Authority
  readonly resolver: DnsServer
  /** The name server of the domain's parent. */
  readonly registry: DnsServer
  /** The four name servers of the domain. The parent lists only the first name server. */
  readonly zones: readonly [DnsServer, DnsServer, DnsServer, DnsServer]
  /** Sets the records of the host at the resolver and at the name servers. */
  readonly point: (records: Parameters<DnsServer["zone"]["set"]>[1]) => void
  /** Closes the web server, and starts another one at its port. */
  readonly replace: (tls: CertificateCase | SiteTls | null, behaviour?: Behaviour) => Promise<void>
  /** Starts another web server at the same port of another address. */
  readonly serve: (address: string, behaviour: Behaviour | "silent", tls?: SiteTls) => Promise<void>
  readonly unserve: () => Promise<void>
  /**
   * Closes the web server. From then on, its port answers the first bytes of a connection with these bytes, never
   * answers, or accepts no connection.
   */
  readonly speak: (bytes: Speech | "silent") => Promise<void>
  readonly stop: () => Promise<void>
  readonly checkNow: Effect.Effect<unknown>
  /** Executes a statement on rows of the monitor. `$1` is the key of the monitor. */
  readonly execute: (statement: string) => Promise<unknown>
  /** Moves the past checks back by an hour, so that something can have happened since. */
  readonly ageChecks: () => Promise<unknown>
  /** Edits the monitor, and dates the entry in the audit log some minutes back. */
  readonly edit: (patch: MonitorPatch<"domain">, minutesAgo: number) => Promise<unknown>
}

/** The answer of a port to the first bytes of a connection. */
type Speech = Uint8Array | "close" | "reset" | "nothing"

/** A fault that the laboratory builds, and the cause that the service must find. */
export interface LoopbackFault {
  readonly class: CauseClass
  /** A description of the fault, for the name of its test. */
  readonly built: string
  readonly scheme?: "http" | "https"
  /** The first label of the host. Empty for the domain itself. Default: `www`. */
  readonly label?: string
  readonly expect?: NewMonitor<"domain">["expect"]
  readonly timeoutMs?: number
  /** Whether the site has its own address, at which another port accepts connections. Default: false. */
  readonly hasOtherPort?: boolean
  /** Default: 5,000. */
  readonly intervalMs?: number
  /** The number of good checks before the fault. Default: 1. */
  readonly goodChecks?: number
  /** The answer of the site before the fault. Default: a shop. */
  readonly good?: Behaviour
  /** Sets up the site before its first check. */
  readonly prepare?: (bench: Bench) => Promise<void> | void
  readonly inject: (bench: Bench) => Promise<void> | void
  /** Whether visitors still reach the site, so that an alert would be wrong. Default: false. */
  readonly isHarmless?: boolean
  /** Whether the service queries the name servers before it knows the cause. Default: false. */
  readonly observed?: boolean
}

let made = 0

/** The response of a site without a fault. */
export const SHOP = { body: `<title>Shop</title><h1>Our shop</h1>${"<p>Many things to buy.</p>".repeat(40)}` }

const REGISTRY = "127.0.1.1"
export const NAME_SERVERS = ["127.0.1.2", "127.0.1.3", "127.0.1.4", "127.0.1.5"] as const

interface Servers {
  readonly authority: Authority
  readonly otherAuthority: Authority
  readonly registry: DnsServer
  readonly zones: Bench["zones"]
  /** The ports to which the service connects if a server is silent. At shared addresses, these ports are silent too. */
  readonly otherPorts: readonly [number, number]
  readonly silent: ReadonlyArray<Closable>
}

const SHARED_ADDRESSES = ["127.0.0.1", "127.0.0.11", "::1"] as const

/** Opens two ports that accept no connection at the shared addresses. */
const startSilentPorts = async () => {
  const [first, ...others] = SHARED_ADDRESSES
  const started = [await startUnresponsivePort({ host: first }), await startUnresponsivePort({ host: first })] as const
  const [one, two] = started
  const more = others.flatMap((host) => started.map(({ port }) => startUnresponsivePort({ host, port })))
  return { otherPorts: [one.port, two.port] as const, silent: [...started, ...(await Promise.all(more))] }
}

const startServers = async (resolver: DnsServer): Promise<Servers> => {
  const { port } = resolver
  const start = (host: string) => startDnsServer({ host, port })
  const [first, second, third, fourth] = NAME_SERVERS
  const registry = await start(REGISTRY)
  const zones = [await start(first), await start(second), await start(third), await start(fourth)] as const
  resolver.zone.set("com", { NS: ["a.nic.com"] })
  resolver.zone.set("a.nic.com", { A: [REGISTRY] })
  const otherAuthority = await makeAuthority({ name: "Other Testbed" })
  return { authority: await makeAuthority(), otherAuthority, registry, zones, ...(await startSilentPorts()) }
}

/**
 * Stops the checks of a monitor when the scope ends, because its site ends then, too. Failing checks would make the
 * network appear broken.
 */
const stopLater = ({ key }: Watched) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.addFinalizer(() =>
      Effect.orDie(sql`
        with paused as (update monitor set paused_at = mon_now() where id = ${key}::bigint and paused_at is null)
        update monitor_schedule set next_at = null where monitor_id = ${key}::bigint`)
    )
  )

export const openLaboratory = Effect.gen(function* () {
  const { dns } = yield* TestWorld
  const servers = yield* Effect.acquireRelease(
    Effect.promise(() => startServers(dns)),
    ({ registry, silent, zones }) =>
      Effect.promise(() => Promise.all([registry, ...zones, ...silent].map((server) => server.close())))
  )
  yield* runWorker({
    extraCa: [servers.authority.rootPem, servers.otherAuthority.rootPem],
    allowPrivateNetworks: ["127.0.0.0/16", "::1/128"],
    dnsWatchPort: dns.port,
    observedPorts: { ports: servers.otherPorts, withinMs: 1_000 },
    timings: { pollMs: 20, dueMs: 20 },
    referenceTargets: []
  })
  // Answers from this site prove that the network works while another site is silent.
  const other = yield* Effect.acquireRelease(
    Effect.promise(() => startSite()),
    (site) => Effect.promise(site.close)
  )
  yield* stopLater(yield* watch(other, { intervalMs: OTHER_MS }))
  return servers
})

/** The time between two checks of the site that proves that the network works. */
const OTHER_MS = 250
/** The time between two checks of a site. A check that fails is repeated sooner. */
const INTERVAL_MS = 5_000

/** The SOA record of each zone. */
export const RECORDS = { mname: "ns1.lab.com", rname: "root.lab.com", serial: 1, minimum: 60 }

interface Closable {
  readonly close: () => Promise<void>
}

/**
 * Opens a port that waits for the first bytes of a connection. Then the port sends `bytes`, or closes, resets or
 * ignores the connection.
 */
const startSpeaker = async (host: string, port: number, bytes: Speech): Promise<Closable> => {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => open.delete(socket))
    socket.once("data", () => {
      if (bytes === "reset") socket.resetAndDestroy()
      else if (bytes === "close") socket.end()
      else if (bytes === "nothing") return
      else socket.end(bytes)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, resolve)
  })
  return {
    close: async () => {
      const closed = new Promise((done) => server.close(done))
      for (const socket of open) socket.destroy()
      await closed
    }
  }
}

export const openBench = Effect.fnUntraced(function* (servers: Servers, fault: LoopbackFault) {
  const { authority, registry, zones } = servers
  const { dns: resolver } = yield* TestWorld
  made += 1
  const domain = `lab${made}.com`
  const { label = "www" } = fault
  const host = label === "" ? domain : `${label}.${domain}`
  const certificate = async (tls: CertificateCase | SiteTls): Promise<SiteTls> =>
    typeof tls === "string" ? certificateCases[tls](authority, host) : tls
  const good = fault.good ?? SHOP
  const others: Array<Closable> = []
  const served: Array<Closable> = []
  // One port of this address accepts connections, and the other port refuses connections.
  const own = fault.hasOtherPort === true ? `127.0.5.${(made % 250) + 1}` : null
  const first = yield* Effect.promise(async () => {
    if (own !== null) others.push(await startSite({ host: own, port: servers.otherPorts[0] }))
    return startSite({
      ...(own === null ? {} : { host: own }),
      behaviour: good,
      ...(fault.scheme === "https" ? { tls: await certificate("good") } : {})
    })
  })
  let current: Closable | null = first
  const stop = async () => {
    await current?.close()
    current = null
  }
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      await stop()
      await Promise.all([...others, ...served].map((other) => other.close()))
    })
  )
  const point: Bench["point"] = (records) => {
    for (const server of [resolver, ...zones])
      server.zone.set(host, host === domain ? { SOA: [RECORDS], NS: [`ns1.${domain}`], ...records } : records)
  }
  registry.zone.delegate(domain, { [`ns1.${domain}`]: [NAME_SERVERS[0]] })
  for (const server of zones) server.zone.set(domain, { SOA: [RECORDS], NS: [`ns1.${domain}`] })
  point({ A: [first.host] })
  const sql = yield* SqlClient.SqlClient
  const domains = yield* Domains
  let monitor: Watched | null = null
  const execute: Bench["execute"] = (statement) => Effect.runPromise(sql.unsafe(statement, [monitor?.key]))
  /** Returns a patch with its request sealed, as the API stores it. */
  const sealed = async ({ request }: MonitorPatch<"domain">): Promise<MonitorPatch<"domain">> => {
    if (monitor === null || request === undefined || request === null) return {}
    const url = `${fault.scheme ?? "http"}://${host}:${first.port}/`
    const result = await Effect.runPromise(
      Effect.provide(sealRequest(monitor.viewer.accountKey, url, request, null), layerSecrets)
    )
    if (!result.ok) throw new Error(`The request could not be sealed: ${result.where}`)
    return { request: result.value }
  }
  const bench: Bench = {
    ...servers,
    host,
    domain,
    site: first,
    resolver,
    point,
    stop,
    replace: async (tls, behaviour = good) => {
      await stop()
      current = await startSite({
        host: first.host,
        port: first.port,
        behaviour,
        ...(tls === null ? {} : { tls: await certificate(tls) })
      })
    },
    serve: async (address, behaviour, tls) => {
      const at = { host: address, port: first.port }
      const server =
        behaviour === "silent"
          ? await startUnresponsivePort(at)
          : await startSite({ ...at, behaviour, ...(tls === undefined ? {} : { tls }) })
      served.push(server)
    },
    unserve: async () => {
      await Promise.all(served.splice(0).map((server) => server.close()))
    },
    speak: async (bytes) => {
      await stop()
      const { host: address, port } = first
      current =
        bytes === "silent"
          ? await startUnresponsivePort({ host: address, port })
          : await startSpeaker(address, port, bytes)
    },
    checkNow: Effect.suspend(() =>
      Effect.orDie(
        sql`update monitor_schedule set next_at = mon_now() where monitor_id = ${monitor?.key ?? ""}::bigint`
      )
    ),
    execute,
    ageChecks: () =>
      execute("update check_history set checked_at = checked_at - interval '1 hour' where monitor_id = $1::bigint"),
    edit: async (patch, minutesAgo) => {
      if (monitor === null) throw new Error("The monitor does not exist yet.")
      const changes = Object.keys(patch).map((field) => ({ field, before: null, after: null }))
      await execute(`
        insert into audit_entry (account_id, at, expires_at, finished_at, action, target, actor, address, user_agent, changes)
        select account_id, mon_now() - interval '${minutesAgo} minutes', mon_now() + interval '1 day', mon_now(),
          'domains.update', public_id::text, 'session', '', '', '${JSON.stringify(changes)}'
        from monitor where id = $1::bigint`)
      await Effect.runPromise(domains.update(monitor.viewer, [monitor.id], { ...patch, ...(await sealed(patch)) }))
    }
  }
  yield* Effect.promise(async () => fault.prepare?.(bench))
  const watched = yield* watch(first, {
    hostname: host,
    scheme: fault.scheme ?? "http",
    timeoutMs: fault.timeoutMs ?? 5_000,
    intervalMs: fault.intervalMs ?? INTERVAL_MS,
    ...(fault.expect === undefined ? {} : { expect: fault.expect })
  })
  monitor = watched
  yield* stopLater(watched)
  return { bench, watched }
})

export const storedFacts = ({ key }: Watched) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly facts: unknown; readonly observed: boolean }>`
      select d.facts, coalesce(d.facts #> '{dns}' ?| array['answers', 'servers'], false)
        or (d.facts #>> '{check,address}' like '%:%' and jsonb_array_length(d.facts -> 'addresses') > 1) as observed
      from incident_diagnosis d join incident i on i.id = d.incident_id where i.monitor_id = ${key}::bigint`
  )

export interface Finding {
  readonly diagnosis: Diagnosis
  readonly facts: object
}

const inject = Effect.fnUntraced(function* (servers: Servers, fault: LoopbackFault) {
  const { checks } = yield* TestWorld
  const { bench, watched } = yield* openBench(servers, fault)
  for (let count = 0; count < (fault.goodChecks ?? 1); count++) {
    if (count > 0) yield* bench.checkNow
    yield* checks.next(of(watched, "up"))
  }
  yield* Effect.promise(async () => fault.inject(bench))
  yield* bench.checkNow
  return { bench, watched }
})

const HARMLESS_CHECKS = 3

/** Returns whether the site stays up after a fault that visitors do not notice. */
export const staysUp = Effect.fnUntraced(function* (servers: Servers, fault: LoopbackFault) {
  const { checks } = yield* TestWorld
  const { bench, watched } = yield* inject(servers, fault)
  for (let count = 0; count < HARMLESS_CHECKS; count++) {
    if (count > 0) yield* bench.checkNow
    if ((yield* checks.next(of(watched))).verdict !== "up") return false
  }
  return true
}, Effect.scoped)

/**
 * Builds a fault, waits for its incident, and diagnoses the stored facts of the incident. Returns null if there is no
 * incident.
 */
export const findFault = Effect.fn("findFault")(function* (servers: Servers, fault: LoopbackFault, withinMs: number) {
  const { checks } = yield* TestWorld
  const { watched } = yield* inject(servers, fault)
  const found = Effect.gen(function* () {
    // The service queries the name servers in parallel to the checks, which follow each other quickly on a fast
    // machine.
    while (true) {
      yield* checks.next(of(watched))
      const [row] = yield* storedFacts(watched)
      if (row === undefined || (fault.observed === true && !row.observed)) continue
      const facts = readDiagnosisFacts(row.facts)
      if (facts === null) return yield* Effect.die(new Error(`unreadable facts: ${JSON.stringify(row.facts)}`))
      return { diagnosis: diagnose(facts), facts } satisfies Finding
    }
  })
  return Option.getOrNull(yield* Effect.timeoutOption(found, withinMs))
}, Effect.scoped)

export const diagnoseFault = Effect.fn("diagnoseFault")(function* (servers: Servers, fault: LoopbackFault) {
  const found = yield* findFault(servers, fault, 60_000)
  return found ?? (yield* Effect.die(new Error("no incident with facts")))
})
