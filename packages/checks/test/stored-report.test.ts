import { checkEmailHealth } from "@mon/email-health"
import { describe, expect, it } from "vitest"
import { readStoredReport } from "../src/emailHealth/StoredReport.ts"

const D = "example.com"
const zones = {
  "that is well set up": {
    [D]: {
      A: ["192.0.2.1"],
      MX: [{ preference: 10, exchange: "mx.example.com" }],
      TXT: ["v=spf1 mx include:out.example.net -all"]
    },
    "mx.example.com": { A: ["192.0.2.25"] },
    "25.2.0.192.in-addr.arpa": { PTR: ["mx.example.com"] },
    "out.example.net": { TXT: ["v=spf1 ip4:198.51.100.0/24 a:gone.example.net ~all"] },
    "_dmarc.example.com": { TXT: ["v=DMARC1; p=reject; rua=mailto:dmarc@example.org"] },
    "_mta-sts.example.com": { TXT: ["v=STSv1; id=1"] },
    "default._bimi.example.com": { TXT: ["v=BIMI1; l=https://example.com/logo.svg"] },
    "default._domainkey.example.com": { TXT: ["v=DKIM1; p="] }
  },
  "with broken records": {
    [D]: { MX: [{ preference: 10, exchange: "192.0.2.1" }], TXT: ["v=spf1 ipv4:192.0.2.1 ip4:300.1.1.1/99 -all"] },
    "_dmarc.example.com": { TXT: ["v=DMARC1; p=maybe"] }
  },
  "that does not exist": {},
  "whose servers do not answer": { [D]: { fail: "ServFail" }, "_dmarc.example.com": { fail: "Timeout" } }
} as const

describe("a stored report of email health", () => {
  it.each(Object.keys(zones) as ReadonlyArray<keyof typeof zones>)(
    "comes back as it was: a domain %s",
    async (name) => {
      const report = JSON.parse(JSON.stringify(await checkEmailHealth(D, { zone: zones[name] })))
      expect(readStoredReport(report)).toEqual(report)
    }
  )

  it("is null without any of its fields", async () => {
    const report = await checkEmailHealth(D, { zone: zones["that is well set up"] })
    for (const field of Object.keys(report)) {
      const { [field as keyof typeof report]: _, ...rest } = report
      expect(readStoredReport(rest), field).toBeNull()
    }
    for (const value of [null, [], "report", 1, undefined]) expect(readStoredReport(value)).toBeNull()
  })
})
