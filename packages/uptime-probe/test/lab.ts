import { makeNodeClient } from "@mon/dns"
import { makeAddressPolicy } from "@mon/public-net"
import { type Authority, type DnsServer, makeAuthority, type Site, type SiteOptions, startDnsServer, startSite } from "@mon/testbed"
import { type LookRequest, makeProbe, type ProbeSettings } from "../src/index.ts"

/** A name server, an authority, and sites that live for one test; loopback is let through. */
export const makeLab = async () => {
  const dns: DnsServer = await startDnsServer()
  const authority: Authority = await makeAuthority()
  const sites: Array<Site> = []
  const dnsClient = makeNodeClient({ servers: [dns.address], timeoutMs: 300, tries: 1 })
  const probeWith = (settings: ProbeSettings = {}, allow: ReadonlyArray<string> = ["127.0.0.0/8", "::1/128"]) =>
    makeProbe({ policy: makeAddressPolicy({ allow }), dns: dnsClient, extraCa: [authority.rootPem], ...settings })
  const probe = probeWith()

  /** A site under a name; its URL has the port. */
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
    look: (url: string, more: Partial<LookRequest> = {}) => probe.look({ url, timeoutMs: 3_000, ...more }),
    closeSites: async () => {
      await Promise.all(sites.splice(0).map((site) => site.close()))
    },
    close: async () => {
      await Promise.all([...sites.splice(0).map((site) => site.close()), dns.close()])
    }
  }
}

export type Lab = Awaited<ReturnType<typeof makeLab>>
