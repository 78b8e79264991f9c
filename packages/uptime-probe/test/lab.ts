import { makeNodeClient } from "@mon/dns"
import { type Connect, makeAddressPolicy } from "@mon/public-net"
import {
  type Authority,
  type DnsServer,
  makeAuthority,
  type Site,
  type SiteOptions,
  startDnsServer,
  startSite
} from "@mon/tooling/testbed"
import { type CheckRequest, type Probe, type ProbeSettings } from "../src/index.ts"
import { probeUrl } from "../src/probeUrl.ts"
import { type EventLoopMonitor, processEventLoopMonitor, toPorts } from "../src/probe/ProbePorts.ts"

/** Reports no delay, so that a busy machine changes no outcome. */
const quiet: EventLoopMonitor = { begin: () => () => 0 }

/** Starts a name server, a certificate authority, and sites that last for one test. Loopback addresses are allowed. */
export const makeLab = async () => {
  const dns: DnsServer = await startDnsServer()
  const authority: Authority = await makeAuthority()
  const sites: Array<Site> = []
  const dnsClient = makeNodeClient({ servers: [dns.address], timeoutMs: 700, tries: 2 })
  const probeWith = (
    settings: ProbeSettings = {},
    allow: ReadonlyArray<string> = ["127.0.0.0/8", "::1/128"],
    eventLoop = quiet,
    connect?: Connect
  ): Probe => {
    const resolverAnswers = async (signal: AbortSignal) => (await dnsClient.probe(signal)).answers
    const outside = { policy: makeAddressPolicy({ allow }), resolve: dnsClient.resolveAddresses, resolverAnswers }
    const ports = {
      ...toPorts(outside, { extraCa: [authority.rootPem], ...settings }),
      eventLoop,
      ...(connect === undefined ? {} : { connect })
    }
    return { check: (request, signal) => probeUrl(ports, request, signal) }
  }
  const probe = probeWith()
  const monitored = probeWith({}, undefined, processEventLoopMonitor)

  /** Opens a site under a name. The URL of the site contains the port. */
  const open = async (name: string, options: SiteOptions & { readonly secure?: boolean } = {}) => {
    const { secure = false, ...rest } = options
    const site = await startSite({ ...(secure ? { tls: await authority.issue({ names: [name] }) } : {}), ...rest })
    sites.push(site)
    dns.zone.set(name, { A: [site.host] })
    return { site, url: `${secure || rest.tls !== undefined ? "https" : "http"}://${name}:${site.port}/` }
  }

  return {
    dns,
    authority,
    probe,
    probeWith,
    open,
    /** Checks with the event-loop monitor that probes use by default. */
    monitoredCheck: (url: string, more: Partial<CheckRequest> = {}) =>
      monitored.check({ url, timeoutMs: 3_000, ...more }),
    check: (url: string, more: Partial<CheckRequest> = {}) => probe.check({ url, timeoutMs: 3_000, ...more }),
    closeSites: async () => {
      await Promise.all(sites.splice(0).map((site) => site.close()))
    },
    close: async () => {
      await Promise.all([...sites.splice(0).map((site) => site.close()), dns.close()])
    }
  }
}

export type Lab = Awaited<ReturnType<typeof makeLab>>
