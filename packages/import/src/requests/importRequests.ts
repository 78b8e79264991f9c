import { headersFault, isUnsafeMethod, serviceLimits } from "@mon/model"
import type { Group } from "../document/Group.ts"
import type { ImportDraft } from "../document/ImportDraft.ts"
import { MonitorDraft, NO_BODY, sentMethods } from "../document/MonitorDraft.ts"
import { isPlaceholder, PLACEHOLDER } from "../document/NamedDraft.ts"
import { ServiceDraft } from "../document/ServiceDraft.ts"
import { checkedText, readJson } from "../reading/readJson.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import { readCurl } from "./readCurl.ts"
import { readHar } from "./readHar.ts"
import type { RecordedRequest, RequestHeader } from "./RecordedRequest.ts"

/** The headers that browsers and curl add to each request, and that say nothing about what is requested. */
const OF_BROWSER =
  /^(?:accept-encoding|cache-control|connection|content-length|dnt|host|pragma|priority|sec-.*|te|upgrade-insecure-requests)$/iu

const BROWSER = "Programs add this header by themselves."
const AGENT = "Mon sends its own User-Agent."

/** Returns the reason why a header is left out, or null. */
const faultOf = ({ name, value }: RequestHeader, others: ReadonlySet<string>): string | null => {
  if (name.toLowerCase() === "user-agent") return AGENT
  if (OF_BROWSER.test(name)) return BROWSER
  if (isPlaceholder(value)) return PLACEHOLDER
  if (others.has(name.toLowerCase())) return "The header occurs twice."
  return headersFault({ [name]: value }) === null ? null : "Mon does not send this header."
}

/** Returns the headers that Mon sends, and reports each of them. `to`: the place of the headers in the file. */
const headersOf = ({ headers }: RecordedRequest, group: Group, to: string): Readonly<Record<string, string>> => {
  const known = new Set<string>()
  const kept = headers.filter((header) => {
    const fault = faultOf(header, known)
    if (fault !== null) group.leftOut(header.from, fault)
    else {
      known.add(header.name.toLowerCase())
      group.carried(header.from, `${to}.headers.${header.name}`)
    }
    return fault === null
  })
  return Object.fromEntries(kept.map(({ name, value }) => [name, value]))
}

const credentialsOf = ({ token, user }: RecordedRequest, group: Group, to: string) => {
  if (token !== null) {
    group.carried(token.from, `${to}.auth.token`)
    return { token: token.value }
  }
  const [username = "", ...password] = user?.value.split(":") ?? []
  if (user === null) return null
  if (username === "" || password.join(":") === "") {
    group.leftOut(user.from, "Mon needs a user name and a password.")
    return null
  }
  group.carried(user.from, `${to}.auth`)
  return { username, password: password.join(":") }
}

const partsOf = (request: RecordedRequest, group: Group, to: string) => {
  for (const [from, reason] of request.leftOut) group.leftOut(from, reason)
  const { body, method } = request
  const hasBody = body !== null && isUnsafeMethod(method.value)
  if (method.value !== "GET") group.carried(method.from, `${to}.method`)
  if (body !== null) {
    if (hasBody) group.carried(body.from, `${to}.body`)
    else group.leftOut(body.from, NO_BODY)
  }
  return { headers: headersOf(request, group, to), auth: credentialsOf(request, group, to), hasBody }
}

const badMethod = (method: string): string => `Mon does not send ${method} requests.`

const addDomain = (draft: ImportDraft, request: RecordedRequest): void => {
  const { body, method, url } = request
  const monitor = new MonitorDraft(draft.group("monitor", url, url), url)
  monitor.url = url
  if (!sentMethods.has(method.value)) return monitor.group.skip(badMethod(method.value))
  const { auth, hasBody, headers } = partsOf(request, monitor.group, "request")
  for (const [name, value] of Object.entries(headers)) monitor.addHeader(name, value)
  monitor.method = method.value === "GET" ? null : method.value
  monitor.body = hasBody ? (body?.value ?? null) : null
  monitor.auth = auth
  draft.addMonitor(monitor, "(address)")
}

/** Names a step after its request. The names of steps differ. */
const stepName = ({ method, url }: RecordedRequest, index: number): string =>
  `${index + 1}. ${method.value} ${URL.parse(url)?.pathname ?? ""}`.slice(0, 100)

const addSteps = (draft: ImportDraft, requests: ReadonlyArray<RecordedRequest>, name: string): Group => {
  const host = URL.parse(requests[0]?.url ?? "")?.hostname ?? name
  const service = new ServiceDraft(draft.group("monitor", name, host), name, "httpSteps")
  const { group } = service
  const steps: Array<Readonly<Record<string, unknown>>> = []
  for (const request of requests) {
    const { body, followsRedirects, method, status, url } = request
    if (!sentMethods.has(method.value)) {
      group.leftOut(url, badMethod(method.value))
      continue
    }
    if (steps.length >= serviceLimits.steps) {
      group.leftOut(url, `A check has at most ${serviceLimits.steps} steps.`)
      continue
    }
    const to = `check.steps[${steps.length}]`
    group.carried(url, `${to}.url`)
    const { auth, hasBody, headers } = partsOf(request, group, to)
    if (status !== null) group.carried(status.from, `${to}.expect`)
    steps.push({
      name: stepName(request, steps.length),
      url,
      ...(method.value === "GET" ? {} : { method: method.value }),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(auth === null ? {} : { auth }),
      ...(hasBody ? { body: body?.value } : {}),
      ...(status === null ? {} : { expect: [{ status: status.value }] }),
      ...(followsRedirects ? {} : { followRedirects: false })
    })
  }
  service.options.set("steps", steps)
  if (steps.length === 0) group.skip("None of the requests can be a step.")
  draft.addService(service)
  return group
}

/** A request without a query can be the check of a domain, which is also checked for its certificate and its DNS. */
const isDomain = ({ url }: RecordedRequest): boolean => URL.parse(url)?.search === ""

/** Imports curl commands. One request becomes a domain if it can, and several become the steps of a service. */
export const importCurl = (source: string, draft: ImportDraft, name: string): void => {
  const requests = readCurl(checkedText(source, name))
  const [first] = requests
  if (first === undefined) throw new UnreadableSource(`${name} has no curl commands with an address.`)
  if (requests.length === 1 && isDomain(first)) addDomain(draft, first)
  else addSteps(draft, requests, name)
}

/** Imports the requests for documents and data of a recording (HAR) as the steps of one service. */
export const importHar = (source: string, draft: ImportDraft, name: string): void => {
  const { requests, skipped } = readHar(readJson(source, name))
  if (requests.length === 0) throw new UnreadableSource(`${name} has no requests for documents or data.`)
  const group = addSteps(draft, requests, name)
  if (!group.isSkipped) for (const [from, reason] of skipped) group.leftOut(from, reason)
}
