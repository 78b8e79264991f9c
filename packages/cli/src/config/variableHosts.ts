import type { ConfigDocument, ConfigVariable } from "@mon/api-contract/config-file"
import { isMonitorSection, pathText } from "@mon/api-contract/config-file"
import { shownText } from "../screen/shownText.ts"

const hostOf = (address: string): string =>
  URL.parse(address.includes("://") ? address : `https://${address}`)?.host ?? address

/** Returns the address of a monitor: its URL, or that of the check of a service. */
const urlOf = (monitor: object): string | null => {
  if ("check" in monitor) return serviceUrl(monitor.check)
  return "url" in monitor && typeof monitor.url === "string" ? monitor.url : null
}

/** The fields of a check that have its address. A check has one of them. */
const ADDRESSES = ["target", "server", "url"]

const serviceUrl = (check: unknown): string | null => {
  if (typeof check !== "object" || check === null) return null
  const address = Object.entries(check).find(([name]) => ADDRESSES.includes(name))?.[1]
  return typeof address === "string" ? address : null
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
const receiversOf = (document: ConfigDocument, [section, key]: ConfigVariable["path"]): ReadonlyArray<string> => {
  const name = String(key)
  if (typeof section === "string" && isMonitorSection(section)) {
    const monitor = new Map<string, object>(Object.entries(document[section] ?? {})).get(name)
    const url = urlOf(monitor ?? {})
    return url === null ? [] : [hostOf(url)]
  }
  if (section === "channels") return [channelHost(document, name)]
  if (section === "defaults" && isMonitorSection(name))
    return Object.values<object>(document[name] ?? {}).flatMap((monitor) => {
      const url = "request" in monitor ? null : urlOf(monitor)
      return url === null ? [] : [hostOf(url)]
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
