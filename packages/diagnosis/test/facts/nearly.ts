import type { CauseClass, DiagnosisFacts } from "../../src/index.ts"
import { factsOf } from "./allFacts.ts"
import { serviceFailed } from "./services.ts"
import {
  ago,
  answered,
  failed,
  GOOD,
  GOOD_CERTIFICATE,
  HOST,
  NAME_SERVERS,
  REGISTERED,
  SAME_DELEGATION,
  daysAgo,
  zone,
  ADDRESS,
  OTHER,
  serversAre
} from "./base.ts"
import { GOOD_MAIL } from "./mail.ts"

const mail = (now: object, before: object = {}): DiagnosisFacts => ({
  subject: "email",
  mail: { ...GOOD_MAIL, ...now },
  mailBefore: { ...GOOD_MAIL, ...before }
})

const page = (title: string, rest = "") => `<title>${title}</title><p>${rest}</p>`
const long = "<p>An article about errors, which quotes many of them in a long text for readers.</p>".repeat(80)
const steady = Array.from({ length: 12 }, (_, index) => ({ at: ago(60 - index * 5), outcome: "ok", waitMs: 90 }))

/** For each class: facts that nearly match it, with a description of these facts. */
export const nearly: Readonly<Record<CauseClass, readonly [string, DiagnosisFacts]>> = {
  registration_expired: [
    "an expiration date in the past, while the name still resolves as before",
    answered(500, "", {
      registration: { ...REGISTERED, expiresAt: daysAgo(1) },
      dns: { answers: zone("ok", [ADDRESS]), changes: [] }
    })
  ],
  registration_on_hold: [
    "a status that only prevents transfers",
    failed({ outcome: "dns_nxdomain" }, { registration: { ...REGISTERED, statuses: ["serverTransferProhibited"] } })
  ],
  registration_deleted: [
    "a registration that may not be deleted",
    failed({ outcome: "dns_nxdomain" }, { registration: { ...REGISTERED, statuses: ["clientDeleteProhibited"] } })
  ],
  delegation_changed: [
    "the same name servers in another order and case",
    failed(
      { outcome: "dns_servfail" },
      { dns: { delegation: { parent: ["NS2.example.net.", "ns1.example.net"], before: NAME_SERVERS } } }
    )
  ],
  delegation_lame: [
    "lame servers after a change of the delegation",
    factsOf.delegation_changed({ newServers: "refused", replaced: "all", ago: "minutes" })
  ],
  name_servers_silent: [
    "one silent server of two",
    failed({ outcome: "dns_servfail" }, { dns: { servers: serversAre("ok", "silent"), delegation: SAME_DELEGATION } })
  ],
  dnssec_broken: [
    "a zone without DNSSEC",
    failed({ outcome: "dns_servfail" }, { dns: { dnssec: { state: "insecure" }, delegation: SAME_DELEGATION } })
  ],
  address_removed: ["a registration that ended", factsOf.registration_expired({ daysAgo: 3, seen: "nxdomain" })],
  address_changed: [
    "a change of addresses, while the site works",
    failed({ outcome: "ok" }, { dns: { changes: [{ type: "A", added: [OTHER], removed: [ADDRESS], at: ago(5) }] } })
  ],
  cname_changed: [
    "the same target with a final dot",
    failed({ outcome: "connect_refused" }, { dns: { alias: { target: "a.example.net.", before: "A.example.net" } } })
  ],
  cname_dangling: [
    "a page that quotes the words of a platform",
    answered(404, `<title>Blog</title>There isn't a GitHub Pages site here.${long}`)
  ],
  address_not_public: [
    "a public address",
    failed({ outcome: "connect_refused" }, { dns: { answers: zone("ok", ["172.32.0.1"]) } })
  ],
  name_servers_differ: [
    "servers with overlapping addresses",
    failed(
      { outcome: "connect_refused" },
      {
        dns: {
          answers: [
            { server: "a", type: "A", status: "ok", records: [ADDRESS, OTHER] },
            { server: "b", type: "A", status: "ok", records: [OTHER] }
          ]
        }
      }
    )
  ],
  connection_refused: [
    "a refusal after a change of the address",
    factsOf.address_changed({ newServer: "refuses", replaced: "all", family: 4 })
  ],
  connection_filtered: ["silence on every port", factsOf.server_silent({ how: "off", addresses: "one" })],
  server_silent: [
    "silence, while another port answers",
    factsOf.connection_filtered({ filter: "drop", open: "port_80" })
  ],
  connection_reset: [
    "a reset by a server that spoke TLS 1.0",
    factsOf.tls_too_old({ protocol: "TLSv1", seen: "reset_after_hello" })
  ],
  ipv6_broken: [
    "both families fail",
    failed(
      { outcome: "connect_refused" },
      {
        addresses: [
          { address: "2001:db8::1", outcome: "connect_refused" },
          { address: ADDRESS, outcome: "connect_refused" }
        ]
      }
    )
  ],
  one_location: [
    "two locations fail in different networks",
    factsOf.connection_filtered({ filter: "drop", open: "other_location" })
  ],
  one_provider: [
    "the failing locations are in different networks",
    factsOf.connection_filtered({ filter: "drop_some_sources", open: "other_location" })
  ],
  own_network: ["another site answered meanwhile", factsOf.server_silent({ how: "off", addresses: "two" })],
  certificate_expired: [
    "a certificate that ends tomorrow",
    failed({ outcome: "connect_refused" }, { certificate: { ...GOOD_CERTIFICATE, validTo: daysAgo(-1) } })
  ],
  certificate_for_other_name: [
    "a certificate of another site that is not new",
    factsOf.wrong_virtual_host({ shown: "panel", server: "nginx" })
  ],
  wrong_virtual_host: [
    "a new certificate for another name of the domain",
    factsOf.certificate_for_other_name({ names: "apex_only", issuer: "same", days: 0 })
  ],
  chain_incomplete: [
    "a self-signed certificate",
    factsOf.certificate_untrusted({ kind: "self_signed", before: "trusted" })
  ],
  certificate_untrusted: [
    "a missing intermediate certificate",
    factsOf.chain_incomplete({ sent: "leaf_only", since: "renewal" })
  ],
  clock_wrong: [
    "an answer that a cache held for ten minutes",
    answered(500, "", {}, { date: new Date(Date.parse(ago(10))).toUTCString() })
  ],
  tls_too_old: [
    "an alert that is not about versions",
    factsOf.tls_handshake_failed({ alert: "certificate_required", since: "always" })
  ],
  tls_handshake_failed: [
    "an alert about versions",
    factsOf.tls_too_old({ protocol: "TLSv1", seen: "alert_protocol_version" })
  ],
  error_after_deployment: [
    "a deployment two hours before",
    answered(500, "", { earlier: steady, deployments: [{ at: ago(120) }] })
  ],
  bad_gateway: ["a 502 of a CDN", factsOf.cdn_origin_error({ page: "cloudfront_502", body: "full" })],
  service_unavailable: ["a 503 after the waiting time grew", factsOf.overload({ growth: "linear", end: "status_503" })],
  gateway_timeout: ["a 504 after the waiting time grew", factsOf.overload({ growth: "steps", end: "status_504" })],
  cdn_origin_error: [
    "an error of a site behind a CDN that the site wrote itself",
    answered(500, page("Error"), {}, { server: "cloudflare", "x-cache": "Miss from cloudfront" })
  ],
  host_error_page: ["a page that quotes the error of a platform", answered(500, `Fastly error: unknown domain${long}`)],
  redirect_loop: [
    "three redirects that end",
    failed({
      outcome: "http_status",
      statusCode: 404,
      redirects: [1, 2, 3].map((n) => ({ url: `https://${HOST}/${n}`, statusCode: 301 }))
    })
  ],
  redirect_to_other_host: [
    "a redirect from the apex to www",
    failed(
      { outcome: "http_status", statusCode: 404, finalUrl: "https://www.example.com/" },
      { target: { host: "example.com" }, lastGood: { ...GOOD, finalUrl: "https://example.com/" } }
    )
  ],
  overload: [
    "a site that was always slow",
    failed({ outcome: "header_timeout" }, { earlier: steady.map((one) => ({ ...one, waitMs: 4_000 })) })
  ],
  bot_wall: [
    "a normal page with a script of the bot protection",
    answered(500, `<script src=https://ct.captcha-delivery.com/c.js></script>${long}`)
  ],
  login_wall: [
    "a page that had a field for a password before",
    answered(200, "<input type=password>", { pageBefore: { body: "<input type=password>" } })
  ],
  parked_page: ["an article about parking pages", answered(200, `this domain is for sale${long}`)],
  suspended_page: ["an article about suspended accounts", answered(200, `This account has been suspended${long}`)],
  application_error: [
    "a long page that quotes an error",
    answered(200, `Error establishing a database connection${long}`)
  ],
  expected_text_gone: [
    "the text is gone because the program failed",
    factsOf.application_error({ program: "rails", status: 200, check: "expected_text" })
  ],
  page_gone: ["a 404 after a deployment", factsOf.error_after_deployment({ status: 404, minutesAfter: 0 })],
  shared_cause: [
    "monitors of which half work",
    failed(
      { outcome: "connect_refused" },
      { sharedWith: [{ kind: "network", value: "192.0.2.0/24", failing: 5, working: 5 }] }
    )
  ],
  monitor_edited: [
    "an edit that cannot cause this failure",
    failed({ outcome: "connect_refused" }, { edits: [{ at: ago(2), fields: ["expect"] }] })
  ],
  planned_maintenance: [
    "a window that ended before the failure",
    failed({ outcome: "connect_refused" }, { windows: [{ name: "w", from: ago(90), to: ago(30) }] })
  ],
  mx_moved: [
    "the same servers with other preferences",
    mail({
      mx: [
        { preference: 5, host: "MX1.mail.example." },
        { preference: 6, host: "mx2.mail.example" }
      ]
    })
  ],
  spf_broken: [
    "a sender was added",
    mail({
      spf: {
        records: ["v=spf1 include:_spf.mail.example ip4:192.0.2.25 include:new.example -all"],
        lookups: 5,
        result: "ok"
      }
    })
  ],
  spf_too_many_lookups: [
    "exactly ten lookups",
    mail({ spf: { records: GOOD_MAIL.spf?.records ?? [], lookups: 10, result: "ok" } })
  ],
  dkim_key_gone: [
    "a selector that was never valid",
    mail({
      dkim: [
        { selector: "s1", status: "valid" },
        { selector: "old", status: "revoked" }
      ]
    })
  ],
  dkim_key_rotated: [
    "a gone key with which messages are still signed",
    factsOf.dkim_key_gone({ now: "nxdomain", selectors: "only_one" })
  ],
  dmarc_weakened: [
    "a stricter policy",
    mail({}, { dmarc: { record: "v=DMARC1; p=none", valid: true, policy: "none" } })
  ],
  new_listing: [
    "an entry that was there before",
    mail({ listings: [{ list: "a", what: "b" }] }, { listings: [{ list: "a", what: "b" }] })
  ],
  service_silent: [
    "a silent service, over a network that may be broken",
    serviceFailed({ outcome: "header_timeout" }, { network: { state: "in_doubt" } })
  ],
  service_refuses: ["a site with an error status", answered(503, "")],
  login_refused: [
    "a login that was not sent, because the certificate has expired",
    serviceFailed(
      { outcome: "login_refused" },
      { certificate: { ...GOOD_CERTIFICATE, problems: ["expired"] }, dns: { changes: [] } }
    )
  ],
  wrong_answer: [
    "an answer that came too late",
    serviceFailed({
      outcome: "expectation_failed",
      expectations: [{ kind: "time", expected: "an answer within 1 s", actual: "2 s", holds: false }]
    })
  ],
  other_protocol: [
    "an answer in another protocol, from a new address",
    serviceFailed(
      { outcome: "protocol_error" },
      { dns: { changes: [{ type: "A", added: [OTHER], removed: [ADDRESS], at: ago(5) }] } }
    )
  ],
  mx_tls_broken: ["a mail server with TLS", mail({ tls: [{ host: "mx1.mail.example", status: "ok" }] })]
}
