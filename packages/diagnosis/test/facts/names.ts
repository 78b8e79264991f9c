import type { CauseClass, DiagnosisFacts, DnsFacts, RegistrationFacts } from "../../src/index.ts"
import {
  ADDRESS,
  ago,
  answered,
  type BuildFacts,
  daysAgo,
  failed,
  GOOD_CERTIFICATE,
  GOOD_PAGE,
  HOST,
  NAME_SERVERS,
  OTHER,
  REGISTERED,
  SAME_DELEGATION,
  serversAre,
  zone
} from "./base.ts"

const PARKING = ["ns1.parking.example", "ns2.parking.example"]
const PARKED_BODY = "<title>example.com</title><script src=https://img.sedoparking.com/x.js></script>"
const START = "<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1>"

const withoutDelegation = (seen: string, registration: RegistrationFacts): DiagnosisFacts => {
  const gone = { delegation: { parent: [], before: NAME_SERVERS } }
  if (seen === "parking_page")
    return answered(200, PARKED_BODY, {
      registration,
      dns: {
        delegation: { parent: PARKING, before: NAME_SERVERS },
        changes: [{ type: "A", added: [OTHER], removed: [ADDRESS], at: ago(5) }]
      }
    })
  if (seen === "silent")
    return failed(
      { outcome: "connect_timeout", address: OTHER },
      {
        registration,
        dns: { delegation: { parent: PARKING, before: NAME_SERVERS } }
      }
    )
  if (seen === "servfail") return failed({ outcome: "dns_servfail" }, { registration, dns: gone })
  return failed({ outcome: "dns_nxdomain" }, { registration, dns: gone })
}

const changed = (added: ReadonlyArray<string>, removed: ReadonlyArray<string>, type = "A") => [
  { type, name: HOST, added, removed, at: ago(20) }
]

/** Returns the facts of a new server that does not serve the site. */
const newServer = (kind: string, dns: DnsFacts): DiagnosisFacts => {
  const check = { address: OTHER }
  const names = ["panel.hoster.example"]
  switch (kind) {
    case "refuses":
      return failed({ ...check, outcome: "connect_refused" }, { dns })
    case "silent":
      return failed({ ...check, outcome: "connect_timeout" }, { dns })
    case "other_certificate":
      return failed(
        { ...check, outcome: "tls_handshake" },
        {
          dns,
          certificate: {
            ...GOOD_CERTIFICATE,
            problems: ["wrong_host"],
            names,
            fingerprint256: "BB",
            validFrom: daysAgo(80)
          },
          certificateBefore: GOOD_CERTIFICATE
        }
      )
    case "not_found":
      return {
        ...answered(404, "<title>404</title>Not Found", { dns }),
        check: { ...check, outcome: "http_status", statusCode: 404 }
      }
    default:
      return {
        ...answered(200, START, { dns }),
        check: {
          ...check,
          outcome: "expectation_failed",
          statusCode: 200,
          expectations: [{ kind: "text", expected: "Our shop", holds: false }]
        }
      }
  }
}

