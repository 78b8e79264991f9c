import { durationFrom } from "../document/durationFrom.ts"
import type { ImportDraft } from "../document/ImportDraft.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { ServiceDraft } from "../document/ServiceDraft.ts"
import { statusesFrom } from "../document/statuses.ts"
import { goPattern } from "@mon/uptime-probe"
import { goDuration } from "../reading/goDuration.ts"
import { type Entries, isEntries, SourceObject } from "../reading/SourceObject.ts"
import { fillProbe, serviceTypeOf, unsupportedPattern } from "./probeService.ts"

interface Probe {
  readonly target: string
  readonly labels: Entries
  /** The path of the target in the configuration, for the report. */
  readonly place: string
  readonly job: string
  readonly module: string
  readonly definition: Entries | null
  readonly interval: string
}

/** The exporter's defaults for fields that a module does not have. */
const defaults = { follow_redirects: true, enable_http2: true, ip_protocol_fallback: true, recursion_desired: true }

const reasons: Readonly<Record<string, string>> = {
  follow_redirects: "Mon follows redirects.",
  valid_http_versions: "Mon does not compare the HTTP version.",
  compression: "Mon accepts compressed responses.",
  body_size_limit: "Mon has its own limit on the size of responses.",
  tls_config: "Mon always checks the certificate, and does not support client certificates.",
  oauth2: "Mon does not request OAuth tokens.",
  proxy_url: "Mon does not support proxies.",
  proxy_from_environment: "Mon does not support proxies.",
  preferred_ip_protocol: "Add the ipVersion expectation if the IP version matters.",
  ip_protocol_fallback: "Add the ipVersion expectation if the IP version matters.",
  fail_if_body_json_matches_cel: "Write the rule as a JSON expectation.",
  fail_if_body_json_not_matches_cel: "Write the rule as a JSON expectation.",
  body_file: "The import does not open the file named here.",
  password_file: "The import does not open the file named here.",
  username_file: "The import does not open the file named here.",
  credentials_file: "The import does not open the file named here.",
  enable_http2: "Mon chooses the HTTP version.",
  enable_http3: "Mon chooses the HTTP version."
}

const ANY_STATUS = "200-299"

const patternsFrom = (monitor: MonitorDraft, http: SourceObject, field: string, absent: boolean): void => {
  const patterns = http.list(field)
  http.taken(field)
  for (const [index, source] of patterns.entries()) {
    const path = `${http.pathOf(field)}[${index}]`
    const read = goPattern(String(source))
    if (!read.ok) {
      http.group.leftOut(path, unsupportedPattern(read.why))
      continue
    }
    const options = { ...(absent ? { absent: true } : {}), ...(read.ignoreCase ? { ignoreCase: true } : {}) }
    monitor.expectAt(path, { matches: read.pattern, ...options })
  }
}

const headerPatternsFrom = (monitor: MonitorDraft, http: SourceObject, field: string, absent: boolean): void => {
  for (const one of http.parts(field)) {
    const header = one.text("header") ?? ""
    const pattern = one.text("regexp") ?? ""
    if (absent) {
      one.leftOut("regexp", "Mon cannot check that a header does not match a pattern.")
      one.used("header")
      one.used("allow_missing")
      continue
    }
    if (one.flag("allow_missing") === true) {
      one.leftOut("regexp", "Mon cannot check a header only if it is present.")
      one.used("header")
      one.used("allow_missing")
      continue
    }
    const read = goPattern(pattern, true)
    if (read.ok) monitor.expectFrom(one, "regexp", { header, matches: read.pattern })
    else one.leftOut("regexp", unsupportedPattern(read.why))
    one.used("header")
  }
}

const credentialsFrom = (monitor: MonitorDraft, http: SourceObject): void => {
  const basic = http.part("basic_auth")
  if (basic !== null) monitor.passwordFrom(basic, "username", "password")
  const authorization = http.part("authorization")
  if (authorization === null) return
  const type = authorization.text("type") ?? "Bearer"
  authorization.used("type")
  if (type.toLowerCase() === "bearer") return monitor.tokenFrom(authorization, "credentials")
  const credentials = authorization.text("credentials")
  if (credentials === undefined) return
  const fault = monitor.addHeader("authorization", `${type} ${credentials}`)
  if (fault === null) authorization.carried("credentials", "request.headers.authorization")
  else authorization.leftOut("credentials", fault)
}

