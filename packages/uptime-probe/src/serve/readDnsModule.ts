import type { RecordType } from "@mon/dns"
import { isDnsRequest } from "../service/serviceKinds.ts"
import type { ConfigSection } from "./ConfigSection.ts"
import { familyOf, isText, patternRules, type ReadNamedFile } from "./moduleOptions.ts"
import type { DnsModule, RecordRules } from "./ProbeModule.ts"
import { readTlsConfig } from "./tlsOptions.ts"

/** The types that `@mon/dns` supports only by number (IANA "Resource Record (RR) TYPEs"). */
const NUMBERED: Readonly<Record<string, number>> = {
  ANY: 255,
  CDNSKEY: 60,
  CDS: 59,
  DNAME: 39,
  DNSKEY: 48,
  HINFO: 13,
  HTTPS: 65,
  LOC: 29,
  NAPTR: 35,
  NSEC: 47,
  NSEC3: 50,
  NSEC3PARAM: 51,
  OPENPGPKEY: 61,
  RRSIG: 46,
  SMIMEA: 53,
  SPF: 99,
  SSHFP: 44,
  SVCB: 64,
  URI: 256
}

const UNSUPPORTED: Readonly<Record<string, string>> = {
  source_ip_address: "the system chooses the address."
}

const transportOf = (dns: ConfigSection): "tcp" | "tls" | "udp" => {
  const transport = dns.choice("transport_protocol", ["udp", "tcp"]) ?? "udp"
  if (!dns.boolean("dns_over_tls", false)) return transport
  if (transport === "udp") dns.faultOf("dns_over_tls", "needs transport_protocol tcp.")
  return "tls"
}

const typeOf = (name: string): RecordType => {
  const number = Object.hasOwn(NUMBERED, name) ? NUMBERED[name] : undefined
  return number === undefined ? (name as RecordType) : `TYPE${number}`
}

const rulesOf = (section: ConfigSection): RecordRules => {
  const rules = {
    failIfMatches: patternRules(section, "fail_if_matches_regexp", true),
    failIfAllMatch: patternRules(section, "fail_if_all_match_regexp", true),
    failIfNotMatches: patternRules(section, "fail_if_not_matches_regexp", false),
    failIfNoneMatches: patternRules(section, "fail_if_none_matches_regexp", false)
  }
  section.finish()
  return rules
}

export const readDnsModule = (dns: ConfigSection, readFile: ReadNamedFile): Omit<DnsModule, "timeoutMs"> => {
  const name = dns.text("query_name") ?? ""
  const type = typeOf((dns.text("query_type") ?? "ANY").toUpperCase())
  const server = "192.0.2.1"
  if (!isDnsRequest({ server, name, type: "A" })) dns.faultOf("query_name", "must be a domain name in ASCII.")
  if (!isDnsRequest({ server, name: "a", type }))
    dns.faultOf("query_type", "must be a record type such as A or MX, or TYPE and a number.")
  dns.choice("query_class", ["IN"])
  const rcodes = dns.list("valid_rcodes", isText, "a list of response codes such as NXDOMAIN")
  const found = {
    prober: "dns",
    query: {
      name,
      type,
      recursion: dns.boolean("recursion_desired", true),
      transport: transportOf(dns)
    },
    rcodes: rcodes.length === 0 ? ["NOERROR"] : rcodes,
    sections: {
      answers: rulesOf(dns.section("validate_answer_rrs")),
      authority: rulesOf(dns.section("validate_authority_rrs")),
      additional: rulesOf(dns.section("validate_additional_rrs"))
    },
    ...readTlsConfig(dns.section("tls_config"), readFile),
    family: familyOf(dns)
  } as const
  dns.finish(UNSUPPORTED)
  return found
}
