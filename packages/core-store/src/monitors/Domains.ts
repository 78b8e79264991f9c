import { type Domain, type DomainExpiry, domainFields, planTable, type PlanTable, type RedirectFacts } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isFiniteNumber, isFlag, isListOf, isNullOr, isObjectOf, isOneOf, isText } from "../sql/JsonGuard.ts"
import { PostgresJs } from "../sql/PostgresJs.ts"
import { monitorReads, type MonitorRow, monitorRows, type NewColumns, readMonitor, unchecked } from "./monitorRows.ts"
import { daysUntil, isStoredSsl, toSsl } from "./storedCertificate.ts"
import { type ColumnsOf, readContentFault, settingsReader } from "./statements/monitorColumns.ts"
import { monitorRepository } from "./statements/monitorRepository.ts"
import { readStopped } from "./statements/stoppedColumns.ts"

// The JSON columns of `monitor_facts`. A value that another release stored in a different form counts as unknown.

type StoredExpiry = Omit<DomainExpiry, "daysRemaining">

export const isStoredExpiry = isObjectOf<StoredExpiry>({
  expiresAt: isNullOr(isText),
  registrar: isNullOr(isText),
  source: isOneOf("rdap", "whois"),
  statuses: isListOf(isText),
  checkedAt: isText
})

export const isRedirect = isObjectOf<RedirectFacts>({
  detected: isFlag,
  finalUrl: isText,
  kind: isNullOr(isText),
  hops: isListOf(isObjectOf<RedirectFacts["hops"][number]>({ url: isText, statusCode: isNullOr(isFiniteNumber) }))
})

export const isEmailGrade = isObjectOf<NonNullable<Domain["emailHealth"]>>({
  score: isNullOr(isFiniteNumber),
  grade: isNullOr(isText),
  checkedAt: isText
})

interface DomainRow extends ColumnsOf<typeof domainFields>, MonitorRow {
  readonly ssl: unknown
  readonly domain_expiry: unknown
  readonly redirect: unknown
  readonly email_health: unknown
  readonly content_fault: unknown
}

export const domainRows = monitorRows("domain", "f.ssl, f.domain_expiry, f.redirect, f.email_health, f.content_fault,")

const toExpiry = (expiry: StoredExpiry, now: Date): Domain["domainExpiry"] => ({
  ...expiry,
  daysRemaining: expiry.expiresAt === null ? null : daysUntil(expiry.expiresAt, now)
})

const settingsOf = settingsReader(domainFields)

type NewDomainRow = Pick<DomainRow, NewColumns | keyof ColumnsOf<typeof domainFields>>

const unknownFacts = { ssl: null, domain_expiry: null, redirect: null, email_health: null, content_fault: null }

/** A new domain has no options beyond the plan, so none of its options is stopped. */
const toNewDomain = (row: NewDomainRow): Domain => toDomain({ ...unchecked, ...unknownFacts, ...row }, planTable)

/**
 * Converts a row to the record of a domain. The order of the fields is the order in the API contract, because clients
 * may compare the JSON as text.
 */
const toDomain = (row: DomainRow, plans: PlanTable): Domain => {
  const { name, ...settings } = settingsOf(row)
  const monitor = readMonitor("domain", row)
  return {
    id: monitor.id,
    url: monitor.url,
    hostname: monitor.hostname,
    name,
    status: monitor.status,
    isPaused: monitor.isPaused,
    isDegraded: monitor.isDegraded,
    access: monitor.access,
    ...settings,
    stoppedOptions: readStopped(row, settings, plans),
    lastCheckedAt: monitor.lastCheckedAt,
    nextCheckAt: monitor.nextCheckAt,
    statusChangedAt: monitor.statusChangedAt,
    lastStatusCode: monitor.lastStatusCode,
    lastResponseTimeMs: monitor.lastResponseTimeMs,
    lastError: monitor.lastError,
    contentFault: readContentFault(row.content_fault, settings.contentFaults),
    uptime: monitor.uptime,
    maintenance: monitor.maintenance,
    responseTime: monitor.responseTime,
    ssl: isStoredSsl(row.ssl) ? toSsl(row.ssl, row.now) : null,
    domainExpiry: isStoredExpiry(row.domain_expiry) ? toExpiry(row.domain_expiry, row.now) : null,
    emailHealth: settings.emailHealthEnabled && isEmailGrade(row.email_health) ? row.email_health : null,
    redirect: isRedirect(row.redirect) ? row.redirect : null,
    tags: monitor.tags,
    createdAt: monitor.createdAt,
    updatedAt: monitor.updatedAt
  }
}

/**
 * Domain monitors. Every read and write is limited to the domains that the caller can see. The owner sees the whole
 * account, and a member sees the shared domains. An id that is malformed, or that belongs to a deleted domain or to
 * another account, is treated like an id that does not exist.
 */
export class Domains extends Context.Service<Domains>()("@mon/core-store/Domains", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const driver = yield* PostgresJs
    const database = { driver, sql }
    const { find, list } = monitorReads<DomainRow, Domain>(database, "domain", domainRows, toDomain)
    return {
      /** Lists domains, newest first. */
      list,
      ...monitorRepository(database, "domain", { find, toNew: toNewDomain })
    }
  })
}) {
  static readonly layer = Layer.effect(Domains, Domains.make)
}
