import {
  type Authority,
  type Behaviour,
  type DnsServer,
  makeAuthority,
  type RdapServer,
  type Site,
  type SiteTls,
  startDnsServer,
  startRdapServer
} from "@mon/tooling/testbed"
import { type DemoSite, demoSites } from "./demoSites.ts"
import { listen, urlOf } from "./listen.ts"
import { publishDomains, publishProspects } from "./mailRecords.ts"
import { demoPages, homePage } from "./pages.ts"

const DAY_MS = 86_400_000
const PROSPECTS = 240

/** The unstable site is down for the first minutes of each period. */
const UNSTABLE_PERIOD_MS = 8 * 60_000
const UNSTABLE_DOWN_MS = 3 * 60_000

const HOOKS = "hooks.lighthouse-agency-example.com"
const RDAP = "rdap.registry-example.com"
/** The parent of all names that belong to sites without a monitor. */
const SPARE = "clients-example.com"
const INSIDE = "intranet.lighthouse-agency-example.com"
const INSIDE_ADDRESS = "10.20.30.40"

export interface RunningSite {
  readonly site: DemoSite
  readonly url: string
}

export interface RunningPage {
  readonly name: string
  readonly hostname: string
  readonly url: string
  readonly versions: number
}

/** The servers on loopback that simulate the internet. */
export interface SmallInternet {
  /** The name server, as `address:port`. */
  readonly nameServer: string
  /** The root certificate of the authority that signed the certificates, in PEM form. */
  readonly rootPem: string
  readonly rdapBootstrapUrl: string
  readonly sites: ReadonlyArray<RunningSite>
  readonly pages: ReadonlyArray<RunningPage>
  /** Shows the version with this number on all pages that have it. */
  readonly showVersion: (number: number) => void
  readonly hookUrl: string
  /** Returns the URL of a site that nobody monitors yet. `label`: the first label of its name. */
  readonly spareUrl: (label: string) => string
  /** The URL of a host whose address is private. */
  readonly insideUrl: string
  /** The email addresses of prospects, in domains whose mail records the name server knows. */
  readonly prospects: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS)

const certificateOf = ({ certificate, hostname }: DemoSite, authority: Authority): Promise<SiteTls> => {
  const names = [hostname, `www.${hostname}`]
  switch (certificate) {
    case "expired":
      return authority.issue({ names, notBefore: inDays(-92), notAfter: inDays(-2) })
    case "wrong host":
      return authority.issue({ names: ["shared-hosting-example.net"] })
    case "self-signed":
      return authority.selfSigned({ names })
    case "incomplete":
      return authority.issue({ names, chain: "leaf", issuerUrl: "http://authority-example.com/intermediate.cer" })
    default:
      return authority.issue({ names, notBefore: inDays(certificate - 90), notAfter: inDays(certificate + 0.5) })
  }
}

const isDownNow = (startedAt: number): boolean => {
  const elapsed = Date.now() - startedAt
  // The first outage begins half a minute after the start, so that a viewer sees it.
  return elapsed > 30_000 && (elapsed - 30_000) % UNSTABLE_PERIOD_MS < UNSTABLE_DOWN_MS
}

const varied = (delayMs: number): number => Math.round(delayMs * (0.8 + 0.5 * Math.random()))

const behaviourOf = ({ behaviour, delayMs, hostname, name }: DemoSite, startedAt: number): Behaviour => {
  const page = homePage(name)
  const answer = (): Behaviour => ({ body: page, delayMs: varied(delayMs) })
  const unavailable: Behaviour = { status: 503, body: "<h1>Service unavailable</h1>", delayMs }
  switch (behaviour) {
    case "unavailable":
      return unavailable
    case "silent":
      return { hang: "before-headers" }
    case "unstable":
      return () => (isDownNow(startedAt) ? unavailable : answer())
    case "redirecting":
      return ({ host }) =>
        host.startsWith("www.")
          ? answer()
          : { status: 301, redirectTo: `https://www.${host}/`, delayMs: varied(delayMs) }
    case "looping":
      return ({ host }) => ({ redirectTo: `https://${host.startsWith("www.") ? hostname : `www.${host}`}/` })
    default:
      return answer
  }
}

