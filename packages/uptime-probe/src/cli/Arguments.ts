import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { makeAddressPolicy } from "@mon/public-net"
import type { Assertion } from "../Assertion.ts"
import type { CheckRequest, Method } from "../CheckResult.ts"
import type { ProbeOptions } from "../Probe.ts"

/** What the command line asks for. */
export type Command =
  | {
      readonly kind: "check"
      readonly request: CheckRequest
      readonly options: ProbeOptions
      readonly json: boolean
      readonly watchMs: number | null
    }
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "usage"; readonly message: string }

const DEFAULT_TIMEOUT_S = 10
const DEFAULT_WATCH_S = 10

export const HELP = `Usage: mon-uptime-probe [options] <url>

Checks a URL once and reports how long each phase took, its redirects and its certificate.

  --json                 the whole result as JSON
  --watch                check repeatedly; --every <seconds> apart (${DEFAULT_WATCH_S})
  --timeout <seconds>    for all redirects and the body (${DEFAULT_TIMEOUT_S})
  --method <method>      instead of GET
  --header "<n>: <v>"    a header field; may be repeated
  --data <text>          the body of the request
  --user <name:word>     basic credentials
  --bearer <token>       a bearer token
  --user-agent <text>
  -4, -6                 connect over IPv4 or IPv6 only
  --no-follow            take the first answer for the final one
  --status <ranges>      expect a status, for instance 200-299,401
  --text <text>          expect a text in the body; may be repeated
  --no-text <text>       expect that it is not there; may be repeated
  --dns <server>         ask this name server, "address:port"; may be repeated
  --allow <cidr>         let a network through that is not public; may be repeated
  --ca <file>            trust the certificates in this PEM file too; may be repeated

Exit code: 0 up, 1 down, 2 no verdict, 64 wrong usage.`

const FLAGS = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  json: { type: "boolean" },
  watch: { type: "boolean" },
  every: { type: "string" },
  timeout: { type: "string" },
  method: { type: "string" },
  header: { type: "string", multiple: true },
  data: { type: "string" },
  user: { type: "string" },
  bearer: { type: "string" },
  "user-agent": { type: "string" },
  "4": { type: "boolean", short: "4" },
  "6": { type: "boolean", short: "6" },
  "no-follow": { type: "boolean" },
  status: { type: "string" },
  text: { type: "string", multiple: true },
  "no-text": { type: "string", multiple: true },
  dns: { type: "string", multiple: true },
  allow: { type: "string", multiple: true },
  ca: { type: "string", multiple: true }
} as const

const seconds = (text: string | undefined, fallback: number, flag: string): number => {
  const value = text === undefined ? fallback : Number(text)
  if (!(value > 0 && value < 86_400)) throw new TypeError(`--${flag} takes seconds, not ${JSON.stringify(text)}`)
  return value * 1_000
}

const headersOf = (lines: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":")
      if (colon < 1) throw new TypeError(`--header takes "name: value", not ${JSON.stringify(line)}`)
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    })
  )

const basic = (text: string) => {
  const colon = text.indexOf(":")
  if (colon === -1) throw new TypeError("--user takes name:password")
  return { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** Reads the command line; what is wrong with it comes back as usage. */
export const parseCommand = (argv: ReadonlyArray<string>): Command => {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: FLAGS, allowPositionals: true })
    if (values.help === true) return { kind: "help" }
    if (values.version === true) return { kind: "version" }
    const [url] = positionals
    if (url === undefined || positionals.length > 1) return { kind: "usage", message: "one URL is needed" }
    const auth =
      values.bearer === undefined
        ? values.user === undefined
          ? undefined
          : basic(values.user)
        : { token: values.bearer }
    const expectations: ReadonlyArray<Assertion> = [
      ...(values.status === undefined ? [] : [{ status: values.status }]),
      ...(values.text ?? []).map((text) => ({ text })),
      ...(values["no-text"] ?? []).map((text) => ({ text, absent: true }))
    ]
    const request: CheckRequest = {
      url: url.includes("://") ? url : `https://${url}`,
      timeoutMs: seconds(values.timeout, DEFAULT_TIMEOUT_S, "timeout"),
      // The probe refuses what is no method.
      ...(values.method === undefined ? {} : { method: values.method.toUpperCase() as Method }),
      ...(values.header === undefined ? {} : { headers: headersOf(values.header) }),
      ...(values.data === undefined ? {} : { body: values.data }),
      ...(auth === undefined ? {} : { auth }),
      ...(values["4"] === true ? { family: 4 } : values["6"] === true ? { family: 6 } : {}),
      ...(values["no-follow"] === true ? { followRedirects: false } : {}),
      ...(expectations.length === 0 ? {} : { expect: expectations })
    }
    const options: ProbeOptions = {
      ...(values["user-agent"] === undefined ? {} : { userAgent: values["user-agent"] }),
      ...(values.dns === undefined ? {} : { dnsServers: values.dns }),
      ...(values.allow === undefined ? {} : { policy: makeAddressPolicy({ allow: values.allow }) }),
      ...(values.ca === undefined ? {} : { extraCa: values.ca.map((file) => readFileSync(file, "utf8")) })
    }
    const watchMs = values.watch === true ? seconds(values.every, DEFAULT_WATCH_S, "every") : null
    return { kind: "check", request, options, json: values.json === true, watchMs }
  } catch (error) {
    return { kind: "usage", message: error instanceof Error ? error.message : String(error) }
  }
}
