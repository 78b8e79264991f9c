import { makeAddressPolicy } from "@mon/public-net"
import { makeNodeClient } from "@mon/dns"
import {
  type RdapServer,
  type RdapServerOptions,
  startDnsServer,
  startRdapServer,
  startWhoisServer
} from "@mon/tooling/testbed"
import { type DomainExpiryOptions, makeDomainExpiry } from "../src/domain-expiry.ts"
import type { ExpiryClock } from "../src/expiry/ServerRateLimit.ts"

export const NOW = Date.UTC(2026, 0, 1)

/** Makes a clock that a test advances. Timers that become due fire immediately. */
export const makeClock = () => {
  let now = NOW
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  const watchers: Array<() => void> = []
  const clock: ExpiryClock & {
    readonly advance: (milliseconds: number) => void
    readonly whenWaiting: () => Promise<void>
    readonly waiting: () => number
  } = {
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run }
      timers.add(timer)
      for (const fire of watchers.splice(0)) fire()
      return () => timers.delete(timer)
    },
    advance: (milliseconds) => {
      now += milliseconds
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer)
        timer.run()
      }
    },
    waiting: () => timers.size,
    whenWaiting: () => (timers.size > 0 ? Promise.resolve() : new Promise((resolve) => watchers.push(resolve)))
  }
  return clock
}

/**
 * Starts a registry for .test names: a name server, RDAP servers of which the first also serves the list, and one WHOIS
 * server that acts as the root server and as all other WHOIS servers.
 */
export const makeRegistryLab = async () => {
  const dns = await startDnsServer()
  const whois = await startWhoisServer()
  const clock = makeClock()
  const servers: Array<RdapServer> = []
  const addRdap = async (name: string, options: RdapServerOptions = {}) => {
    const server = await startRdapServer({ ...options, name })
    dns.zone.set(name, { A: [server.host] })
    servers.push(server)
    return server
  }
  const rdap = await addRdap("rdap.nic.com")
  dns.zone.set("whois.iana.org", { A: [whois.host] })
  dns.zone.set("whois.nic.io", { A: [whois.host] })
  const dnsClient = makeNodeClient({ servers: [dns.address], timeoutMs: 300, tries: 1 })
  const expiryWith = (options: DomainExpiryOptions = {}) =>
    makeDomainExpiry({
      dns: dnsClient,
      policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
      bootstrapUrl: rdap.bootstrapUrl,
      whoisServer: `whois.iana.org:${whois.port}`,
      timeoutMs: 2_000,
      minIntervalMs: 0,
      clock,
      ...options
    })
  return {
    dns,
    rdap,
    whois,
    clock,
    addRdap,
    expiryWith,
    close: async () => {
      await Promise.all([...servers, whois, dns].map((server) => server.close()))
    }
  }
}

export type RegistryLab = Awaited<ReturnType<typeof makeRegistryLab>>