interface Opened extends RunningSite {
  /** Null: the host name does not exist. */
  readonly address: string | null
  readonly server: Site | null
}

const openSite = async (site: DemoSite, number: number, authority: Authority): Promise<Opened> => {
  if (site.behaviour === "no name") return { site, url: `https://${site.hostname}/`, address: null, server: null }
  const server = await listen(number, {
    tls: await certificateOf(site, authority),
    behaviour: behaviourOf(site, Date.now())
  })
  const opened = { site, url: urlOf("https", site.hostname, server.port), address: server.host }
  if (site.behaviour !== "closed") return { ...opened, server }
  await server.close()
  return { ...opened, server: null }
}

const openPages = async (number: number, dns: DnsServer) => {
  const shown = new Map(demoPages.map(({ hostname }) => [hostname, 0]))
  const server = await listen(number, {
    behaviour: ({ host }) => {
      const page = demoPages.find(({ hostname }) => hostname === host.split(":")[0])
      return page === undefined ? { status: 404 } : { body: page.versions[shown.get(page.hostname) ?? 0] ?? "" }
    }
  })
  for (const { hostname } of demoPages) dns.zone.set(hostname, { A: [server.host] })
  return {
    server,
    pages: demoPages.map(({ hostname, name, path, versions }) => ({
      name,
      hostname,
      url: urlOf("http", hostname, server.port, path),
      versions: versions.length
    })),
    showVersion: (version: number) => {
      for (const { hostname, versions } of demoPages) if (version < versions.length) shown.set(hostname, version)
    }
  }
}

const register = (rdap: RdapServer, sites: ReadonlyArray<DemoSite>): void => {
  rdap.list(["com", "net", "org"], [rdap.base])
  for (const { hostname, registrationDays } of sites) {
    rdap.register(hostname, {
      expiresAt: inDays(registrationDays + 0.5).toISOString(),
      registrar: "Example Registrar AS",
      statuses: ["client transfer prohibited"]
    })
  }
}

/**
 * Starts the simulated internet: a name server, a registry, the sites, the watched pages and a receiver of webhooks.
 */
export const startInternet = async (): Promise<SmallInternet> => {
  const [authority, dns, rdap] = await Promise.all([
    makeAuthority({ name: "Example Authority" }),
    startDnsServer(),
    startRdapServer({ name: RDAP })
  ])
  const opened = await Promise.all(demoSites.map((site, index) => openSite(site, index + 1, authority)))
  const { pages, server: pageServer, showVersion } = await openPages(demoSites.length + 1, dns)
  const hooks = await listen(demoSites.length + 2, {
    tls: await authority.issue({ names: [HOOKS] }),
    behaviour: { status: 204 }
  })
  const spare = await listen(demoSites.length + 3, {
    tls: await authority.issue({ names: [SPARE, `*.${SPARE}`] }),
    behaviour: ({ host }) => ({ body: homePage(host), delayMs: varied(40) })
  })
  publishDomains(dns, opened)
  dns.zone.set(`*.${SPARE}`, { A: [spare.host] })
  dns.zone.set(INSIDE, { A: [INSIDE_ADDRESS] })
  dns.zone.set(HOOKS, { A: [hooks.host] })
  dns.zone.set(RDAP, { A: [rdap.host] })
  register(rdap, demoSites)
  rdap.register(SPARE, { expiresAt: inDays(250).toISOString(), registrar: "Example Registrar AS" })
  const servers = [...opened.flatMap(({ server }) => server ?? []), pageServer, hooks, spare, rdap, dns]
  return {
    nameServer: dns.address,
    rootPem: authority.rootPem,
    rdapBootstrapUrl: rdap.bootstrapUrl,
    sites: opened.map(({ site, url }) => ({ site, url })),
    pages,
    showVersion,
    hookUrl: urlOf("https", HOOKS, hooks.port, "/mon"),
    spareUrl: (label) => urlOf("https", `${label}.${SPARE}`, spare.port),
    insideUrl: `https://${INSIDE}`,
    prospects: publishProspects(dns, PROSPECTS),
    close: async () => {
      await Promise.all(servers.map((server) => server.close()))
    }
  }
}
