import {
  domainFields,
  headersFault,
  isUnsafeMethod,
  type PlanLimits,
  requestLimits,
  pageFields,
  shortestInterval
} from "@mon/model"
import { kindOfSection } from "@mon/api-contract/config-file"
import { parsePublicUrl, type UrlRejectionReason } from "@mon/public-net/policy"
import type { Key } from "./keyOf.ts"
import { isOpenHeader, type MonitorDraft } from "./MonitorDraft.ts"
import { quoted } from "./plainText.ts"
import type { SecretNames } from "./SecretNames.ts"

type Entry = Record<string, unknown>

const PRIVATE = "Mon only monitors public host names."

const reasons: Readonly<Partial<Record<UrlRejectionReason, string>>> = {
  empty: "It has no address.",
  scheme: "Mon only checks addresses that start with http:// or https://.",
  ip_literal: "Mon monitors host names, not IP addresses.",
  bad_name: "The host name in the address is not valid.",
  single_label: PRIVATE,
  special_use: PRIVATE,
  port: "The port in the address is not valid.",
  too_long: "The address is too long."
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the address without its user name and password, which become credentials. */
const withoutCredentials = (draft: MonitorDraft): string => {
  const url = URL.parse(draft.url.trim())
  if (url === null || (url.username === "" && url.password === "")) return draft.url
  const found = { username: decoded(url.username), password: decoded(url.password) }
  url.username = ""
  url.password = ""
  if (draft.auth !== null)
    draft.group.leftOut("(user name and password in the address)", "The monitor has different credentials.")
  else if (found.username === "" || found.password === "")
    draft.group.leftOut("(user name and password in the address)", "Mon needs a user name and a password.")
  else {
    draft.auth = found
    draft.group.changed(
      "(user name and password in the address)",
      "request.auth",
      "They became the request's credentials."
    )
  }
  return url.href
}

/** Addresses that already have a monitor. */
export interface TakenAddresses {
  /** The hosts of domain monitors, with their ports. The value has the monitor's path in the file and its check. */
  readonly hosts: Map<string, { readonly path: string; readonly check: string }>
  /** The addresses of monitored pages. */
  readonly pages: Map<string, string>
}

/** Returns a text that is equal for equal requests and expectations. Two monitors with equal checks become one. */
const checkOf = ({ auth, body, expect, headers, method }: MonitorDraft, href: string): string =>
  JSON.stringify([href, method, [...headers], body, auth, expect])

interface Address {
  readonly section: "domains" | "urls"
  readonly url: string
  /** Marks the address as taken. */
  readonly take: (key: string) => void
}

const PATH_NOTE =
  "Mon has one domain monitor for each host and port, and this one is already in the file. This address became a URL monitor: it alerts on errors, on failed expectations, and when the page is empty or replaced as a whole."

/**
 * Finds the section and the address of a monitor in the file. Null if it cannot have one; the reason is then recorded.
 */
const addressOf = (draft: MonitorDraft, { hosts, pages }: TakenAddresses, field: string): Address | null => {
  const { group } = draft
  const parsed = parsePublicUrl(withoutCredentials(draft))
  if (!parsed.ok) {
    group.skip(`${reasons[parsed.reason] ?? "The address is not valid."} The address is ${quoted(draft.url)}.`)
    return null
  }
  const { hostname, port, url } = parsed
  const hash = url.hash
  url.hash = ""
  const host = port === null ? hostname : `${hostname}:${port}`
  const check = checkOf(draft, url.href)
  const known = hosts.get(host)
  const same = draft.section === "domains" && known?.check === check ? known.path : pages.get(url.href)
  if (same !== undefined) {
    group.skip(`Mon checks each address only once. ${same} in the file has the same address.`)
    return null
  }
  if (draft.section === "domains" && known === undefined) {
    const { search } = url
    url.search = ""
    if (search !== "" || hash !== "")
      group.changed(field, "url", "A domain monitor cannot have a query or a fragment, so both are removed.")
    else group.carried(field, "url")
    const path = url.pathname === "/" ? url.origin : url.href
    return { section: "domains", url: path, take: (key) => hosts.set(host, { path: `domains.${key}`, check }) }
  }
  if (draft.section === "domains") group.changed(field, "url", PATH_NOTE)
  else if (hash === "") group.carried(field, "url")
  else group.changed(field, "url", "The fragment is removed.")
  return { section: "urls", url: url.href, take: (key) => pages.set(url.href, `urls.${key}`) }
}

/** The seconds of a minute. An interval that is too short becomes whole minutes. */
const MINUTE = 60

const setInterval = (draft: MonitorDraft, section: "domains" | "urls", entry: Entry, limits: PlanLimits): number => {
  const { title } = limits
  const { default: usual, maximum } = (section === "domains" ? domainFields : pageFields).checkInterval
  const ofPlan = shortestInterval(kindOfSection(section), limits)
  if (draft.interval === null) return Math.max(usual, ofPlan)
  const { field, seconds } = draft.interval
  const isUnsafe = isUnsafeMethod(draft.method ?? undefined)
  const shortest = isUnsafe ? Math.max(ofPlan, requestLimits.unsafeIntervalSeconds) : ofPlan
  const least = seconds < shortest ? Math.ceil(shortest / MINUTE) * MINUTE : shortest
  const clamped = Math.min(maximum, Math.max(least, Math.round(seconds)))
  entry["checkInterval"] = clamped
  if (clamped === seconds) draft.group.carried(field, "checkInterval")
  else {
    const why =
      seconds > maximum
        ? `Mon allows at most ${maximum} s.`
        : seconds >= shortest
          ? "Mon has whole seconds."
          : shortest > ofPlan
            ? `Mon sends ${draft.method} at most every ${shortest} s.`
            : section === "domains"
              ? `the ${title} plan does not allow shorter ones for domains.`
              : `the ${title} plan does not allow shorter ones for URL monitors.`
    draft.group.changed(field, "checkInterval", `${seconds} s became ${clamped} s: ${why}`)
  }
  return clamped
}

const setTimeout = (draft: MonitorDraft, interval: number, entry: Entry): void => {
  const { default: usual, maximum, minimum } = domainFields.timeoutSeconds
  const most = Math.min(maximum, interval - 1)
  if (draft.timeout === null) {
    if (usual > most) entry["timeoutSeconds"] = most
    return
  }
  const { field, seconds } = draft.timeout
  const clamped = Math.min(most, Math.max(minimum, Math.round(seconds)))
  entry["timeoutSeconds"] = clamped
  if (clamped === seconds) draft.group.carried(field, "timeoutSeconds")
  else
    draft.group.changed(
      field,
      "timeoutSeconds",
      `${seconds} s became ${clamped} s: Mon allows ${minimum} to ${most} s.`
    )
}

/** Returns the headers that Mon sends. Other headers are reported as left out, one by one. */
const headersOf = (draft: MonitorDraft): ReadonlyMap<string, string> => {
  const sent = new Map<string, string>()
  for (const [name, value] of draft.headers) {
    const fault =
      sent.size >= requestLimits.headers
        ? `must have at most ${requestLimits.headers} headers.`
        : headersFault(Object.fromEntries([...sent, [name, value]]))
    if (fault === null) sent.set(name, value)
    else draft.group.refuse(`request.headers.${name}`, `The headers ${fault}`)
  }
  return sent
}

const requestOf = (draft: MonitorDraft, path: string, secrets: SecretNames): Entry => {
  const secret = (name: string, value: string): string => secrets.textFor(`${path}.request.${name}`, value)
  const { auth, body, method } = draft
  const headers = [...headersOf(draft)].map(([name, value]) => [
    name,
    isOpenHeader(name, value) ? value : secret(`headers.${name}`, value)
  ])
  const credentials = (): Entry => {
    if (auth === null) return {}
    if ("token" in auth) return { auth: { token: secret("auth.token", auth.token) } }
    return { auth: { username: auth.username, password: secret("auth.password", auth.password) } }
  }
  return {
    ...(method === null ? {} : { method }),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) as Entry }),
    ...(body === null ? {} : { body: secret("body", body) }),
    ...credentials()
  }
}

