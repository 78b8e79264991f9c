import { parseAddress } from "@mon/alerts"
import { readContactMailHosts, readListKeys } from "@mon/checks"
import { findDatabaseUrl, readCopyBucket, type S3Options } from "@mon/core-store"
import { parseServerList } from "@mon/dns"
import type { ListKeys } from "@mon/email-health"
import {
  asSettingError,
  type Environment,
  givenSetting,
  type PlanName,
  readPlan,
  readRetentionDays,
  readSetting,
  type RetentionDays,
  retentionDays,
  type SettingError,
  wholeNumber
} from "@mon/model"
import { readChannelDestinations } from "@mon/notifications"
import { readExtraCa, readServiceName } from "@mon/process-runtime"
import { parseCidrList } from "@mon/public-net"
import { Context, Effect, Layer } from "effect"
import { type OidcSettings, readOidcSettings } from "./OidcSettings.ts"
import { type PingMailSettings, readPingMailSettings } from "./PingMailSettings.ts"
import { type BillingSettings, readBillingSettings } from "./payments/BillingSettings.ts"

export type LogFormat = "json" | "pretty"

/** The groups of people who may create an account: everybody, only invited people and the first owner, or nobody. */
const signUpModes = ["open", "invited", "closed"] as const
export type SignUpMode = (typeof signUpModes)[number]

export interface ApiSettings {
  readonly host: string
  /** 0 picks any free port. */
  readonly port: number
  /** The public URL of the service, without a trailing slash. Null: derived from host and port. */
  readonly baseUrl: string | null
  /** A separate port for `/metrics`. Null: the API's own port. */
  readonly metricsPort: number | null
  readonly maxConnections: number
  /** The CIDRs of proxies whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: ReadonlyArray<string>
  readonly logFormat: LogFormat
  /** The DNS resolvers, each as `address:port`. Empty: the system's resolvers. */
  readonly dnsServers: ReadonlyArray<string>
  readonly allowPrivateNetworks: ReadonlyArray<string>
  /** The trust anchors in addition to Node's default trust anchors, in PEM form (MON_EXTRA_CA_FILE). Default: none. */
  readonly extraCa?: ReadonlyArray<string>
  /** The name of the service. Default: `Mon`. */
  readonly serviceName?: string
  /** The origins in the operator's network that channels may reach (MON_CHANNEL_TARGETS). Default: none. */
  readonly channelTargets?: ReadonlyArray<string>
  /** In tests, the origins that replace the origins of the channels' services. Default: none. */
  readonly channelOrigins?: Readonly<Record<string, string>>
  readonly signup: SignUpMode
  /**
   * The services that accounts may monitor (MON_SERVICE_TARGETS): any, or only those on hosts that the account has
   * proven to own. Default: any.
   */
  readonly serviceTargets?: ServiceTargets
  /** The plan of accounts that visitors create (MON_DEFAULT_PLAN). Default: free. */
  readonly defaultPlan?: PlanName
  /** The people who see the operator page: email addresses in lower case (MON_OPERATOR_EMAILS). Default: nobody. */
  readonly operatorEmails?: ReadonlyArray<string>
  /** The OpenID Connect provider that people can sign in with (MON_OIDC_*). Null, the default: none. */
  readonly oidc?: OidcSettings | null
  /** The receiver of pings by email (MON_PING_MAIL_*). Null, the default: none. */
  readonly pingMail?: PingMailSettings | null
  /** The folder for copies of public status pages (MON_STATUS_EXPORT). Null, the default: no copies. */
  readonly statusExport?: string | null
  /** The bucket for copies of public status pages (MON_STATUS_EXPORT_BUCKET). Null, the default: no copies. */
  readonly statusExportBucket?: S3Options | null
  /** The payment processor and the prices. Default: no payments. */
  readonly billing?: BillingSettings
  /** The number of campaign simulations that an account may start per minute. Default: 10. */
  readonly simulationStartsPerMinute?: number
  /** The API keys and consents for DNS lists that require them (MON_DNSBL_*). Default: none. */
  readonly listKeys?: ListKeys
  /** Whether to connect to the mail hosts of monitored domains (MON_CONTACT_MAIL_HOSTS). Default: false. */
  readonly contactMailHosts?: boolean
  /** The retention time of each kind of database row (MON_RETENTION_*). Default: `retentionDays`. */
  readonly retention?: RetentionDays
}

