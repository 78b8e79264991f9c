import {
  domainFields,
  headersFault,
  isUnsafeMethod,
  monitorFields,
  monitorKinds,
  type PlanLimits,
  requestLimits,
  shortestInterval
} from "@mon/model"
import type { MonitorSection } from "@mon/api-contract/config-file"
import { parsePublicUrl, type UrlRejectionReason } from "@mon/public-net/policy"
import type { Key } from "./keyOf.ts"
import { type ImportedKind, isOpenHeader, type MonitorDraft } from "./MonitorDraft.ts"
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

/** Returns the address without its user name and password, which become the credentials of the monitor's request. */
const withoutCredentials = (draft: MonitorDraft): string => {
  const url = URL.parse(draft.url.trim())
  if (url === null || (url.username === "" && url.password === "")) return draft.url
  const found = { username: decoded(url.username), password: decoded(url.password) }
  url.username = ""
  url.password = ""
  if (draft.auth !== null)
    draft.group.leftOut("(user name and password in the address)", "The monitor already has credentials.")
  else if (found.username === "" || found.password === "")
    draft.group.leftOut("(user name and password in the address)", "Mon needs a user name and a password.")
  else {
    draft.auth = found
    draft.group.changed(
      "(user name and password in the address)",
      "request.auth",
      "The user name and password became the request's credentials."
    )
  }
  return url.href
}

/** The parts of an address that Mon can monitor. `url` has no fragment. */
interface Address {
  readonly host: string
  readonly url: URL
  readonly hash: string
}

interface KindRules {
  /** Returns the part of the address that must be unique among the monitors of the kind. */
  readonly identityOf: (address: Address) => string
  readonly urlOf: (address: Address) => string
  readonly removedFrom: (address: Address) => string | null
  readonly refusedMethods: ReadonlyMap<string, string>
  /**
   * The kind that a monitor gets instead if a monitor with the same identity but a different check exists, with the
   * settings that the monitor then needs. Null if such a monitor is left out.
   */
  readonly instead: { readonly kind: ImportedKind; readonly note: string; readonly fields: Entry } | null
}

const kindRules: Readonly<Record<ImportedKind, KindRules>> = {
  domain: {
    identityOf: ({ host }) => host,
    urlOf: ({ url }) => (url.pathname === "/" ? url.origin : url.origin + url.pathname),
    removedFrom: ({ hash, url }) =>
      url.search === "" && hash === ""
        ? null
        : "A domain monitor cannot have a query or a fragment, so both are removed.",
    refusedMethods: new Map(),
    instead: {
      kind: "url",
      note: "Mon has one domain monitor for each host and port, and this one is already in the file. This address became a URL monitor: it alerts on errors, on failed expectations, and when the page is empty or replaced as a whole.",
      fields: { screenshotEnabled: false, minimumChange: { percent: 100 } }
    }
  },
  url: {
    identityOf: ({ url }) => url.href,
    urlOf: ({ url }) => url.href,
    removedFrom: ({ hash }) => (hash === "" ? null : "The fragment is removed."),
    refusedMethods: new Map([["HEAD", "A URL monitor reads the page, so it uses GET."]]),
    instead: null
  }
}

export type TakenAddresses = Map<string, { readonly path: string; readonly check: string }>

/**
 * Returns a text that is the same for equal requests and expectations. Two monitors with equal checks become one
 * monitor.
 */
const checkOf = ({ auth, body, expect, headers, method }: MonitorDraft, href: string): string =>
  JSON.stringify([href, method, [...headers], body, auth, expect])

interface Placement {
  readonly kind: ImportedKind
  readonly url: string
  readonly take: (path: string) => void
}

/**
 * Finds the kind and the address that a monitor gets in the file. If this is impossible, records the reason and returns
 * null.
 */
