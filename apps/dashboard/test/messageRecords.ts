import type { EmailMessageRecord } from "@mon/api-contract"

/** Returns the verdict on a message whose link and SPF record are wrong. Without an IP address, SPF is not checked. */
export const messageVerdict = ({ clientIp }: Readonly<Record<string, unknown>>): EmailMessageRecord | object => {
  if (clientIp === "wrong") return { problem: "clientIp must be an IPv4 or IPv6 address." }
  const isChecked = clientIp !== undefined
  const verdict: EmailMessageRecord = {
    verdict: "fail",
    incomplete: false,
    checkedAt: "2026-11-21T08:20:00.000Z",
    size: 4_096,
    sentAt: "2026-11-21T08:15:00.000Z",
    from: { address: "ada@shop.example", domain: "shop.example" },
    spf: {
      status: isChecked ? "pass" : "not_checked",
      domain: isChecked ? "shop.example" : null,
      ip: isChecked ? "192.0.2.1" : null,
      sender: isChecked ? "return_path" : null,
      term: isChecked ? "+all" : null,
      detail: null,
      aligned: isChecked
    },
    dkim: {
      status: "pass",
      signatures: [
        {
          domain: "provider.example",
          selector: "s1",
          algorithm: "rsa-sha256",
          canonicalization: "relaxed/relaxed",
          status: "pass",
          reason: null,
          detail: null,
          keyBits: 2_048,
          testing: false,
          signedHeaders: ["from", "to", "subject", "date"],
          bodyLength: null,
          unsignedOctets: 0,
          keyRecords: 1,
          aligned: false
        }
      ],
      skipped: 0
    },
    dmarc: { status: "none", policy: null, organizationalDomain: null, recordDomain: null },
    arc: { status: "none", sets: 0, sealers: [], detail: null },
    unsubscribe: {
      oneClick: false,
      header: "absent",
      https: false,
      http: false,
      mailto: false,
      post: "absent",
      signed: false
    },
    hops: [
      {
        from: "laptop",
        by: "mail.shop.example",
        ip: "198.51.100.7",
        at: "2026-11-21T08:15:02.000Z",
        delaySeconds: null
      },
      {
        from: "mail.shop.example",
        by: "mx.example.net",
        ip: "192.0.2.1",
        at: "2026-11-21T08:17:07.000Z",
        delaySeconds: 125
      },
      { from: null, by: "store.example.net", ip: null, at: "2026-11-21T08:17:05.000Z", delaySeconds: -2 }
    ],
    content: { text: true, html: true, parts: 3, attachments: 0 },
    findings: [
      {
        code: "spf_pass_all",
        severity: "high",
        component: "spf",
        message: "SPF passes only because shop.example allows every server to send its email (+all).",
        reference: "RFC 7208 section 5.1",
        fix: null,
        step: "Replace the term with the servers that send for shop.example, and end the record with -all."
      },
      {
        code: "link_shows_other_host",
        severity: "medium",
        component: "content",
        message: "The text of a link shows bank.example, but the link leads to evil.example.",
        reference: "RFC 3986 section 7.6",
        fix: null,
        step: "If you did not send the message, do not open the link."
      },
      {
        code: "dmarc_none",
        severity: "medium",
        component: "dmarc",
        message: "shop.example has no DMARC record.",
        reference: "RFC 9989 section 4.7",
        fix: { type: "TXT", host: "_dmarc.shop.example", value: "v=DMARC1; p=none" },
        step: "Publish the record, then add an address for reports."
      }
    ],
    queries: 7
  }
  return verdict
}