const serviceTargets = ["any", "proven"] as const
export type ServiceTargets = (typeof serviceTargets)[number]

export class ApiConfig extends Context.Service<ApiConfig, ApiSettings>()("@mon/api/ApiConfig") {
  /** Provides fixed settings. Omitted settings have their default values. */
  static readonly layer = (settings: Partial<ApiSettings> = {}): Layer.Layer<ApiConfig> =>
    Layer.succeed(ApiConfig, { ...defaults, ...settings })

  static readonly layerEnvironment = (environment: Environment): Layer.Layer<ApiConfig, SettingError> =>
    Layer.effect(ApiConfig, readApiConfig(environment))

  static readonly retention: Effect.Effect<RetentionDays, never, ApiConfig> = Effect.map(
    ApiConfig,
    ({ retention = retentionDays }) => retention
  )
}

const defaults: ApiSettings = {
  host: "127.0.0.1",
  port: 3_000,
  baseUrl: null,
  metricsPort: null,
  // An idle connection takes about 10 KiB of memory.
  maxConnections: 5_000,
  trustedProxies: [],
  logFormat: "json",
  signup: "invited",
  dnsServers: [],
  allowPrivateNetworks: []
}

const read = <A>(...setting: Parameters<typeof readSetting<A>>): Effect.Effect<A, SettingError> =>
  Effect.try({ try: () => readSetting(...setting), catch: asSettingError })

const port = wholeNumber(0, 65_535)

const host = (text: string): string | undefined => (/^[\w.:-]+$/u.test(text) ? text : undefined)

const baseUrl = (text: string): string | undefined => {
  const url = URL.parse(text)
  const fits =
    url !== null && /^https?:$/u.test(url.protocol) && url.search === "" && url.hash === "" && url.username === ""
  return fits ? url.href.replace(/\/+$/u, "") : undefined
}

const cidrs = (text: string): ReadonlyArray<string> | undefined => {
  const list = parseCidrList(text)
  return list.ok ? list.cidrs : undefined
}

const servers = (text: string): ReadonlyArray<string> | undefined => {
  const list = parseServerList(text)
  return list.ok ? list.servers : undefined
}

const logFormat = (text: string): LogFormat | undefined => (text === "json" || text === "pretty" ? text : undefined)

const OPERATORS = 50

const emails = (text: string): ReadonlyArray<string> | undefined => {
  const list = text.split(",").map((one) => parseAddress(one.trim())?.toLowerCase())
  const known = list.filter((one) => one !== undefined)
  return list.length <= OPERATORS && known.length === list.length ? known : undefined
}

const signUpMode = (text: string): SignUpMode | undefined => signUpModes.find((mode) => mode === text)

const serviceTargetsOf = (text: string): ServiceTargets | undefined => serviceTargets.find((one) => one === text)

/**
 * Returns the default of MON_SERVICE_TARGETS. A service that strangers can use must not connect to arbitrary ports of
 * hosts that are not theirs.
 */
const defaultTargets = (signup: SignUpMode, { processor }: BillingSettings): ServiceTargets =>
  signup === "open" || processor.kind === "stripe" ? "proven" : "any"

/**
 * Returns the default of MON_SIGNUP. A service that takes payments is open to customers. Any other service is private
 * until its operator opens it.
 */
const defaultSignUp = ({ processor }: BillingSettings): SignUpMode => (processor.kind === "stripe" ? "open" : "invited")

const readBilling = (environment: Environment): Effect.Effect<BillingSettings, SettingError> =>
  Effect.try({
    try: () => readBillingSettings(environment, findDatabaseUrl(environment) === null ? "local" : "none"),
    catch: asSettingError
  })

