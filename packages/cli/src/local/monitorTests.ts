import type { ConfigFault, MonitorSection, ReadConfig } from "@mon/api-contract/config-file"
import { type MonitorKind, monitorKindNames, monitorKinds, type RequestedKind } from "@mon/model"
import { parsePublicUrl } from "@mon/public-net"
import { monitorChecks, type PerformCheck, serviceTest } from "./monitorChecks.ts"

export interface MonitorTest {
  readonly section: MonitorSection
  readonly key: string
  readonly name: string
  /** Null if the monitor has no address. */
  readonly url: string | null
  readonly line: number
  readonly column: number
  readonly check: PerformCheck | SkipReason
}

type SkipReason = Readonly<Record<"code" | "message", string>>

export type MonitorTests =
  | { readonly ok: true; readonly tests: ReadonlyArray<MonitorTest> }
  | { readonly ok: false; readonly faults: ReadonlyArray<ConfigFault> }

const PAUSED: SkipReason = { code: "paused", message: "The monitor is paused." }

const onlyService = (kind: MonitorKind): SkipReason => ({
  code: "only_service",
  message: `Only the service checks a ${monitorKinds[kind].noun}.`
})

const waits = (kind: MonitorKind): SkipReason => ({
  code: "waits_for_pings",
  message: `A ${monitorKinds[kind].noun} waits for pings, so there is nothing to check.`
})

const isRequested = (kind: MonitorKind): kind is RequestedKind => monitorKinds[kind].address === "url"

/** The sections with monitors that Mon checks at an interval. */
export const checkedSections = monitorKindNames
  .filter((kind) => monitorKinds[kind].address !== null)
  .map((kind) => monitorKinds[kind].plural)

/** Returns the URL that the service would check. Null if the service would refuse the URL. */
const targetOf = (text: string, allowPrivate: boolean): URL | null => {
  const parsed = parsePublicUrl(text)
  if (parsed.ok) return parsed.url
  const url = allowPrivate ? URL.parse(text.includes("://") ? text : `https://${text}`) : null
  return url !== null && /^https?:$/u.test(url.protocol) && url.username === "" && url.password === "" ? url : null
}

type EntriesOf<Kind extends MonitorKind> = NonNullable<ReadConfig["document"][(typeof monitorKinds)[Kind]["plural"]]>

const entriesOf = <Kind extends MonitorKind>(kind: Kind, { defaults, ...file }: ReadConfig["document"]) => {
  const section = monitorKinds[kind].plural
  const entries = (file[section] ?? {}) as Readonly<Record<string, EntriesOf<Kind>[string]>>
  return Object.entries(entries).map(([key, entry]) => [key, { ...defaults?.[section], ...entry }] as const)
}

/**
 * Converts the monitors of a file to checks. Refuses settings that the service would refuse. Skips monitors of kinds
 * without an address, because the schema of the file has already checked their settings.
 */
export const monitorTests = async (
  { document, positionOf }: ReadConfig,
  allowPrivate: boolean
): Promise<MonitorTests> => {
  const faults: Array<ConfigFault> = []
  const tests: Array<MonitorTest> = []
  const add = async <Kind extends RequestedKind>(kind: Kind, key: string, entry: EntriesOf<Kind>[string]) => {
    const section = monitorKinds[kind].plural
    const refuse = (message: string, field: string | null) =>
      void faults.push({
        path: field === null ? `${section}.${key}` : `${section}.${key}.${field}`,
        ...positionOf(field === null ? [section, key] : [section, key, field]),
        message
      })
    const address = targetOf(entry.url, allowPrivate)
    if (address === null) return refuse("URL must point to a public domain. --allow-private allows others.", "url")
    const made = await monitorChecks[kind]?.(entry, address, key)
    const { fault, perform, url } = made ?? { fault: null, perform: onlyService(kind), url: address.href }
    if (fault !== null) return refuse(fault, null)
    const check = entry.paused === true ? PAUSED : perform
    tests.push({ section, key, name: entry.name ?? address.hostname, url, ...positionOf([section, key]), check })
  }
  const addService = (key: string, entry: EntriesOf<"service">[string]) => {
    const section = monitorKinds.service.plural
    const { fault, perform, timeoutFault, url } = serviceTest(entry)
    const refuse = (field: string, message: string) =>
      void faults.push({ path: `${section}.${key}.${field}`, ...positionOf([section, key, field]), message })
    if (fault !== null) return refuse("check", fault)
    if (timeoutFault !== null) return refuse("timeoutSeconds", timeoutFault)
    const check = entry.paused === true ? PAUSED : perform
    tests.push({ section, key, name: entry.name ?? url, url, ...positionOf([section, key]), check })
  }
  for (const kind of monitorKindNames) {
    if (isRequested(kind)) for (const [key, entry] of entriesOf(kind, document)) await add(kind, key, entry)
    else if (kind === "service") for (const [key, entry] of entriesOf(kind, document)) addService(key, entry)
    else {
      const section = monitorKinds[kind].plural
      for (const [key, { name = key, paused }] of entriesOf(kind, document))
        tests.push({
          section,
          key,
          name,
          url: null,
          ...positionOf([section, key]),
          check: paused === true ? PAUSED : waits(kind)
        })
    }
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, tests }
}
