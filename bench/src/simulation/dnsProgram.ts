import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { answer } from "../harness/Child.ts"
import type { Campaign } from "./Campaign.ts"

/** The name server of all prospects and senders: 10 to 80 ms, 2 of 100 names 400 to 1,200 ms. */
export type CampaignNames = {
  /** Answers its address as "address:port". */
  readonly start: (campaign: Campaign) => Promise<string>
  /** How many questions came. */
  readonly questions: (nothing: null) => Promise<number>
}

const RECEIVERS = [
  "aspmx.l.google.com",
  "x.mail.protection.outlook.com",
  "mxa.us.pphosted.com",
  "eu-smtp-inbound-1.mimecast.com",
  "mx00.ionos.de"
]

let server: DnsServer | undefined

const delayOf = (index: number): number => (index % 50 === 3 ? 400 + ((index * 37) % 800) : 10 + ((index * 13) % 70))

answer<CampaignNames>(
  {
    start: async ({ dead, domains, failing, senders, silent }) => {
      server = await startDnsServer()
      for (const [index, domain] of [...domains, ...senders].entries()) {
        if (!dead.has(domain)) {
          const exchange = RECEIVERS[index % RECEIVERS.length] ?? ""
          server.zone.set(domain, {
            A: ["192.0.2.1"],
            MX: [{ preference: 10, exchange }],
            TXT: ["v=spf1 include:_spf.google.com ~all"]
          })
        }
        server.zone.delay(domain, delayOf(index))
        if (silent.has(domain)) server.zone.fail(domain, "DROP")
        if (failing.has(domain)) server.zone.fail(domain, "SERVFAIL")
      }
      return server.address
    },
    questions: async () => server?.queries.length ?? 0
  },
  async () => server?.close()
)
