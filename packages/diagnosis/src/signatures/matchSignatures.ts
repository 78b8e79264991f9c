import {
  nameOfFamily,
  pageRules,
  type RecognisedCode,
  type RuleTable,
  ruleTable,
  unavailablePages
} from "@mon/bundled/content-faults"
import type { PageFacts } from "../facts/DiagnosisFacts.ts"
import { type AnswerText, readAnswer } from "./AnswerText.ts"
import { botWalls } from "./botWalls.ts"
import { cdnPages, platformPages, proxies, suspensionPaths, unclaimedPages, unusedDomains } from "./errorPages.ts"
import type { Signature } from "./Signature.ts"

export const signatureTables = {
  wall: botWalls,
  cdn: cdnPages,
  platform: platformPages,
  unclaimed: unclaimedPages,
  proxy: proxies,
  parked: unusedDomains,
  suspended: suspensionPaths
} as const satisfies Readonly<Record<string, ReadonlyArray<Signature>>>

export type SignatureKind = keyof typeof signatureTables | "maintenance" | "program" | "start"

/**
 * The kinds of page that a response may contain. Each value is the name of the service or program, or empty if the name
 * is not known; null if the response is not of this kind.
 */
export type SignatureMatches = Readonly<Record<SignatureKind, string | null>> & {
  /** The parsed page; null if there is no page. */
  readonly page: AnswerText | null
}

interface Answer {
  readonly text: AnswerText
  readonly status: number | null
  readonly path: string
}

const inRange = (status: number | null, range: Signature["statuses"]): boolean =>
  range === undefined || (status !== null && status >= range[0] && status <= range[1])

const hasHeader = ({ headers }: AnswerText, header: Signature["header"]): boolean => {
  if (header === undefined) return true
  const value = headers.get(header[0])
  return value !== undefined && (header[1] === undefined || value.includes(header[1]))
}

const matches = ({ path, status, text }: Answer, signature: Signature): boolean =>
  inRange(status, signature.statuses) &&
  hasHeader(text, signature.header) &&
  (signature.isShort === undefined || text.isShort) &&
  (signature.path === undefined || path.includes(signature.path)) &&
  (signature.source === undefined || signature.source.every((part) => text.source.includes(part)))

/** Returns the content rules without the rules for maintenance pages that are sent with the status 503. */
const contentRules = () => ruleTable(pageRules.filter((one) => one !== unavailablePages))

let rules: RuleTable | undefined

const kindOf: Partial<Record<RecognisedCode, SignatureKind>> = {
  application_error: "program",
  challenge: "wall",
  default_page: "start",
  maintenance: "maintenance",
  parked: "parked",
  suspended: "suspended"
}

/** The web servers and control panels whose default page shows that the server does not know the host. */
const SERVERS: ReadonlySet<string | null> = new Set([
  "apache",
  "caddy",
  "cpanel",
  "directadmin",
  "glassfish",
  "hosting panel",
  "iis",
  "jetty",
  "lighttpd",
  "litespeed",
  "nginx",
  "plesk",
  "tomcat"
])

const pathOf = (url: string | null): string =>
  url !== null && URL.canParse(url) ? new URL(url).pathname.toLowerCase() : ""

/** The names of families, and of kinds without a family, that are not product names. */
const ownNames: ReadonlyMap<string, string> = new Map([
  ["database", "an application that cannot reach its database"],
  ["parked", "a seller of domains"],
  ["suspended", "the hosting provider"]
])

/** The statuses of gateways. They say more about the cause than the content of a gateway's page. */
const GATEWAY: ReadonlySet<number | null> = new Set([502, 504])

/**
 * The tests that say whether a page is evidence for a kind. Many sites have pages of their own that contain the words
 * of rules without a family.
 */
const isEvidence: Partial<Record<SignatureKind, (family: string | null, status: number | null) => boolean>> = {
  maintenance: (family, status) => family !== null || status === 503,
  program: (family, status) => family !== null && !SERVERS.has(family) && !GATEWAY.has(status),
  start: (family) => SERVERS.has(family),
  wall: (family) => family !== null
}

const contentOf = ({ status, text: { page } }: Answer): Partial<Record<SignatureKind, string>> => {
  const found = (rules ??= contentRules()).firstMatch(page)
  const kind = found === null ? undefined : kindOf[found.code]
  if (found === null || kind === undefined || isEvidence[kind]?.(found.family, status) === false) return {}
  return { [kind]: nameOfFamily(found.family) ?? ownNames.get(found.family ?? kind) ?? "" }
}

/** Compares a response with all signatures. If it is not from a platform, also compares it with the content rules. */
export const matchSignatures = (
  page: PageFacts | undefined,
  status: number | null,
  finalUrl: string | null
): SignatureMatches => {
  const text = page === undefined ? null : readAnswer(page)
  const answer = text === null ? null : { text, status, path: pathOf(finalUrl) }
  const nameIn = (table: ReadonlyArray<Signature>): string | null =>
    answer === null ? null : (table.find((one) => matches(answer, one))?.name ?? null)
  const platform = nameIn(platformPages)
  const unclaimed = nameIn(unclaimedPages)
  const content = answer === null || platform !== null || unclaimed !== null ? {} : contentOf(answer)
  return {
    wall: nameIn(botWalls) ?? content.wall ?? null,
    cdn: nameIn(cdnPages),
    platform,
    unclaimed,
    proxy: nameIn(proxies),
    parked: nameIn(unusedDomains) ?? content.parked ?? null,
    suspended: nameIn(suspensionPaths) ?? content.suspended ?? null,
    start: content.start ?? null,
    program: content.program ?? null,
    maintenance: content.maintenance ?? null,
    page: text
  }
}
