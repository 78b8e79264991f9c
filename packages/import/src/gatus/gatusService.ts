import { headersFault, type ServiceType } from "@mon/model"
import { type ServiceDraft, targetOf } from "../document/ServiceDraft.ts"
import type { SourceObject } from "../reading/SourceObject.ts"
import { certificateDays, CONDITION, functionOf, textPatternOf } from "./conditions.ts"
import { namesVariable, VARIABLE } from "./gatusChannel.ts"

/** The schemes of Gatus that are services in Mon, and the block `dns` (config/endpoint/endpoint.go of TwiN/gatus). */
export const serviceTypes: ReadonlyMap<string, ServiceType> = new Map([
  ["tcp", "tcp"],
  ["udp", "udp"],
  ["icmp", "icmp"],
  ["tls", "tls"],
  ["starttls", "smtp"],
  ["ssh", "ssh"],
  ["ws", "webSocket"],
  ["wss", "webSocket"],
  ["grpc", "grpc"],
  ["grpcs", "grpc"],
  ["dns", "dns"]
])

const recordTypes = new Set(["A", "AAAA", "CNAME", "MX", "NS", "PTR", "SRV"])

const bodyFrom = (service: ServiceDraft, source: SourceObject): boolean => {
  const body = source.text("body")
  if (body === undefined) return false
  if (namesVariable(body)) source.leftOut("body", VARIABLE)
  else if (service.type === "tcp") {
    service.options.set("steps", [{ send: body }])
    source.carried("body", "check.steps[0].send")
  } else service.optionFrom(source, "body", "send", body)
  return !namesVariable(body)
}

const headersFrom = (service: ServiceDraft, source: SourceObject): void => {
  const part = source.part("headers")
  const headers: Array<readonly [string, string]> = []
  for (const name of Object.keys(part?.values ?? {})) {
    const value = part?.text(name)
    const fault = value === undefined ? null : headersFault(Object.fromEntries([[name, value]]))
    if (value === undefined) part?.leftOut(name, "The value is not a string.")
    else if (fault !== null) part?.leftOut(name, `The headers ${fault}`)
    else if (namesVariable(value)) part?.leftOut(name, VARIABLE)
    else {
      headers.push([name, value])
      part?.carried(name, `check.headers.${name}`)
    }
  }
  if (headers.length > 0) service.options.set("headers", Object.fromEntries(headers))
}

const dnsFrom = (service: ServiceDraft, source: SourceObject, server: string): string | null => {
  const dns = source.part("dns")
  const name = dns?.text("query-name")
  if (dns === null || name === undefined) return "It has no name to ask for."
  const type = (dns.text("query-type") ?? "").toUpperCase()
  if (!recordTypes.has(type)) return `Mon does not ask for ${type === "" ? "unnamed" : type} records here.`
  service.options.set("server", server)
  source.carried("url", "check.server")
  service.optionFrom(dns, "query-name", "name", name)
  service.optionFrom(dns, "query-type", "recordType", type)
  return null
}

