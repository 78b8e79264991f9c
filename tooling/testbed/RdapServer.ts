import type { Behaviour, SiteRequest } from "./Behaviour.ts"
import { type Site, type SiteTls, startSite } from "./Site.ts"

export interface RdapRegistration {
  /** The expiration time (RFC 3339). Without it, there is no "expiration" event. */
  readonly expiresAt?: string
  readonly registrar?: string
  /** The statuses in the words of RDAP, such as "client hold". */
  readonly statuses?: ReadonlyArray<string>
  /** Additional events before the expiration event. */
  readonly events?: ReadonlyArray<{ readonly eventAction: string; readonly eventDate: string }>
}

export interface RdapServer {
  readonly host: string
  readonly port: number
  /** The base URL in the form of a bootstrap document: `http://127.0.0.1:8080/rdap/`. */
  readonly base: string
  /** The URL of the bootstrap document (RFC 9224): `http://127.0.0.1:8080/dns.json`. */
  readonly bootstrapUrl: string
  /** Adds a service to the bootstrap document. */
  readonly list: (names: ReadonlyArray<string>, bases: ReadonlyArray<string>) => void
  readonly register: (domain: string, registration: RdapRegistration) => void
  readonly release: (domain: string) => void
  /** Replaces the responses to domain queries. Null: restores them. */
  readonly behave: (behaviour: Behaviour | null) => void
  /** Replaces the response to requests for the bootstrap document. Null: restores it. */
  readonly behaveAsBootstrap: (behaviour: Behaviour | null) => void
  readonly requests: ReadonlyArray<SiteRequest>
  /** Returns the domains that were queried, in order. */
  readonly asked: () => ReadonlyArray<string>
  readonly nextRequest: Site["nextRequest"]
  readonly close: () => Promise<void>
}

export interface RdapServerOptions {
  /** Any address of 127.0.0.0/8 or ::1. Default: 127.0.0.1. */
  readonly host?: string
  readonly tls?: SiteTls
  /** The host name in the URLs. Default: the address. */
  readonly name?: string
}

const PATH = /^\/rdap\/domain\/([^/?]+)$/

const domainObject = (
  domain: string,
  { expiresAt, registrar, statuses = ["active"], events = [] }: RdapRegistration
) => ({
  objectClassName: "domain",
  rdapConformance: ["rdap_level_0"],
  ldhName: domain.toUpperCase(),
  status: statuses,
  events: [
    { eventAction: "registration", eventDate: "2001-02-03T04:05:06Z" },
    ...events,
    ...(expiresAt === undefined ? [] : [{ eventAction: "expiration", eventDate: expiresAt }])
  ],
  entities:
    registrar === undefined
      ? []
      : [
          {
            objectClassName: "entity",
            roles: ["registrar"],
            vcardArray: [
              "vcard",
              [
                ["version", {}, "text", "4.0"],
                ["fn", {}, "text", registrar]
              ]
            ]
          }
        ]
})

const json = (type: string, value: unknown, status = 200): Behaviour => ({
  status,
  headers: { "content-type": type },
  body: JSON.stringify(value)
})

/**
 * Starts an RDAP server (RFC 7480, RFC 9083) with its own bootstrap document.
 *
 * @example
 * ```ts
 * const rdap = await startRdapServer()
 * rdap.list(["com"], [rdap.base])
 * rdap.register("example.com", { expiresAt: "2030-08-13T04:00:00Z", registrar: "Names Inc." })
 * await rdap.close()
 * ```
 */
export const startRdapServer = async ({ name, ...options }: RdapServerOptions = {}): Promise<RdapServer> => {
  const domains = new Map<string, RdapRegistration>()
  const services: Array<readonly [ReadonlyArray<string>, ReadonlyArray<string>]> = []
  let instead: Behaviour | null = null
  let insteadOfBootstrap: Behaviour | null = null
  const behaviour = ({ path }: SiteRequest): Behaviour => {
    if (path === "/dns.json")
      return (
        insteadOfBootstrap ??
        json("application/json", { version: "1.0", publication: "2026-01-01T00:00:00Z", services })
      )
    if (instead !== null) return instead
    const domain = PATH.exec(path)?.[1] ?? ""
    const known = domains.get(domain)
    return known === undefined
      ? json("application/rdap+json", { errorCode: 404, title: "Not Found" }, 404)
      : json("application/rdap+json", domainObject(domain, known))
  }
  const site = await startSite({ ...options, behaviour })
  const origin =
    name === undefined ? site.origin : `${options.tls === undefined ? "http" : "https"}://${name}:${site.port}`
  return {
    host: site.host,
    port: site.port,
    base: `${origin}/rdap/`,
    bootstrapUrl: `${origin}/dns.json`,
    list: (names, bases) => {
      services.push([names, bases])
    },
    register: (domain, registration) => {
      domains.set(domain, registration)
    },
    release: (domain) => {
      domains.delete(domain)
    },
    behave: (next) => {
      instead = next
    },
    behaveAsBootstrap: (next) => {
      insteadOfBootstrap = next
    },
    requests: site.requests,
    asked: () => site.requests.flatMap(({ path }) => PATH.exec(path)?.[1] ?? []),
    nextRequest: site.nextRequest,
    close: site.close
  }
}
