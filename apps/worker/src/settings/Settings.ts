import { readContactMailHosts, readListKeys } from "@mon/checks"
import { readDatabaseUrl } from "@mon/core-store"
import { parseServerList } from "@mon/dns"
import { type Environment, givenSetting, readRetentionDays, readSetting, SettingError, wholeNumber } from "@mon/model"
import { readDeliveryIdentity } from "@mon/notifications"
import { readExtraCa } from "@mon/process-runtime"
import { parseCidrList } from "@mon/public-net"
import { parseWhoisServer } from "@mon/uptime-probe/domain-expiry"
import * as Redacted from "effect/Redacted"
import { type LogFormat, readLogFormat } from "./LogFormat.ts"
import type { WorkerSettings } from "./WorkerConfig.ts"

export interface ProcessSettings {
  readonly databaseUrl: Redacted.Redacted
  readonly logFormat: LogFormat
  /** The name of the process in log lines, set by the supervisor (MON_WORKER_NAME). */
  readonly workerName: string | null
  /** The address on which metrics are served. Null: metrics are not served. */
  readonly metrics: { readonly host: string; readonly port: number } | null
}

const reject = (variable: string, takes: string): never => {
  throw new SettingError({ variable, takes })
}

const integer = (
  env: Environment,
  variable: string,
  fallback: number,
  [minimum, maximum]: readonly [number, number]
): number =>
  readSetting(env, variable, fallback, `a whole number from ${minimum} to ${maximum}`, wholeNumber(minimum, maximum))

const dnsServers = (env: Environment): ReadonlyArray<string> => {
  const list = parseServerList(givenSetting(env, "MON_DNS_SERVERS") ?? "")
  return list.ok
    ? list.servers
    : reject("MON_DNS_SERVERS", `a comma-separated list of name servers; ${withoutPeriod(list.message)}`)
}

const allowPrivateNetworks = (env: Environment): ReadonlyArray<string> => {
  const list = parseCidrList(givenSetting(env, "MON_ALLOW_PRIVATE_NETWORKS") ?? "")
  return list.ok
    ? list.cidrs
    : reject("MON_ALLOW_PRIVATE_NETWORKS", `a comma-separated list of networks; ${withoutPeriod(list.message)}`)
}

const withoutPeriod = (sentence: string) => sentence.replace(/\.$/u, "")

/** The largest number of reference targets. Each self-test sends a request to all of them. */
const MAX_REFERENCES = 10

const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol)

const referenceTargets = (env: Environment): ReadonlyArray<string> => {
  const urls = (givenSetting(env, "MON_REFERENCE_TARGETS") ?? "")
    .split(",")
    .map((url) => url.trim())
    .filter((url) => url !== "")
  return urls.length <= MAX_REFERENCES && urls.every(isHttpUrl)
    ? urls
    : reject("MON_REFERENCE_TARGETS", `a comma-separated list of at most ${MAX_REFERENCES} http or https URLs`)
}

/** Reads MON_HEARTBEAT_URL. The URL contains a token, so no message contains the URL. */
const heartbeatUrl = (env: Environment): Redacted.Redacted | null => {
  const url = givenSetting(env, "MON_HEARTBEAT_URL")
  if (url === null) return null
  return isHttpUrl(url) ? Redacted.make(url) : reject("MON_HEARTBEAT_URL", "an http or https URL")
}

const DNS_PORT = 53

const rdapBootstrapUrl = (env: Environment): string | null => {
  const url = givenSetting(env, "MON_RDAP_BOOTSTRAP_URL")
  return url === null || isHttpUrl(url)
    ? url
    : reject("MON_RDAP_BOOTSTRAP_URL", "the http or https URL of an RDAP server list (RFC 9224)")
}

const isWhoisServer = (text: string): boolean => {
  try {
    return parseWhoisServer(text).port > 0
  } catch {
    return false
  }
}

const whoisServer = (env: Environment): string | null => {
  const server = givenSetting(env, "MON_WHOIS_SERVER")
  return server === null || isWhoisServer(server)
    ? server
    : reject("MON_WHOIS_SERVER", "a WHOIS server as host or host:port")
}

const location = (env: Environment): string => {
  const name = givenSetting(env, "MON_LOCATION") ?? "default"
  return /^[\w.-]{1,64}$/u.test(name)
    ? name
    : reject("MON_LOCATION", "a name of at most 64 letters, digits, dots, dashes and underscores")
}

const locationNetwork = (env: Environment): string | null => {
  const name = givenSetting(env, "MON_LOCATION_NETWORK")
  return name === null || /^[\w.&()/ -]{1,64}$/u.test(name)
    ? name
    : reject("MON_LOCATION_NETWORK", "the name of a network or provider, at most 64 letters, digits and spaces")
}

/** Returns the host name of the service, or null if the operator has not set the address of the service. */
const serviceHost = (env: Environment): string | null =>
  givenSetting(env, "MON_BASE_URL") === null
    ? null
    : new URL(readDeliveryIdentity(env).baseUrl).hostname.replaceAll(/^\[|\]$/gu, "")

const CONCURRENCY = { default: 500, range: [1, 10_000] } as const
/**
 * The time by which a lease is longer than the timeout of its check. It is longer than a self-test, and longer than
 * recording a result normally takes.
 */
const LEASE_MARGIN_SECONDS = { default: 15, range: [1, 600] } as const

/**
 * Reads the settings of a worker from environment variables.
 *
 * @throws SettingError
 */
export const readWorkerSettings = (env: Environment): WorkerSettings => ({
  dnsServers: dnsServers(env),
  allowPrivateNetworks: allowPrivateNetworks(env),
  extraCa: readExtraCa(env),
  listKeys: readListKeys(env),
  contactMailHosts: readContactMailHosts(env),
  chromiumPath: givenSetting(env, "MON_CHROMIUM_PATH"),
  referenceTargets: referenceTargets(env),
  heartbeatUrl: heartbeatUrl(env),
  rdapBootstrapUrl: rdapBootstrapUrl(env),
  whoisServer: whoisServer(env),
  dnsWatchPort: integer(env, "MON_DNS_WATCH_PORT", DNS_PORT, [1, 65_535]),
  serviceHost: serviceHost(env),
  location: location(env),
  locationNetwork: locationNetwork(env),
  hasMailServer: givenSetting(env, "MON_SMTP_URL") !== null,
  concurrency: integer(env, "MON_WORKER_CONCURRENCY", CONCURRENCY.default, CONCURRENCY.range),
  leaseMarginMs:
    1_000 * integer(env, "MON_LEASE_MARGIN_SECONDS", LEASE_MARGIN_SECONDS.default, LEASE_MARGIN_SECONDS.range),
  retention: readRetentionDays(env)
})

/**
 * Reads the additional settings of a worker process from environment variables.
 *
 * @throws SettingError
 */
export const readProcessSettings = (env: Environment, onTerminal: boolean): ProcessSettings => ({
  databaseUrl: readDatabaseUrl(env),
  logFormat: readLogFormat(env, onTerminal),
  workerName: givenSetting(env, "MON_WORKER_NAME"),
  metrics:
    givenSetting(env, "MON_METRICS_PORT") === null
      ? null
      : { host: givenSetting(env, "MON_HOST") ?? "127.0.0.1", port: integer(env, "MON_METRICS_PORT", 0, [0, 65_535]) }
})
