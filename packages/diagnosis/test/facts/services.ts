import type { CauseClass, CheckFacts, DiagnosisFacts } from "../../src/index.ts"
import { ADDRESS, AT, type BuildFacts, GOOD_CERTIFICATE, SINCE } from "./base.ts"

/** Returns the facts of a database that was up and whose check has failed. */
export const serviceFailed = (
  check: Partial<CheckFacts> & Pick<CheckFacts, "outcome">,
  facts: DiagnosisFacts = {}
): DiagnosisFacts => ({
  subject: "service",
  at: AT,
  since: SINCE,
  target: { url: "postgres://db.example.com:5432", host: "db.example.com", domain: "example.com" },
  check: { at: AT, address: ADDRESS, ...check },
  network: { state: "ok" },
  ...facts
})

const connected = { phases: { connectMs: 1 } }

/** The facts of causes that only services have. The laboratory builds no services. */
export const serviceFacts = {
  service_silent: () => serviceFailed({ outcome: "closed_unanswered", ...connected }),
  service_refuses: () =>
    serviceFailed({ outcome: "service_refused", message: "FATAL: too many clients.", ...connected }),
  login_refused: () => serviceFailed({ outcome: "login_refused", ...connected }),
  wrong_answer: () => serviceFailed({ outcome: "wrong_answer", ...connected }),
  other_protocol: () => serviceFailed({ outcome: "protocol_error", ...connected })
} as const satisfies Partial<Record<CauseClass, BuildFacts>>

const answers = { otherPorts: [{ port: "icmp", outcome: "ok" }] } as const
export const silentPorts = [
  { port: 443, outcome: "connect_timeout" },
  { port: "icmp", outcome: "connect_timeout" }
] as const
const certificate = (problem: string) => ({ certificate: { ...GOOD_CERTIFICATE, problems: [problem] } })
const pinged = (facts: DiagnosisFacts): DiagnosisFacts => ({ ...facts, target: { url: "icmp://db.example.com" } })

/** What failed, its facts, and the cause. */
export const serviceCases: ReadonlyArray<readonly [string, DiagnosisFacts, CauseClass | "not_known"]> = [
  ["a refused port", serviceFailed({ outcome: "connect_refused" }), "connection_refused"],
  [
    "a connection without an answer to a host whose other monitor is down",
    serviceFailed(
      { outcome: "closed_unanswered" },
      { sharedWith: [{ kind: "address", value: ADDRESS, failing: 1, working: 0 }] }
    ),
    "service_silent"
  ],
  [
    "a silent port of a host that answers pings",
    serviceFailed({ outcome: "connect_timeout" }, answers),
    "connection_filtered"
  ],
  [
    "a host that answers neither ports nor pings",
    serviceFailed({ outcome: "connect_timeout" }, { otherPorts: silentPorts }),
    "server_silent"
  ],
  [
    "silent ports of a host that nobody pinged",
    serviceFailed({ outcome: "connect_timeout" }, { otherPorts: silentPorts.slice(0, 1) }),
    "not_known"
  ],
  [
    "a silent port, and other monitors of the host that were up a moment ago",
    serviceFailed(
      { outcome: "connect_timeout" },
      { sharedWith: [{ kind: "address", value: ADDRESS, failing: 0, working: 2 }] }
    ),
    "not_known"
  ],
  ["a reset connection", serviceFailed({ outcome: "connect_reset" }), "connection_reset"],
  ["a connection without an answer", serviceFailed({ outcome: "closed_unanswered" }), "service_silent"],
  ["a host that answers no pings", pinged(serviceFailed({ outcome: "header_timeout" })), "not_known"],
  [
    "a host whose ports answer, but no pings",
    pinged(serviceFailed({ outcome: "no_route" }, { otherPorts: [{ port: 443, outcome: "ok" }] })),
    "connection_filtered"
  ],
  ["a server that starts", serviceFacts.service_refuses(), "service_refuses"],
  ["a refused login", serviceFailed({ outcome: "login_refused" }), "login_refused"],
  [
    "a login that was not sent, because the certificate has expired",
    serviceFailed({ outcome: "login_refused" }, certificate("expired")),
    "certificate_expired"
  ],
  ["a wrong answer", serviceFailed({ outcome: "wrong_answer" }), "wrong_answer"],
  [
    "an unmet expectation about the answer",
    serviceFailed({
      outcome: "expectation_failed",
      expectations: [{ kind: "other", expected: "an A record", actual: "none", holds: false }]
    }),
    "wrong_answer"
  ],
  [
    "an unmet expectation about the time",
    serviceFailed({
      outcome: "expectation_failed",
      expectations: [{ kind: "time", expected: "an answer in 1 s", actual: "2 s", holds: false }]
    }),
    "not_known"
  ],
  ["an answer in another protocol", serviceFailed({ outcome: "protocol_error" }), "other_protocol"],
  [
    "a certificate for another name",
    serviceFailed({ outcome: "tls_handshake" }, certificate("wrong_host")),
    "certificate_for_other_name"
  ],
  [
    "a self-signed certificate",
    serviceFailed({ outcome: "tls_handshake" }, certificate("self_signed")),
    "certificate_untrusted"
  ],
  [
    "a failure over a network that may be broken",
    serviceFailed({ outcome: "connect_refused" }, { network: { state: "in_doubt" } }),
    "own_network"
  ],
  ["an error of our own", serviceFailed({ outcome: "prober_fault" }), "not_known"]
]
