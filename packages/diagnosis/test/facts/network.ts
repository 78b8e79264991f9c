import type { CauseClass, DiagnosisFacts } from "../../src/index.ts"
import {
  ADDRESS,
  ago,
  answered,
  AT,
  type BuildFacts,
  failed,
  GOOD,
  GOOD_CERTIFICATE,
  GOOD_PAGE,
  OTHER
} from "./base.ts"

const SIX = "2001:db8::10"

const outcomes: Readonly<Record<string, string>> = {
  silent: "connect_timeout",
  refused: "connect_refused",
  reset: "connect_reset",
  no_route: "no_route",
  wrong_certificate: "tls_handshake",
  status_403: "http_status",
  dns_timeout: "dns_timeout",
  dns_servfail: "dns_servfail",
  dns_nodata: "dns_nodata",
  tls_timeout: "tls_timeout",
  status_503: "http_status",
  status_502: "http_status"
}
const statusOf = (outcome: string): number | null => (outcome.startsWith("status_") ? Number(outcome.slice(7)) : null)
const codeOf = (outcome: string): string => outcomes[outcome] ?? outcome

const failedWith = (outcome: string, facts: DiagnosisFacts = {}): DiagnosisFacts => {
  const status = statusOf(outcome)
  return status === null ? failed({ outcome: codeOf(outcome) }, facts) : answered(status, `<h1>${status}</h1>`, facts)
}

const locations = (failing: number, working: number, outcome: string, providers: ReadonlyArray<string>) => [
  ...Array.from({ length: failing }, (_, index) => ({
    location: `fra-${index}`,
    provider: providers[index % providers.length] ?? null,
    outcome
  })),
  ...Array.from({ length: working }, (_, index) => ({
    location: `nyc-${index}`,
    provider: `other-${index}`,
    outcome: "ok"
  }))
]

const addresses = (list: ReadonlyArray<string>, outcome: string) => list.map((address) => ({ address, outcome }))

const listOf = (kind: unknown): ReadonlyArray<string> =>
  kind === "dual_stack" ? [ADDRESS, SIX] : kind === "two" ? [ADDRESS, OTHER] : [ADDRESS]

export const networkFacts = {
  connection_refused: ({ addresses: kind }) =>
    failed({ outcome: "connect_refused" }, { addresses: addresses(listOf(kind), "connect_refused") }),
  connection_filtered: ({ filter, open }) => {
    const outcome = filter === "drop_tls_only" || filter === "drop_after_syn" ? "tls_timeout" : "connect_timeout"
    const rejected = filter === "reject_admin_prohibited"
    const check = rejected ? { outcome: "no_route", prohibited: true } : { outcome }
    if (open === "other_location") return failed(check, { locations: locations(2, 3, check.outcome, ["one", "two"]) })
    const port = open === "port_80" ? 80 : open === "icmp" ? "icmp" : 22
    return failed(check, { otherPorts: [{ port, outcome: "ok" }] })
  },
  server_silent: ({ addresses: kind, how }) => {
    const outcome = how === "host_unreachable" || how === "network_unreachable" ? "no_route" : "connect_timeout"
    return failed(
      { outcome },
      {
        addresses: addresses(listOf(kind), outcome),
        otherPorts: [{ port: 80, outcome: "connect_timeout" }]
      }
    )
  },
  connection_reset: ({ share }) =>
    failed(
      { outcome: "connect_reset" },
      {
        earlier:
          share === "most"
            ? [1, 2, 3, 4, 5].map((n) => ({
                at: ago(n * 5),
                outcome: n % 2 === 0 ? "ok" : "connect_reset",
                totalMs: 90
              }))
            : [],
        addresses: addresses([ADDRESS], "connect_reset")
      }
    ),
  ipv6_broken: ({ check, outcome }) =>
    failed(
      { outcome: codeOf(String(outcome)), address: SIX },
      {
        addresses: [
          ...addresses([SIX, ...(check === "two_of_two_addresses" ? ["2001:db8::11"] : [])], codeOf(String(outcome))),
          { address: ADDRESS, outcome: "ok" }
        ]
      }
    ),
  one_location: ({ others, outcome }) =>
    failedWith(String(outcome), { locations: locations(1, Number(others), codeOf(String(outcome)), ["one"]) }),
  one_provider: ({ failing, outcome }) =>
    failedWith(String(outcome), { locations: locations(Number(failing), 3, codeOf(String(outcome)), ["one"]) }),
  own_network: ({ lost, site }) =>
    failedWith(String(site), { network: { state: lost === "all" || lost === "resolver" ? "away" : "in_doubt" } }),
  shared_cause: ({ failing, shared }) =>
    failed(
      { outcome: shared === "name_servers" ? "dns_timeout" : "connect_timeout" },
      {
        sharedWith: [{ kind: shared as "address", value: "192.0.2.0/24", failing: Number(failing), working: 0 }]
      }
    ),
  monitor_edited: ({ edited, minutesAgo }) => {
    const at = ago(Number(minutesAgo))
    // All fields of a request are one field of a monitor.
    const fields = [
      edited === "timeout" ? "timeoutSeconds" : /method|headers/u.test(String(edited)) ? "request" : String(edited)
    ]
    const edits = [{ at, fields }]
    const facts = {
      edits,
      lastGood: { ...GOOD, at: ago(Number(minutesAgo) + 1) },
      pageBefore: GOOD_PAGE,
      page: GOOD_PAGE
    }
    switch (edited) {
      case "url":
        return failed({ outcome: "http_status", statusCode: 404 }, facts)
      case "expect":
        return failed(
          {
            outcome: "expectation_failed",
            statusCode: 200,
            expectations: [{ kind: "text", expected: "Our shpo", holds: false }]
          },
          facts
        )
      case "timeout":
        return failed({ outcome: "header_timeout" }, { ...facts, page: {} })
      case "method":
        return failed({ outcome: "http_status", statusCode: 405 }, facts)
      default:
        return failed({ outcome: "http_status", statusCode: 401 }, facts)
    }
  },
  planned_maintenance: ({ outcome, window }) => {
    const from = window === "just_begun" ? ago(1) : ago(60)
    const to = window === "overrun" ? new Date(Date.parse(AT) - 30_000).toISOString() : ago(-60)
    return failedWith(String(outcome), {
      certificate: GOOD_CERTIFICATE,
      windows: [{ name: "Update of the shop", from, to }]
    })
  }
} as const satisfies Partial<Record<CauseClass, BuildFacts>>