/** The facts about the account that decide which objects it accepts. */
export interface AccountFacts {
  readonly limits: PlanLimits
  /** Whether the account has proved that it owns the hosts. Request methods that may change something need this. */
  readonly provenHosts: boolean
}

/**
 * Removes settings that the account's plan does not have. If this would change the meaning of a monitor's checks, the
 * monitor is paused.
 */
const fitAccount = (draft: MonitorDraft, { limits, provenHosts }: AccountFacts, entry: Entry): void => {
  const { expectations, pageRendering, requestMethods, title } = limits
  const { expect, group, method } = draft
  const why =
    method === null
      ? null
      : requestMethods.includes(method)
        ? isUnsafeMethod(method) && !provenHosts
          ? `${method} needs proof that the host is yours. Set it after that. The monitor is paused.`
          : null
        : `the ${title} plan only has ${requestMethods.join(", ")}. The monitor is paused.`
  if (why !== null) {
    group.refuse("request.method", why)
    if (draft.body !== null) group.refuse("request.body", why)
    draft.method = null
    draft.body = null
    entry["paused"] = true
  }
  if (entry["render"] === true && !pageRendering) {
    delete entry["render"]
    group.refuse("render", `the ${title} plan does not run the scripts of pages.`)
  }
  for (const index of expect.keys())
    if (index >= expectations)
      group.refuse(`expect[${index}]`, `the ${title} plan has at most ${expectations} expectations.`)
  expect.length = Math.min(expect.length, expectations)
}

