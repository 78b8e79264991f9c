import type { PageFacts } from "../facts/DiagnosisFacts.ts"
import { applicationErrors, maintenancePages } from "./applicationErrors.ts"
import { botWalls } from "./botWalls.ts"
import { cdnPages, platformPages, proxies, unclaimedPages } from "./errorPages.ts"
import { type PageText, readPage } from "./PageText.ts"
import type { Signature } from "./Signature.ts"
import { parkedPages, startPages, suspendedPages } from "./substitutePages.ts"

/** All tables of signatures, by what they recognize. */
export const signatureTables = {
  wall: botWalls,
  cdn: cdnPages,
  platform: platformPages,
  unclaimed: unclaimedPages,
  proxy: proxies,
  parked: parkedPages,
  suspended: suspendedPages,
  start: startPages,
  program: applicationErrors,
  maintenance: maintenancePages
} as const satisfies Readonly<Record<string, ReadonlyArray<Signature>>>

/** The name of a table of signatures. */
export type SignatureKind = keyof typeof signatureTables

/** The service or program of the first signature of each table that an answer matches; null if it matches none. */
export type SignatureMatches = Readonly<Record<SignatureKind, string | null>> & {
  /** Null without a page. */
  readonly page: PageText | null
}

interface Answer {
  readonly page: PageText
  readonly status: number | null
  readonly path: string
}

const inRange = (status: number | null, range: Signature["statuses"]): boolean =>
  range === undefined || (status !== null && status >= range[0] && status <= range[1])

const hasHeader = ({ headers }: PageText, header: Signature["header"]): boolean => {
  if (header === undefined) return true
  const value = headers.get(header[0])
  return value !== undefined && (header[1] === undefined || value.includes(header[1]))
}

const matches = ({ page, path, status }: Answer, signature: Signature): boolean =>
  inRange(status, signature.statuses) &&
  hasHeader(page, signature.header) &&
  (signature.maxVisible === undefined || page.visible <= signature.maxVisible) &&
  (signature.path === undefined || path.includes(signature.path)) &&
  (signature.title === undefined || page.title.toLowerCase().includes(signature.title)) &&
  (signature.source === undefined || signature.source.every((text) => page.source.includes(text)))

const kinds = Object.keys(signatureTables) as ReadonlyArray<SignatureKind>

const pathOf = (url: string | null): string =>
  url !== null && URL.canParse(url) ? new URL(url).pathname.toLowerCase() : ""

/** Compares an answer with all signatures. */
export const matchSignatures = (
  page: PageFacts | undefined,
  status: number | null,
  finalUrl: string | null
): SignatureMatches => {
  const text = page === undefined ? null : readPage(page)
  const answer = text === null ? null : { page: text, status, path: pathOf(finalUrl) }
  const found = kinds.map((kind) => {
    const table: ReadonlyArray<Signature> = signatureTables[kind]
    return [kind, answer === null ? null : (table.find((one) => matches(answer, one))?.name ?? null)] as const
  })
  return { ...(Object.fromEntries(found) as Record<SignatureKind, string | null>), page: text }
}
