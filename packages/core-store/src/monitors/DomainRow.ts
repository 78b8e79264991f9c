import {
  type Domain,
  type DomainExpiry,
  domainFields,
  planTable,
  type PlanTable,
  type RedirectFacts,
  type Role,
  type SslFacts
} from "@mon/model"
import { isFiniteNumber, isFlag, isListOf, isNullOr, isObjectOf, isOneOf, isText } from "../sql/JsonGuard.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { domainStateCodes, isOfKind, stateOf } from "./statements/MonitorCodes.ts"
import { activeMaintenance } from "./statements/maintenance.sql.ts"
import { type ColumnsOf, monitorColumns, settingsReader } from "./statements/monitorColumns.ts"
import { readStopped, stoppedColumns, type StoppedRow } from "./statements/stoppedColumns.ts"
import { toResponseTime } from "./RollUps.ts"
import { readContentFault } from "./statements/contentFault.ts"
import { monitorTags } from "./Tags.ts"

// The JSON columns of `monitor_facts`. A value in the format of another release is treated as unknown.

/** A certificate and a registration as stored: the remaining days are computed when they are read. */
type StoredSsl = Omit<SslFacts, "daysRemaining">
type StoredExpiry = Omit<DomainExpiry, "daysRemaining">

const isSslOfEveryRelease = isObjectOf<Omit<StoredSsl, "endsFirst">>({
  valid: isFlag,
  issuer: isText,
  subject: isText,
  validFrom: isText,
  validTo: isText,
  protocol: isText,
  keyType: isText,
  keyBits: isNullOr(isFiniteNumber),
  problems: isListOf(isText)
})

export const isStoredSsl = (value: unknown): value is StoredSsl =>
  isSslOfEveryRelease(value) && (!("endsFirst" in value) || isText(value.endsFirst))

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

/** A row of {@link selectDomains}. */
export interface DomainRow extends ColumnsOf<typeof domainFields>, StoppedRow {
  readonly id: string
  readonly url: string
  readonly state: number
  readonly is_degraded: boolean
  readonly access: "owner" | "write" | "read"
  readonly paused_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly next_at: Date | null
  readonly last_checked_at: Date | null
  readonly last_status_code: number | null
  readonly last_response_us: number | null
  readonly last_error_code: string | null
  readonly last_error_message: string | null
  readonly status_changed_at: Date | null
  /** Of the last 24 hours, 7 days and 30 days. */
  readonly uptime: ReadonlyArray<number | null>
  /** Seconds of the last 30 days. */
  readonly maintenance_30d: number
  readonly maintenance: Domain["maintenance"]
  /** The buckets of the 50th, 95th and 99th percentile. */
  readonly response_24h: ReadonlyArray<number> | null
  readonly ssl: unknown
  readonly domain_expiry: unknown
  readonly redirect: unknown
  readonly email_health: unknown
  readonly content_fault: unknown
  readonly tags: Domain["tags"]
  readonly now: Date
}

/** Members do not learn the ids of monitors that are not shared with them. */
const selectedAs = (role: Role): string =>
  role === "owner"
    ? monitorColumns.domain.selected
    : monitorColumns.domain.selected.replace(
        "m.depends_on",
        `array(
        select link.id from unnest(m.depends_on) with ordinality as link (id, position)
        join monitor parent on parent.public_id = link.id::uuid
        join monitor_access pa on pa.monitor_id = parent.id and pa.membership_id = $2::bigint
        order by link.position) as depends_on`
      )

const columns = (role: Role, access: string, more: string) => `
  select ${more} m.public_id as id, m.url, s.state, s.is_degraded, ${access} as access,
    ${selectedAs(role)}, m.paused_at, m.created_at, m.updated_at,
    s.next_at, s.last_checked_at, s.last_status_code, s.last_response_us, s.last_error_code,
    s.last_error_message, coalesce(m.paused_at, s.status_changed_at) as status_changed_at,
    watched_uptimes(m.id, array[mon_now() - interval '24 hours', mon_now() - interval '7 days',
      mon_now() - interval '30 days'], mon_now()) as uptime,
    round(maintenance_seconds(m.id, mon_now() - interval '30 days', mon_now()))::int as maintenance_30d,
    ${activeMaintenance("m.id")} as maintenance,
    response_percentiles(m.id, mon_now() - interval '24 hours', 'infinity') as response_24h,
    f.ssl, f.domain_expiry, f.redirect, f.email_health, f.content_fault, ${monitorTags}, ${stoppedColumns}, mon_now() as now
  from monitor m
  join account a on a.id = m.account_id
  join monitor_schedule s on s.monitor_id = m.id
  left join monitor_facts f on f.monitor_id = m.id`

/** The domains that the caller can see. The membership is not used for an owner. */
const visible = {
  owner: `
    where m.account_id = $1::bigint and $2::bigint is not null and ${isOfKind("m", "domain")} and m.deleted_at is null`,
  member: `
    join monitor_access ma on ma.monitor_id = m.id and ma.membership_id = $2::bigint
    where m.account_id = $1::bigint and ${isOfKind("m", "domain")} and m.deleted_at is null`
} as const

const access = { owner: "'owner'", member: "case when ma.can_write then 'write' else 'read' end" } as const

const selectAs = (role: Role, more = "") => `${columns(role, access[role], more)} ${visible[role]}`
const countAs = (role: Role) => `select count(*)::int as total from monitor m ${visible[role]}`

