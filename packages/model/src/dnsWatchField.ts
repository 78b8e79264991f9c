import { DnsRecordType } from "./DnsWatch.ts"
import { field } from "./Field.ts"
import { part } from "./Part.ts"

const MAX_ADDRESSES = 50

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/u
const IPV6 = /^[0-9a-f:]{2,39}$/iu

/**
 * Returns whether a text is an IPv4 address or an IPv6 address (RFC 4291 section 2.2, without a zone and without a
 * dotted IPv4 part).
 */
const isAddress = (text: string): boolean =>
  IPV4.test(text) || (IPV6.test(text) && text.includes(":") && URL.canParse(`http://[${text}]/`))

const watched = part.object(
  {
    types: part.list(part.word(DnsRecordType.literals, { about: "Record type." }), {
      about:
        "Record types. NS, DS, MX and TXT records are those of the domain. CAA records are those that apply to the host, and A, AAAA and CNAME records are those of the host.",
      maximum: DnsRecordType.literals.length
    }),
    addresses: part.optional(
      part.list(
        part.text({
          about: "IPv4 or IPv6 address.",
          example: "192.0.2.80",
          maximum: 39,
          rule: (text) => isAddress(text) || "must be an IP address such as 192.0.2.80."
        }),
        {
          about:
            "Pinned addresses. If the host has any other address, that counts as a change. Without pinned addresses, only a complete replacement of the addresses counts as a change.",
          maximum: MAX_ADDRESSES
        }
      )
    )
  },
  {
    name: "WatchedRecords",
    about: "What is watched.",
    rule: ({ types }) =>
      (types.length > 0 && new Set(types).size === types.length) ||
      "must have at least one type, and none more than once."
  }
)

export const dnsWatchField = {
  dnsWatch: field.value("dnsWatch", watched, {
    about: "DNS records to watch at the domain's name servers. Each confirmed change sends an alert.",
    rule: "The plan limits the number of watched domains.",
    example: { types: ["NS", "DS", "MX", "TXT", "CAA"] },
    default: null,
    column: "dns_watch"
  })
} as const