/** Sets the options of a service from an endpoint. Returns the reason why that is impossible, or null. */
export const fillGatusService = (service: ServiceDraft, source: SourceObject): string | null => {
  const url = (source.text("url") ?? "").trim()
  const [, scheme = "", rest = ""] = /^([a-z]+):\/\/([^/?#]*)/iu.exec(url) ?? [undefined, "", url]
  if (service.type === "dns") return dnsFrom(service, source, rest)
  if (rest === "") return "It has no address."
  if (service.type === "webSocket") {
    service.optionFrom(source, "url", "url", url)
    headersFrom(service, source)
    bodyFrom(service, source)
    return null
  }
  service.optionFrom(source, "url", "target", service.type === "icmp" ? targetOf(rest) : rest)
  if (scheme.toLowerCase() === "starttls") service.options.set("tls", "required")
  if (scheme.toLowerCase() === "grpcs") service.options.set("tls", "fromStart")
  if (service.type === "ssh" && source.has("ssh")) source.leftOut("ssh", "Mon checks SSH servers without a login.")
  const hasBody = service.type === "tcp" || service.type === "udp" ? bodyFrom(service, source) : false
  return service.type === "udp" && !hasBody
    ? "Mon checks a service over UDP by its answer to a message. The endpoint has no body."
    : null
}

const ABSOLUTE_NAMES = new Set(["CNAME", "NS", "PTR"])

/** Adds the condition of an endpoint about the body. Returns the reason why that is impossible, or null. */
const bodyCondition = (service: ServiceDraft, field: string, operand: string): string | null => {
  const { group, options, type } = service
  if (functionOf(operand, "any") !== null) return "Mon only compares the answer with a single value."
  const isPattern = functionOf(operand, "pat") !== null
  if (type === "dns") {
    if (isPattern) return "Mon only compares the records of an answer with whole records."
    const record = String(options.get("recordType"))
    if (record === "MX" || record === "SRV") return "Gatus compares only the host of these records."
    const isAbsolute = !ABSOLUTE_NAMES.has(record) || operand.endsWith(".")
    const answers = Array.isArray(options.get("answers")) ? (options.get("answers") as ReadonlyArray<string>) : []
    options.set("answers", [...answers, isAbsolute ? operand : `${operand}.`])
    group.changed(
      field,
      `check.answers[${answers.length}]`,
      "One of the records must be this one. Gatus compares only the last record."
    )
    return null
  }
  const receive = textPatternOf(operand)
  if (type === "tcp" && Array.isArray(options.get("steps"))) {
    options.set("steps", [...(options.get("steps") as ReadonlyArray<unknown>), { receive }])
    group.changed(field, "check.steps[1].receive", "Mon compares each line of the answer.")
    return null
  }
  if (type !== "webSocket" && type !== "udp") return "Mon does not have this condition."
  if (options.get("receive") !== undefined) return "Mon compares the answer with one pattern."
  options.set("receive", receive)
  group.carried(field, "check.receive")
  return null
}

const rcodes = new Set(["NOERROR", "NXDOMAIN", "REFUSED", "SERVFAIL"])
const NOT_THIS = "Mon does not have this condition."

const conditionFault = (service: ServiceDraft, field: string, condition: string): string | null => {
  const [, left = "", operator = "", right = ""] = CONDITION.exec(condition.trim()) ?? []
  const [subject, operand] = [left.trim(), right.trim()]
  if (subject === "") return "It cannot be read."
  const isEqual = operator === "=="
  if (subject === "[CONNECTED]" && isEqual && operand === "true") service.group.unset(field)
  else if (subject === "[CONNECTED]" && isEqual && operand === "false" && service.type === "tcp") {
    service.fields["inverted"] = true
    service.group.carried(field, "inverted")
  } else if (subject === "[RESPONSE_TIME]" && (operator === "<" || operator === "<=") && /^\d+$/u.test(operand))
    service.expectAt(field, { responseTimeMs: Number(operand) })
  else if (subject === "[CERTIFICATE_EXPIRATION]" && operator.startsWith(">")) {
    const minimumDays = certificateDays(operand)
    if (minimumDays === null) return NOT_THIS
    service.expectAt(field, { certificate: "valid", minimumDays })
  } else if (subject === "[DNS_RCODE]" && isEqual && rcodes.has(operand) && service.type === "dns") {
    service.options.set("rcode", operand)
    service.group.carried(field, "check.rcode")
  } else if (subject === "[BODY]" && isEqual) return bodyCondition(service, field, operand)
  else return NOT_THIS
  return null
}

/** Adds the conditions of an endpoint. Reports conditions that Mon cannot express. */
export const serviceConditionsFrom = (service: ServiceDraft, conditions: ReadonlyArray<unknown>): void => {
  for (const [index, condition] of conditions.entries()) {
    const field = `conditions[${index}]`
    const fault = conditionFault(service, field, String(condition))
    if (fault !== null) service.group.leftOut(field, fault)
  }
}