const placementOf = (draft: MonitorDraft, taken: TakenAddresses, field: string): Placement | null => {
  const { group } = draft
  const parsed = parsePublicUrl(withoutCredentials(draft))
  if (!parsed.ok) {
    group.skip(`${reasons[parsed.reason] ?? "The address is not valid."} The address is ${quoted(draft.url)}.`)
    return null
  }
  const { hostname, port, url } = parsed
  const { hash } = url
  url.hash = ""
  const address = { host: port === null ? hostname : `${hostname}:${port}`, url, hash }
  const check = checkOf(draft, url.href)
  let placed: ImportedKind | null = null
  for (let kind: ImportedKind | undefined = draft.kind; kind !== undefined; kind = kindRules[kind].instead?.kind) {
    const known = taken.get(`${kind} ${kindRules[kind].identityOf(address)}`)
    if (known === undefined) placed ??= kind
    else if (known.check === check || kindRules[kind].instead === null) {
      group.skip(`Mon checks each address only once. ${known.path} in the file has the same address.`)
      return null
    }
  }
  const kind = placed ?? draft.kind
  const { identityOf, removedFrom, urlOf } = kindRules[kind]
  const note = kind === draft.kind ? removedFrom(address) : (kindRules[draft.kind].instead?.note ?? null)
  if (note === null) group.carried(field, "url")
  else group.changed(field, "url", note)
  return {
    kind,
    url: urlOf(address),
    take: (path) => taken.set(`${kind} ${identityOf(address)}`, { path, check })
  }
}

/** An interval that is too short is rounded up to whole minutes. */
const MINUTE = 60

const setInterval = (draft: MonitorDraft, kind: ImportedKind, entry: Entry, limits: PlanLimits): number => {
  const { title } = limits
  const { default: usual, maximum } = monitorFields[kind].checkInterval
  const ofPlan = shortestInterval(kind, limits)
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
          ? "Mon only supports whole seconds."
          : shortest > ofPlan
            ? `Mon sends ${draft.method} at most every ${shortest} s.`
            : `the ${title} plan does not allow shorter intervals.`
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

/** Returns the headers that Mon can send. Reports every other header as left out. */
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

export interface AccountFacts {
  readonly limits: PlanLimits
  /**
   * Whether the account has proved that it owns the hosts. Request methods that may change something require this
   * proof.
   */
  readonly provenHosts: boolean
}

/**
 * Removes settings that the account cannot use. If the request method is removed, pauses the monitor, because its
 * checks would have another meaning.
 */
const fitAccount = (draft: MonitorDraft, { limits, provenHosts }: AccountFacts, entry: Entry): void => {
  const { expectations, pageRendering, requestMethods, title } = limits
  const { expect, group, method } = draft
  const why =
    method === null
      ? null
      : requestMethods.includes(method)
        ? isUnsafeMethod(method) && !provenHosts
          ? `${method} needs proof that the host is yours. Set the method once you have proved this. The monitor is paused.`
          : null
        : `the ${title} plan only allows ${requestMethods.join(", ")}. The monitor is paused.`
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

export interface PlacedMonitor {
  readonly section: MonitorSection
  readonly key: Key
  readonly entry: Entry
}

interface Placing {
  readonly taken: TakenAddresses
  readonly account: AccountFacts
  readonly secrets: SecretNames
  readonly keyFor: (id: string) => Key
  readonly addressField: string
}

export const placeMonitor = (
  draft: MonitorDraft,
  { account, addressField, keyFor, secrets, taken }: Placing
): PlacedMonitor | null => {
  if (draft.group.isSkipped) return null
  const placement = placementOf(draft, taken, addressField)
  if (placement === null) return null
  const { kind, url } = placement
  const section = monitorKinds[kind].plural
  const key = keyFor(draft.id)
  draft.group.path = `${section}.${key}`
  placement.take(draft.group.path)
  const entry: Entry = {
    url,
    ...draft.fields,
    ...(kind === draft.kind ? {} : kindRules[draft.kind].instead?.fields)
  }
  fitAccount(draft, account, entry)
  setTimeout(draft, setInterval(draft, kind, entry, account.limits), entry)
  const methodFault = kindRules[kind].refusedMethods.get(draft.method ?? "")
  if (methodFault !== undefined) {
    draft.method = null
    draft.group.refuse("request.method", methodFault)
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
