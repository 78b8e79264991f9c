import type { DialogueStep } from "../service/probeTcp.ts"
import type { ConfigSection } from "./ConfigSection.ts"
import type { TcpModule } from "./ProbeModule.ts"
import { familyOf, patternRule, type ReadNamedFile } from "./moduleOptions.ts"
import { readTlsConfig } from "./tlsOptions.ts"

/**
 * Replaces "$1", "${1}" and "${name}" in a text with the matches of these groups, and "$$" with "$", as Go's
 * `Regexp.Expand` does. Names that do not occur in the pattern are removed.
 */
export const expandTemplate = (
  template: string,
  found: ReadonlyArray<string | undefined>,
  names: ReadonlyArray<string | null>
): string =>
  template.replaceAll(/\$(?:\$|(\w+)|\{(\w+)\})/gu, (whole, plain?: string, braced?: string) => {
    const name = plain ?? braced
    if (name === undefined) return whole === "$$" ? "$" : whole
    const group = /^\d+$/u.test(name) ? Number(name) : names.indexOf(name) + 1
    return (group === 0 && !/^0+$/u.test(name) ? undefined : found[group]) ?? ""
  })

/** The maximum number of steps in a dialogue, which is more than any probe needs. */
const MANY_STEPS = 100

const UNSUPPORTED: Readonly<Record<string, string>> = {
  source_ip_address: "the system chooses the address."
}

const LABEL_NAME = /^(?!__)[A-Za-z_]\w*$/u

const labelsOf = (entry: ConfigSection): ReadonlyArray<readonly [name: string, value: string]> =>
  entry.sections("labels").map((label) => {
    const name = label.text("name") ?? ""
    if (!LABEL_NAME.test(name)) label.faultOf("name", "must be a label name.")
    const value = label.text("value") ?? ""
    label.finish()
    return [name, value]
  })

/** Adds a line feed to the text that is sent, as blackbox_exporter does. */
const line = (content: string | Uint8Array): string | Uint8Array =>
  typeof content === "string" ? `${content}\n` : Buffer.concat([content, Buffer.from("\n")])

/**
 * Makes the step that waits for a line. If the text to send or the labels contain groups of the pattern, the step fills
 * in their matches.
 */
const expectStep = (
  entry: ConfigSection,
  expect: string,
  send: string,
  labels: ReadonlyArray<readonly [name: string, value: string]>
): ReadonlyArray<DialogueStep> => {
  const { groups, ignoreCase, pattern } = patternRule(entry, "expect", expect, false)
  if (labels.length === 0 && !send.includes("$"))
    return [{ receive: pattern, ignoreCase }, ...(send === "" ? [] : [{ send: `${send}\n` }])]
  const onGroups = (found: ReadonlyArray<string | undefined>) => ({
    send: send === "" ? "" : `${expandTemplate(send, found, groups)}\n`,
    labels: Object.fromEntries(labels.map(([name, value]) => [name, expandTemplate(value, found, groups)]))
  })
  return [{ receive: pattern, ignoreCase, onGroups }]
}

const stepsOf = (entry: ConfigSection): ReadonlyArray<DialogueStep> => {
  const expect = entry.text("expect") ?? ""
  const bytes = entry.content("expect_bytes") ?? ""
  const send = entry.content("send") ?? ""
  const labels = labelsOf(entry)
  const startTls = entry.boolean("starttls", false)
  entry.finish()
  if (expect !== "" && bytes.length > 0) entry.faultOf("expect_bytes", "and expect cannot be used together.")
  if (expect === "" && labels.length > 0) entry.faultOf("labels", "can only have what expect matches.")
  if (expect !== "" && typeof send !== "string") entry.faultOf("send", "must be a string in an entry with expect.")
  return [
    ...(expect === "" || typeof send !== "string" ? [] : expectStep(entry, expect, send, labels)),
    ...(bytes.length === 0 ? [] : [{ receiveBytes: Buffer.from(bytes as string) }]),
    ...(expect === "" && send.length > 0 ? [{ send: line(send) }] : []),
    ...(startTls ? [{ startTls: true as const }] : [])
  ]
}

export const readTcpModule = (tcp: ConfigSection, readFile: ReadNamedFile): Omit<TcpModule, "timeoutMs"> => {
  const tls = tcp.boolean("tls", false)
  const trust = readTlsConfig(tcp.section("tls_config"), readFile)
  const entries = tcp.sections("query_response")
  if (entries.length > MANY_STEPS) tcp.faultOf("query_response", `must have at most ${MANY_STEPS} entries.`)
  const steps = entries.slice(0, MANY_STEPS).flatMap(stepsOf)
  const handshakes = steps.filter((step) => "startTls" in step).length + (tls ? 1 : 0)
  if (handshakes > 1) tcp.faultOf("query_response", "and tls must have at most one TLS handshake between them.")
  const found = { prober: "tcp", tls, ...trust, steps, family: familyOf(tcp) } as const
  tcp.finish(UNSUPPORTED)
  return found
}