const injectedFrom = (monitor: MonitorDraft, http: SourceObject): void => {
  const headers = http.part("http_headers")
  for (const name of Object.keys(headers?.values ?? {})) {
    const part = headers?.part(name)
    for (const field of ["values", "secrets"]) {
      const value = part?.list(field).at(-1)
      if (value === undefined) continue
      const fault = monitor.addHeader(name, String(value))
      if (fault === null) part?.carried(field, `request.headers.${name}`)
      else part?.leftOut(field, fault)
    }
  }
}

const httpFrom = (monitor: MonitorDraft, http: SourceObject): void => {
  monitor.methodFrom(http, "method")
  monitor.bodyFrom(http, "body")
  monitor.headersFrom(http, "headers")
  injectedFrom(monitor, http)
  credentialsFrom(monitor, http)
  if (http.list("valid_status_codes").length > 0)
    statusesFrom(monitor, http, "valid_status_codes", http.list("valid_status_codes"))
  else monitor.expectAt("(default valid_status_codes)", { status: ANY_STATUS })
  patternsFrom(monitor, http, "fail_if_body_matches_regexp", true)
  patternsFrom(monitor, http, "fail_if_body_not_matches_regexp", false)
  headerPatternsFrom(monitor, http, "fail_if_header_matches", true)
  headerPatternsFrom(monitor, http, "fail_if_header_not_matches", false)
  if (http.flag("fail_if_not_ssl") === true) monitor.expectFrom(http, "fail_if_not_ssl", { certificate: "valid" })
  if (http.flag("fail_if_ssl") === true) http.leftOut("fail_if_ssl", "Mon cannot check that a site does not use TLS.")
}

export const addProbe = (draft: ImportDraft, probe: Probe): void => {
  const { definition, interval, job, labels, module, place, target } = probe
  const id = `${module}-${target.replace(/^https?:\/\//iu, "")}`
  const group = draft.group("monitor", `${module} ${target}`, target)
  if (definition === null) return group.skip(`No file has the ${module} module.`)
  const prober = typeof definition["prober"] === "string" ? definition["prober"] : ""
  const type = serviceTypeOf(prober, target, definition["tcp"])
  if (type === null && prober !== "http") return group.skip(`Mon does not have ${prober} checks.`, prober)
  const monitor = type === null ? new MonitorDraft(group, id) : new ServiceDraft(group, id, type)
  const seconds = goDuration(interval)
  if (seconds !== null) monitor.interval = { field: "scrape_interval", seconds }
  monitor.tags.push(job)
  group.changed("job_name", "tags", `The monitor has the tag ${job}.`)
  for (const [name, value] of Object.entries(labels)) {
    monitor.tags.push(`${name}:${String(value)}`)
    group.carried(`labels.${name}`, "tags")
  }
  const source = new SourceObject(group, definition, { prefix: `modules.${module}.` })
  source.used("prober")
  monitor.timeout = durationFrom(source, "timeout")
  if (monitor instanceof ServiceDraft) {
    const fault = fillProbe(monitor, source, target, `${place}.targets`)
    if (fault !== null) return group.skip(fault)
  } else {
    // Without a scheme, the exporter uses http.
    monitor.url = /^[a-z]+:\/\//iu.test(target) ? target : `http://${target}`
    const http = isEntries(definition["http"])
      ? source.part("http")
      : new SourceObject(group, {}, { prefix: `modules.${module}.http.` })
    if (http !== null) httpFrom(monitor, http)
  }
  source.finish({
    defaults,
    reasons,
    otherwise: "This field is for a different kind of check, or Mon has no equivalent."
  })
  if (monitor instanceof ServiceDraft) draft.addService(monitor)
  else draft.addMonitor(monitor, `${place}.targets`)
}