/**
 * The ids of a page come first: PostgreSQL computes the columns of skipped rows as well, and some of them read the
 * whole history of a domain.
 */
const pageAs = (role: Role) => `${selectAs(role, `(${countAs(role)}) as total,`)}
    and m.id = any (array(
      select m.id from monitor m ${visible[role]} order by m.id desc limit $3::bigint offset $4::bigint))
    order by m.id desc`

const forRoles = (text: (role: Role) => string): Readonly<Record<Role, string>> => ({
  owner: text("owner"),
  member: text("member")
})

const selects = forRoles(selectAs)
const counts = forRoles(countAs)
const pages = forRoles(pageAs)

/** Selects the {@link DomainRow}s that the caller can see; a condition from parameter $3 on may follow. */
export const selectDomains = (scope: AccessScope): string => selects[scope.role]

/** Counts the domains that the caller can see, as `total`. */
export const countDomains = (scope: AccessScope): string => counts[scope.role]

/**
 * Selects one page of {@link DomainRow}s, newest first, each with the `total` of all pages. $3 is the size of a page,
 * $4 the number of rows before it.
 */
export const selectDomainPage = (scope: AccessScope): string => pages[scope.role]

/** The parameters $1 and $2 of all these statements. */
export const domainParameters = (scope: AccessScope): ReadonlyArray<string> => [scope.accountKey, scope.membershipKey]

const dayMs = 86_400_000

const daysUntil = (time: string, now: Date): number => Math.floor((Date.parse(time) - now.getTime()) / dayMs)

const toSsl = (ssl: StoredSsl, now: Date): Domain["ssl"] => ({
  valid: ssl.valid,
  issuer: ssl.issuer,
  subject: ssl.subject,
  validFrom: ssl.validFrom,
  validTo: ssl.validTo,
  daysRemaining: daysUntil(ssl.validTo, now),
  ...(ssl.endsFirst === undefined ? {} : { endsFirst: ssl.endsFirst }),
  protocol: ssl.protocol,
  keyType: ssl.keyType,
  keyBits: ssl.keyBits,
  problems: ssl.problems
})

const toExpiry = (expiry: StoredExpiry, now: Date): Domain["domainExpiry"] => ({
  ...expiry,
  daysRemaining: expiry.expiresAt === null ? null : daysUntil(expiry.expiresAt, now)
})

const iso = (date: Date | null): string | null => (date === null ? null : date.toISOString())

const settingsOf = settingsReader(domainFields)

type NewColumns =
  | "id"
  | "url"
  | "hostname"
  | "paused_at"
  | "created_at"
  | "updated_at"
  | "next_at"
  | keyof ColumnsOf<typeof domainFields>

/** The columns of a domain that has just been created. */
export type NewDomainRow = Pick<DomainRow, NewColumns>

/** The other columns of a domain that has never been checked. Only the owner of an account creates domains. */
const unchecked: Omit<DomainRow, NewColumns> = {
  state: domainStateCodes.unknown,
  is_degraded: false,
  access: "owner",
  last_checked_at: null,
  last_status_code: null,
  last_response_us: null,
  last_error_code: null,
  last_error_message: null,
  status_changed_at: null,
  uptime: [],
  maintenance_30d: 0,
  maintenance: null,
  response_24h: null,
  ssl: null,
  domain_expiry: null,
  redirect: null,
  email_health: null,
  content_fault: null,
  tags: [],
  plan: "agency",
  is_unproven: null,
  older_dns_watches: null,
  now: new Date(0)
}

/** A new domain has no option that its plan does not allow. */
export const toNewDomain = (row: NewDomainRow): Domain => toDomain({ ...unchecked, ...row }, planTable)

export const toDomain = (row: DomainRow, plans: PlanTable): Domain => {
  const { name, ...settings } = settingsOf(row)
  const [last24h = null, last7d = null, last30d = null] = row.uptime
  return {
    id: row.id,
    url: row.url,
    hostname: row.hostname,
    name,
    status: row.paused_at === null ? stateOf("domain", row.state) : "paused",
    isPaused: row.paused_at !== null,
    isDegraded: row.is_degraded,
    access: row.access,
    ...settings,
    stoppedOptions: readStopped(row, settings, plans),
    lastCheckedAt: iso(row.last_checked_at),
    nextCheckAt: iso(row.next_at),
    statusChangedAt: iso(row.status_changed_at),
    lastStatusCode: row.last_status_code,
    lastResponseTimeMs: row.last_response_us === null ? null : Math.round(row.last_response_us / 1000),
    lastError:
      row.last_error_code === null
        ? null
        : { code: row.last_error_code, message: row.last_error_message ?? row.last_error_code },
    contentFault: readContentFault(row.content_fault, settings.contentFaults),
    uptime: { last24h, last7d, last30d, maintenanceSeconds: row.maintenance_30d },
    maintenance: row.maintenance,
    responseTime: toResponseTime(row.response_24h),
    ssl: isStoredSsl(row.ssl) ? toSsl(row.ssl, row.now) : null,
    domainExpiry: isStoredExpiry(row.domain_expiry) ? toExpiry(row.domain_expiry, row.now) : null,
    emailHealth: settings.emailHealthEnabled && isEmailGrade(row.email_health) ? row.email_health : null,
    redirect: isRedirect(row.redirect) ? row.redirect : null,
    tags: row.tags,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString()
  }
}
