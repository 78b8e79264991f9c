import { evaluateCampaign, planCampaign, unknownFacts, unknownSender } from "@mon/simulation"
import { mailClass } from "@mon/disposable-check"
import type { TestAccount, TestApi, World } from "../World.ts"

const hosts = [
  "aspmx.l.google.com",
  "x.mail.protection.outlook.com",
  "mxa.us.pphosted.com",
  "eu-smtp-inbound-1.mimecast.com",
  "mx00.ionos.de"
]

/** Returns results in the form that a worker stores. */
const someResults = (): object => {
  const domains = Array.from({ length: 40 }, (_, index) => `company-${index}.example.org`)
  const senders = ["mail.example.com", "hello.example.com", "news.example.com"]
  const plan = planCampaign(
    {
      sendingDomains: senders,
      prospectEntries: [
        ...domains.flatMap((domain) => [`ann@${domain}`, `info@${domain}`]),
        "eve@gmail.com",
        "nobody",
        `ann@${domains[0] ?? ""}`
      ]
    },
    mailClass
  )
  return evaluateCampaign(plan, {
    prospects: new Map(
      domains.map((domain, index) => [
        domain,
        {
          ...unknownFacts(domain),
          mail: index % 9 === 8 ? ("nxdomain" as const) : ("hosts" as const),
          mx: index % 9 === 8 ? [] : [{ preference: 10, exchange: hosts[index % hosts.length] ?? "" }]
        }
      ])
    ),
    senders: new Map(
      senders.map((domain, index) => [
        domain,
        {
          ...unknownSender(domain),
          incomplete: false,
          score: 90 - index * 20,
          grade: ["A", "C", "D"][index] ?? "F",
          mail: "hosts" as const,
          mxHosts: ["aspmx.l.google.com"],
          spf: {
            status: index === 2 ? ("missing" as const) : ("ok" as const),
            record: "v=spf1 include:_spf.google.com ~all",
            lookups: 4,
            targets: ["_spf.google.com"]
          },
          dkim: { status: "found" as const, selectors: ["google"] },
          dmarc:
            index === 0
              ? { status: "enforced" as const, policy: "reject" as const, record: "v=DMARC1; p=reject" }
              : { status: "missing" as const, policy: null, record: null },
          listings: [],
          website: true
        }
      ])
    )
  }).results
}

/** Creates a completed simulation and its share link. */
export const sharedSimulation = async (world: World, api: TestApi, owner: TestAccount, name = "Spring campaign") => {
  const { data } = await api.send("POST", "/api/v1/campaign-simulate", {
    key: owner.key,
    body: { name, sendingDomains: ["mail.example.com"], prospectEntries: ["a.example.org"] }
  })
  const jobId = String(data["jobId"])
  await world.sql(
    `update simulation set status = 'completed', started_at = mon_now(), completed_at = mon_now(), results = $2::text::jsonb where public_id = $1::uuid`,
    jobId,
    JSON.stringify(someResults())
  )
  const rotate = async (): Promise<string> => {
    const response = await api.send("POST", `/api/v1/campaign-simulate/${jobId}/revoke-share`, { key: owner.key })
    return new URL(String(response.data["shareUrl"])).pathname
  }
  return { jobId, path: await rotate(), rotate }
}

/** Returns the code in the newest email to an address. */
export const codeFor = ({ mails }: World, email: string): string =>
  /^(\d{4}) opens/u.exec(mails.findLast(({ to }) => to === email)?.subject ?? "")?.[1] ?? ""
