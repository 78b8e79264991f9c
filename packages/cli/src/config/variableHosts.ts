import type { ConfigDocument, ConfigVariable } from "@mon/api-contract/config-file"
import { isMonitorSection, pathText } from "@mon/api-contract/config-file"
import { shownText } from "../screen/shownText.ts"

const hostOf = (address: string): string =>
  URL.parse(address.includes("://") ? address : `https://${address}`)?.host ?? address

/** Returns the addresses of a monitor: its URL, or those in the check of a service. */
const urlsOf = (monitor: object, path: ConfigVariable["path"]): ReadonlyArray<string> => {
  if ("check" in monitor) return serviceUrls(monitor.check, path.slice(path.indexOf("check") + 1))
  return "url" in monitor && typeof monitor.url === "string" ? [monitor.url] : []
}

/** The fields of a check that have an address. */
const ADDRESSES = ["target", "server", "url"]

/**
 * Returns the addresses that receive the value at a path in a check: that of the part of the check that contains the
 * value, such as one of two servers. If this part has none, all addresses in the check.
 */
const serviceUrls = (check: unknown, path: ConfigVariable["path"]): ReadonlyArray<string> => {
  if (typeof check !== "object" || check === null) return []
  const own = Object.entries(check).flatMap(([name, value]) =>
    ADDRESSES.includes(name) && typeof value === "string" ? [value] : []
  )
  if (own.length > 0) return own
  const [first, ...rest] = path
  const inner = first === undefined ? [] : serviceUrls(new Map(Object.entries(check)).get(String(first)), rest)
  return inner.length > 0 ? inner : Object.values(check).flatMap((value) => serviceUrls(value, []))
}

const channelHost = (document: ConfigDocument, key: string): string => {
  const { channels = {} } = document
  const channel = Object.hasOwn(channels, key) ? channels[key] : undefined
  const settings: Readonly<Record<string, unknown>> = channel?.settings ?? {}
  const address = [settings["url"], settings["server"]].find((value) => typeof value === "string")
  return typeof address === "string" && /^https?:/u.test(address)
    ? hostOf(address)
    : `the ${channel?.kind ?? "channel"} channel ${key}`
}

/** Returns the hosts, other than the service, that receive the value at a path in a file. */
const receiversOf = (document: ConfigDocument, path: ConfigVariable["path"]): ReadonlyArray<string> => {
  const [section, key] = path
  const name = String(key)
  if (typeof section === "string" && isMonitorSection(section)) {
    const monitor = new Map<string, object>(Object.entries(document[section] ?? {})).get(name)
    return urlsOf(monitor ?? {}, path).map(hostOf)
  }
  if (section === "channels") return [channelHost(document, name)]
  if (section === "defaults" && isMonitorSection(name))
    return Object.values<object>(document[name] ?? {}).flatMap((monitor) => {
      return "request" in monitor ? [] : urlsOf(monitor, path).map(hostOf)
    })
  return []
}

/** Returns lines that say which variable goes to which host, to be printed before anything is sent. */
export const variableLines = (
  document: ConfigDocument,
  variables: ReadonlyArray<ConfigVariable>,
  service: string | null
): ReadonlyArray<string> =>
  variables.map(({ name, path }) => {
    const hosts = [...new Set([...(service === null ? [] : [service]), ...receiversOf(document, path)])]
    return `${name} goes to ${hosts.map(shownText).join(", ")} (${shownText(pathText(path))})`
  })
