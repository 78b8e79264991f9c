import type { Setting } from "../../src/faults/Fault.ts"
import type { CheckFacts, DiagnosisFacts, PageFacts } from "../../src/index.ts"

/** Builds the facts that the laboratory would observe for a fault with these settings. All other facts are in order. */
export type BuildFacts = (settings: Readonly<Record<string, Setting>>) => DiagnosisFacts

export const AT = "2026-11-23T12:00:00Z"
export const SINCE = "2026-11-23T11:58:00Z"
export const HOST = "www.example.com"
export const ADDRESS = "192.0.2.10"
export const OTHER = "198.51.100.20"

/** Returns a time in ISO 8601, this many minutes before the failure. */
export const ago = (minutes: number): string => new Date(Date.parse(SINCE) - minutes * 60_000).toISOString()
export const daysAgo = (days: number): string => ago(days * 1_440)

export const GOOD: CheckFacts = {
  at: ago(2),
  outcome: "ok",
  statusCode: 200,
  address: ADDRESS,
  protocol: "TLSv1.3",
  finalUrl: `https://${HOST}/`
}

export const GOOD_PAGE: PageFacts = {
  headers: { server: "nginx", "content-type": "text/html" },
  body: `<!doctype html><title>Shop</title><h1>Our shop</h1>${"<p>Many things to buy.</p>".repeat(40)}`
}

export const GOOD_CERTIFICATE = {
  problems: [],
  names: [HOST, "example.com"],
  issuer: "CN=R11, O=Let's Encrypt",
  subject: `CN=${HOST}`,
  validFrom: daysAgo(40),
  validTo: daysAgo(-50),
  fingerprint256: "AA:AA"
}

export const REGISTERED = {
  outcome: "registered",
  expiresAt: daysAgo(-200),
  registrar: "Example Registrar",
  statuses: ["clientTransferProhibited"]
} as const

export const NAME_SERVERS = ["ns1.example.net", "ns2.example.net"]

/** Returns the facts of a site that was up and whose check has failed. */
export const failed = (check: Partial<CheckFacts>, facts: DiagnosisFacts = {}): DiagnosisFacts => ({
  at: AT,
  since: SINCE,
  target: { url: `https://${HOST}/`, host: HOST, domain: "example.com" },
  check: { at: AT, outcome: "http_status", address: ADDRESS, finalUrl: `https://${HOST}/`, ...check },
  lastGood: GOOD,
  network: { state: "ok" },
  registration: REGISTERED,
  ...facts
})

/** Returns the facts of a failed check to which the server responded with a page. */
export const answered = (
  statusCode: number,
  body: string,
  facts: DiagnosisFacts = {},
  headers: Readonly<Record<string, string>> = { server: "nginx" }
): DiagnosisFacts =>
  failed(
    { outcome: statusCode < 400 ? "expectation_failed" : "http_status", statusCode },
    { page: { headers, body }, pageBefore: GOOD_PAGE, certificate: GOOD_CERTIFICATE, ...facts }
  )

export const zone = (
  status: "ok" | "nodata" | "nxdomain" | "failed",
  records: ReadonlyArray<string> = [],
  type = "A"
) => NAME_SERVERS.map((server) => ({ server, type, status, records }))

export const serversAre = (...statuses: ReadonlyArray<"ok" | "lame" | "silent">) =>
  statuses.map((status, index) => ({ server: `ns${index + 1}.example.net`, status }))

export const SAME_DELEGATION = { parent: NAME_SERVERS, before: NAME_SERVERS }