/** The file's entry for a monitor, with its section and key. */
export interface PlacedMonitor {
  readonly section: "domains" | "urls"
  readonly key: Key
  readonly entry: Entry
}

interface Placing {
  readonly taken: TakenAddresses
  readonly account: AccountFacts
  readonly secrets: SecretNames
  readonly keyFor: (id: string) => Key
  /** The source field with the address. */
  readonly addressField: string
}

/** Returns the entry of a monitor. Null if it cannot have one; the reason is then recorded. */
export const placeMonitor = (
  draft: MonitorDraft,
  { account, addressField, keyFor, secrets, taken }: Placing
): PlacedMonitor | null => {
  if (draft.group.isSkipped) return null
  const address = addressOf(draft, taken, addressField)
  if (address === null) return null
  const { section, url } = address
  const key = keyFor(draft.id)
  address.take(key)
  draft.group.path = `${section}.${key}`
  const entry: Entry = { url, ...draft.fields }
  if (section !== draft.section) Object.assign(entry, { screenshotEnabled: false, minimumChange: { percent: 100 } })
  fitAccount(draft, account, entry)
  setTimeout(draft, setInterval(draft, section, entry, account.limits), entry)
  if (section === "urls" && draft.method === "HEAD") {
    draft.method = null
    draft.group.refuse("request.method", "A URL monitor reads the page, so it uses GET.")
  }
  const request = requestOf(draft, draft.group.path, secrets)
  if (Object.keys(request).length > 0) entry["request"] = request
  if (draft.expect.length > 0) entry["expect"] = draft.expect
  const copied = [...new Set(draft.ccEmails)]
  const { maximum } = domainFields.ccEmails
  for (const surplus of copied.slice(maximum))
    draft.group.leftOut("ccEmails", `${surplus} gets no alerts: a monitor has at most ${maximum} ccEmails.`)
  if (copied.length > 0) entry["ccEmails"] = copied.slice(0, maximum)
  return { section, key, entry }
}