const portTakes = "a port number from 0 (any free port) to 65535"
const cidrTakes = "a comma-separated list of networks such as 10.0.0.0/8 or fd00::/8"

const readSignUp = (environment: Environment) =>
  Effect.flatMap(readBilling(environment), (billing) =>
    read(environment, "MON_SIGNUP", defaultSignUp(billing), "open, invited or closed", signUpMode)
  )

const readServiceTargets = (environment: Environment) =>
  Effect.flatMap(Effect.all([readSignUp(environment), readBilling(environment)]), ([signup, billing]) =>
    read(environment, "MON_SERVICE_TARGETS", defaultTargets(signup, billing), "any or proven", serviceTargetsOf)
  )

export const readApiConfig = (environment: Environment): Effect.Effect<ApiSettings, SettingError> =>
  Effect.all({
    host: read(
      environment,
      "MON_HOST",
      defaults.host,
      "an address or a host name to listen on, such as 127.0.0.1",
      host
    ),
    port: read(environment, "MON_PORT", defaults.port, portTakes, port),
    baseUrl: read<string | null>(
      environment,
      "MON_BASE_URL",
      null,
      "an http or https URL such as https://mon.example.com",
      baseUrl
    ),
    metricsPort: read<number | null>(environment, "MON_METRICS_PORT", null, portTakes, port),
    maxConnections: read(
      environment,
      "MON_MAX_CONNECTIONS",
      defaults.maxConnections,
      "a whole number from 1 to 1000000",
      wholeNumber(1, 1_000_000)
    ),
    trustedProxies: read(environment, "MON_TRUSTED_PROXIES", defaults.trustedProxies, cidrTakes, cidrs),
    logFormat: read(environment, "MON_LOG_FORMAT", defaultLogFormat(), "json or pretty", logFormat),
    dnsServers: read(
      environment,
      "MON_DNS_SERVERS",
      defaults.dnsServers,
      "a comma-separated list of DNS servers such as 192.0.2.1:53 or [2001:db8::1]:53",
      servers
    ),
    allowPrivateNetworks: read(
      environment,
      "MON_ALLOW_PRIVATE_NETWORKS",
      defaults.allowPrivateNetworks,
      cidrTakes,
      cidrs
    ),
    extraCa: Effect.try({ try: () => readExtraCa(environment), catch: asSettingError }),
    serviceName: Effect.try({ try: () => readServiceName(environment), catch: asSettingError }),
    channelTargets: Effect.try({ try: () => readChannelDestinations(environment).targets, catch: asSettingError }),
    statusExport: Effect.sync(() => givenSetting(environment, "MON_STATUS_EXPORT")),
    statusExportBucket: Effect.try({ try: () => readCopyBucket(environment), catch: asSettingError }),
    billing: readBilling(environment),
    signup: readSignUp(environment),
    serviceTargets: readServiceTargets(environment),
    defaultPlan: Effect.try({ try: () => readPlan(environment, "MON_DEFAULT_PLAN"), catch: asSettingError }),
    operatorEmails: read<ReadonlyArray<string>>(
      environment,
      "MON_OPERATOR_EMAILS",
      [],
      `a comma-separated list of at most ${OPERATORS} email addresses such as ada@example.org`,
      emails
    ),
    oidc: Effect.try({ try: () => readOidcSettings(environment), catch: asSettingError }),
    pingMail: Effect.try({ try: () => readPingMailSettings(environment), catch: asSettingError }),
    listKeys: Effect.try({ try: () => readListKeys(environment), catch: asSettingError }),
    contactMailHosts: Effect.try({ try: () => readContactMailHosts(environment), catch: asSettingError }),
    retention: Effect.try({ try: () => readRetentionDays(environment), catch: asSettingError })
  })

/** Returns the default log format: readable text for a terminal, otherwise JSON for log collectors. */
const defaultLogFormat = (): LogFormat => (process.stdout.isTTY ? "pretty" : "json")
