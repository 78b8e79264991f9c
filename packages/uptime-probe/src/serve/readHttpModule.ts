import type { CheckRequest } from "../CheckResult.ts"
import { firstPlan, methods } from "../probe/RequestPlan.ts"
import type { ConfigSection } from "./ConfigSection.ts"
import { readHeaders, type RequestHeaders } from "./httpHeaders.ts"
import { familyOf, fileText, patternRule, patternRules, type ReadNamedFile } from "./moduleOptions.ts"
import type { HeaderRule, HttpModule, PatternRule } from "./ProbeModule.ts"
import { readTlsConfig } from "./tlsOptions.ts"

const VERSIONS = ["HTTP/1.0", "HTTP/1.1", "HTTP/2.0"] as const

const UNSUPPORTED: Readonly<Record<string, string>> = {
  enable_http3: "a probe uses HTTP/1.1 and HTTP/2.",
  fail_if_body_json_matches_cel: "use fail_if_body_matches_regexp.",
  fail_if_body_json_not_matches_cel: "use fail_if_body_not_matches_regexp.",
  no_proxy: "a probe connects to the target itself.",
  oauth2: "use authorization with a token.",
  proxy_connect_header: "a probe connects to the target itself.",
  proxy_from_environment: "a probe connects to the target itself.",
  proxy_url: "a probe connects to the target itself.",
  skip_resolve_phase_with_proxy: "a probe connects to the target itself."
}

const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 99 && Number(value) < 600
const isVersion = (value: unknown): value is string => VERSIONS.some((version) => version === value)

const bodyRules = (http: ConfigSection): ReadonlyArray<PatternRule> =>
  (["fail_if_body_matches_regexp", "fail_if_body_not_matches_regexp"] as const).flatMap((name) =>
    patternRules(http, name, name === "fail_if_body_matches_regexp")
  )

const headerRules = (http: ConfigSection): ReadonlyArray<HeaderRule> =>
  (["fail_if_header_matches", "fail_if_header_not_matches"] as const).flatMap((name) =>
    http.sections(name).map((section) => {
      const header = section.text("header") ?? ""
      if (header === "") section.faultOf("header", "must be a header name.")
      const pattern = section.text("regexp") ?? ""
      if (pattern === "") section.faultOf("regexp", "must be a pattern.")
      const { groups: _, ...rule } = patternRule(section, "regexp", pattern, name === "fail_if_header_matches")
      const allowMissing = section.boolean("allow_missing", false)
      section.finish()
      return { ...rule, header: header.toLowerCase(), allowMissing }
    })
  )

const MOST_BYTES = 16 * 1_024 ** 2

const bodyOf = (http: ConfigSection, readFile: ReadNamedFile): string | undefined => {
  const body = http.text("body")
  const file = http.text("body_file") ?? ""
  if (file === "") return body
  if (body !== undefined && body !== "") http.faultOf("body_file", "and body cannot be used together.")
  return fileText(http, "body_file", file, readFile)
}

/** Reads the content coding with which the answer must be compressed, and the codings that the request accepts. */
const codingOf = (http: ConfigSection, { acceptEncoding }: RequestHeaders) => {
  const coding = http.text("compression")?.toLowerCase() ?? ""
  if (coding === "") return { contentCoding: null, acceptEncoding }
  if (!["br", "deflate", "gzip", "identity"].includes(coding))
    http.faultOf("compression", "must be one of br, deflate, gzip, identity.")
  if (acceptEncoding !== null && !acceptEncoding.toLowerCase().includes(coding))
    http.faultOf("compression", "must be accepted by the Accept-Encoding header.")
  return { contentCoding: coding === "identity" ? null : coding, acceptEncoding: acceptEncoding ?? coding }
}

const followsRedirects = (http: ConfigSection): boolean => {
  const old = http.boolean("no_follow_redirects", false)
  return http.boolean("follow_redirects", !old)
}

const isSecret = (request: Pick<CheckRequest, "headers">): boolean =>
  firstPlan({ ...request, url: "https://target.invalid" }).secret

export const readHttpModule = (http: ConfigSection, readFile: ReadNamedFile): Omit<HttpModule, "timeoutMs"> => {
  const method = http.choice("method", methods)
  const body = bodyOf(http, readFile)
  const given = readHeaders(http, readFile)
  const { fields, host, userAgent } = given
  const tls = http.section("tls_config")
  const trust = readTlsConfig(tls, readFile)
  const limit = http.size("body_size_limit", MOST_BYTES) ?? 0
  const request: HttpModule["request"] = {
    headers: fields,
    followRedirects: followsRedirects(http),
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(limit === 0 ? {} : { keepAnswerBytes: limit })
  }
  if (!trust.verifies && isSecret(request))
    tls.faultOf("insecure_skip_verify", "cannot be true: a probe sends no credentials without a valid certificate.")
  const found: Omit<HttpModule, "timeoutMs"> = {
    prober: "http",
    request,
    host,
    ...codingOf(http, given),
    mostBytes: limit === 0 ? null : limit,
    statusCodes: http.list("valid_status_codes", isStatus, "a list of numbers from 100 to 599"),
    httpVersions: http.list("valid_http_versions", isVersion, `a list of ${VERSIONS.join(", ")}`),
    family: familyOf(http),
    allowsHttp2: http.boolean("enable_http2", true),
    failsIfSecure: http.boolean("fail_if_ssl", false),
    failsIfNotSecure: http.boolean("fail_if_not_ssl", false),
    ...trust,
    body: bodyRules(http),
    headers: headerRules(http)
  }
  http.finish(UNSUPPORTED)
  return found
}