export const nameFacts = {
  registration_expired: ({ daysAgo: days, seen }) =>
    withoutDelegation(String(seen), { ...REGISTERED, expiresAt: daysAgo(Number(days)) }),
  registration_on_hold: ({ seen, status }) => {
    const outcome = seen === "servfail" ? "dns_servfail" : "dns_nxdomain"
    return failed(
      { outcome },
      {
        registration: { ...REGISTERED, statuses: String(status).split("+") },
        dns: { delegation: { parent: [], before: NAME_SERVERS } }
      }
    )
  },
  registration_deleted: ({ registry }) =>
    failed(
      { outcome: "dns_nxdomain" },
      {
        registration:
          registry === "not_registered"
            ? { outcome: "not_registered", expiresAt: null, statuses: [] }
            : {
                ...REGISTERED,
                expiresAt: daysAgo(50),
                statuses: String(registry).replace("redemption+", "redemptionPeriod+").split("+")
              },
        dns: { delegation: { parent: [], before: NAME_SERVERS } }
      }
    ),
  delegation_changed: ({ ago: when, newServers, replaced }) => {
    const parent = replaced === "all" ? PARKING : [NAME_SERVERS[0] ?? "", ...PARKING]
    const at = when === "minutes" ? ago(15) : ago(600)
    const dns = {
      delegation: { parent, before: NAME_SERVERS },
      changes: [{ type: "NS", added: PARKING, removed: NAME_SERVERS, at }]
    }
    if (newServers === "other_addresses") {
      const changes = [...dns.changes, { type: "A", added: [OTHER], removed: [ADDRESS], at }]
      return failed({ outcome: "connect_refused", address: OTHER }, { dns: { ...dns, changes } })
    }
    if (newServers === "parking") return answered(200, PARKED_BODY, { dns })
    if (newServers === "empty_zone")
      return failed({ outcome: "dns_nodata" }, { dns: { ...dns, answers: zone("nodata") } })
    return failed({ outcome: "dns_servfail" }, { dns: { ...dns, servers: serversAre("lame", "lame") } })
  },
  delegation_lame: ({ servers }) => {
    const list =
      servers === "all_but_a_silent_one"
        ? serversAre("lame", "silent")
        : servers === "the_one_in_the_cache"
          ? serversAre("lame", "ok")
          : serversAre("lame", "lame")
    return failed(
      { outcome: "dns_servfail" },
      { dns: { servers: list, delegation: SAME_DELEGATION, answers: zone("failed") } }
    )
  },
  name_servers_silent: ({ servers }) =>
    failed(
      { outcome: servers === 1 ? "dns_servfail" : "dns_timeout" },
      {
        dns: {
          servers: serversAre(...Array.from({ length: Number(servers) }, () => "silent" as const)),
          delegation: SAME_DELEGATION
        }
      }
    ),
  dnssec_broken: ({ break: problem, resolvers }) => {
    const problems = {
      ds_without_key: "no_matching_key",
      signature_expired: "signature_expired",
      signature_missing: "signature_missing",
      unknown_algorithm: "algorithm",
      signature_not_yet_valid: "not_yet_valid"
    } as const
    const refused = { resolver: "192.0.2.53", type: "A", status: "servfail", validates: true } as const
    const answers = { resolver: "198.51.100.53", type: "A", status: "ok", validates: false } as const
    return failed(
      { outcome: "dns_servfail" },
      {
        dns: {
          answers: zone("ok", [ADDRESS]),
          servers: serversAre("ok", "ok"),
          delegation: SAME_DELEGATION,
          ...(resolvers === "all_validate"
            ? { dnssec: { state: "bogus", problem: problems[problem as keyof typeof problems] }, resolvers: [refused] }
            : { resolvers: [refused, answers] })
        }
      }
    )
  },
  address_removed: ({ answer, watched }) => {
    const missing = String(answer).startsWith("nxdomain") ? "nxdomain" : "nodata"
    return failed(
      { outcome: `dns_${missing}` },
      {
        dns: {
          answers: zone(missing),
          delegation: SAME_DELEGATION,
          servers: serversAre("ok", "ok"),
          ...(watched === true ? { changes: changed([], [ADDRESS]) } : {})
        }
      }
    )
  },
  address_changed: ({ family, newServer: kind, replaced }) => {
    const added = family === 6 ? ["2001:db8::20"] : [OTHER]
    const removed = replaced === "all" ? [ADDRESS] : []
    return newServer(String(kind), {
      changes: changed(added, removed, family === 6 ? "AAAA" : "A"),
      delegation: SAME_DELEGATION
    })
  },
  cname_changed: ({ before, newTarget }) =>
    newServer(String(newTarget), {
      alias: {
        target: "new.platform.example",
        status: "ok",
        before: before === "addresses" ? null : before === "alias" ? "old.platform.example" : "first.example.net"
      },
      delegation: SAME_DELEGATION
    }),
  cname_dangling: ({ host, target }) => {
    const alias = { target: "shop.platform.example", before: "shop.platform.example" }
    if (target === "nxdomain" || target === "nodata")
      return failed(
        { outcome: `dns_${target}` },
        {
          dns: { alias: { ...alias, status: target }, delegation: SAME_DELEGATION }
        }
      )
    const bodies = {
      github_pages: "<title>Site not found</title><p>There isn't a GitHub Pages site here.</p>",
      heroku: '<title>No such app</title><iframe src="//www.herokucdn.com/error-pages/no-such-app.html"></iframe>',
      s3: "<Error><Code>NoSuchBucket</Code></Error>"
    }
    return answered(404, bodies[target as keyof typeof bodies], {
      dns: host === "apex_flattened" ? { delegation: SAME_DELEGATION } : { alias: { ...alias, status: "ok" } }
    })
  },
  address_not_public: ({ address, before }) =>
    failed(
      { outcome: "blocked_address", address: null },
      {
        dns: {
          answers: zone("ok", [String(address)]),
          ...(before === "public" ? { changes: changed([String(address)], [ADDRESS]) } : {})
        }
      }
    ),
  name_servers_differ: ({ behind }) => {
    const [first = "", second = ""] = NAME_SERVERS
    const good = { server: first, type: "A", status: "ok", records: [OTHER] } as const
    const servers = serversAre("ok", "ok").map((server, index) => ({ ...server, serial: 2 - index }))
    const dns = { delegation: SAME_DELEGATION, servers }
    if (behind === "old_address" || behind === "old_alias")
      return failed(
        { outcome: "connect_timeout" },
        {
          dns: { ...dns, answers: [good, { server: second, type: "A", status: "ok", records: [ADDRESS] }] }
        }
      )
    const status = behind === "nodata" ? "nodata" : "nxdomain"
    return failed(
      { outcome: `dns_${status}` },
      { dns: { ...dns, answers: [good, { server: second, type: "A", status }] } }
    )
  },
  parked_page: ({ page, with: other }) => {
    const bodies = {
      for_sale: "<title>example.com</title><h1>This domain is for sale</h1>",
      sedo: PARKED_BODY,
      registrar_parked: "<title>Domain parked by OnlyDomains</title>",
      parkingcrew: "<script src=//d1.parkingcrew.net/a.js></script>",
      coming_soon: "<h1>Future home of something quite cool.</h1>"
    }
    const body = bodies[page as keyof typeof bodies]
    const dns = { changes: changed([OTHER], [ADDRESS]) }
    return answered(200, body, {
      ...(other === "name_servers_changed" || other === "address_changed" ? { dns } : {}),
      pageBefore: GOOD_PAGE
    })
  }
} as const satisfies Partial<Record<CauseClass, BuildFacts>>
