import {
  aBoolean,
  aNumber,
  aString,
  either,
  type Kind,
  kindOf,
  listOf,
  mapOf,
  nullable,
  oneOf,
  optional,
  optionsOf,
  whole
} from "@mon/bundled/arguments"
import type * as Site from "./DiagnosisFacts.ts"
import type * as Mail from "./MailFacts.ts"
import type * as Names from "./NameFacts.ts"

const MAX_ENTRIES = 200
const MAX_INNER_ENTRIES = 50

const few = (one: Kind, most = MAX_ENTRIES): Kind => {
  const all = listOf(one)
  const short = kindOf(`an array with at most ${most} entries`, (value) => (value as []).length <= most)
  return {
    takes: all.takes,
    fault: (value) => (Array.isArray(value) ? (short.fault(value) ?? all.fault(value)) : all.fault(value))
  }
}

const text = optional(aString)
const textOrNull = optional(nullable(aString))
const texts = few(aString)
const innerTexts = few(aString, MAX_INNER_ENTRIES)
const milliseconds = (): Kind => aNumber("a number of milliseconds", 0)
const msOrNull = () => optional(nullable(milliseconds()))
const status = (): Kind => nullable(aNumber("an HTTP status"))

const check = (): Kind =>
  optionsOf<Site.CheckFacts>({
    at: text,
    outcome: aString,
    message: textOrNull,
    statusCode: optional(status()),
    location: text,
    address: textOrNull,
    protocol: textOrNull,
    tlsError: textOrNull,
    prohibited: optional(aBoolean),
    phases: optional(
      optionsOf<Site.PhaseFacts>({
        dnsMs: msOrNull(),
        connectMs: msOrNull(),
        tlsMs: msOrNull(),
        waitMs: msOrNull(),
        downloadMs: msOrNull()
      })
    ),
    redirects: optional(few(optionsOf<Site.RedirectFacts>({ url: aString, statusCode: status() }))),
    finalUrl: textOrNull,
    expectations: optional(
      few(
        optionsOf<Site.ExpectationFacts>({
          kind: oneOf("text", "json", "header", "status", "time", "certificate", "ip_version", "other"),
          expected: aString,
          actual: textOrNull,
          holds: aBoolean
        })
      )
    )
  })

const page = (): Kind =>
  optionsOf<Site.PageFacts>({
    headers: optional(mapOf(aString, "an object of header fields")),
    body: text,
    visible: optional(whole(0))
  })

const certificate = (): Kind =>
  optionsOf<Site.CertificateState>({
    problems: optional(texts),
    names: optional(texts),
    subject: text,
    issuer: text,
    validFrom: text,
    validTo: text,
    fingerprint256: text
  })

const answerOf = (...statuses: ReadonlyArray<string>) => ({
  type: aString,
  status: oneOf(...statuses),
  records: optional(innerTexts)
})

const dns = (): Kind =>
  optionsOf<Names.DnsFacts>({
    answers: optional(
      few(optionsOf<Names.ZoneAnswer>({ server: aString, ...answerOf("ok", "nodata", "nxdomain", "failed") }))
    ),
    resolvers: optional(
      few(
        optionsOf<Names.ResolverAnswer>({
          resolver: aString,
          ...answerOf("ok", "nodata", "nxdomain", "servfail", "refused", "timeout"),
          validates: optional(aBoolean)
        })
      )
    ),
    changes: optional(
      few(
        optionsOf<Names.DnsChangeFacts>({ type: aString, name: text, added: innerTexts, removed: innerTexts, at: text })
      )
    ),
    delegation: optional(optionsOf<Names.DelegationFacts>({ parent: optional(texts), before: optional(texts) })),
    servers: optional(
      few(
        optionsOf<Names.ZoneServer>({
          server: aString,
          status: oneOf("ok", "lame", "silent"),
          serial: optional(whole(0))
        })
      )
    ),
    dnssec: optional(
      optionsOf<Names.DnssecFacts>({
        state: oneOf("secure", "insecure", "bogus", "signed"),
        problem: optional(
          oneOf("no_matching_key", "signature_expired", "signature_missing", "not_yet_valid", "algorithm")
        )
      })
    ),
    alias: optional(
      optionsOf<Names.AliasFacts>({
        target: nullable(aString),
        status: optional(oneOf("ok", "nxdomain", "nodata", "failed")),
        before: textOrNull
      })
    )
  })

const registration = (): Kind =>
  optionsOf<Names.RegistrationFacts>({
    outcome: optional(oneOf("registered", "not_registered", "unavailable", "unsupported", "no_domain")),
    expiresAt: textOrNull,
    registrar: textOrNull,
    statuses: optional(texts)
  })

const policy = (): Kind => nullable(oneOf("none", "quarantine", "reject"))

const mail = (): Kind =>
  optionsOf<Mail.MailFacts>({
    mx: optional(
      few(
        optionsOf<Mail.MxRecord>({
          preference: aNumber("a preference"),
          host: aString,
          resolves: optional(aBoolean)
        })
      )
    ),
    spf: optional(
      optionsOf<Mail.SpfFacts>({
        records: texts,
        several: optional(aBoolean),
        lookups: optional(aNumber("a number of lookups", 0)),
        result: optional(oneOf("ok", "permerror", "temperror", "none"))
      })
    ),
    dkim: optional(
      few(optionsOf<Mail.DkimKeyFacts>({ selector: aString, status: oneOf("valid", "missing", "revoked", "invalid") }))
    ),
    signing: optional(
      few(optionsOf<Mail.SigningFacts>({ selector: aString, result: oneOf("pass", "no_key", "mismatch") }))
    ),
    dmarc: optional(
      optionsOf<Mail.DmarcState>({
        record: nullable(aString),
        valid: aBoolean,
        policy: policy(),
        subdomainPolicy: optional(policy()),
        testing: optional(aBoolean)
      })
    ),
    listings: optional(few(optionsOf<Mail.ListingFacts>({ list: aString, what: aString }))),
    tls: optional(
      few(
        optionsOf<Mail.MailHostTls>({
          host: aString,
          status: oneOf("ok", "no_starttls", "expired", "wrong_name", "untrusted", "tlsa_mismatch")
        })
      )
    ),
    tlsEnforced: optional(aBoolean)
  })

/** Returns the kind of an argument with {@link Site.DiagnosisFacts}. */
export const diagnosisFacts = (): Kind =>
  optionsOf<Site.DiagnosisFacts>(
    {
      subject: optional(oneOf("site", "service", "email")),
      at: text,
      since: text,
      target: optional(optionsOf<Site.TargetFacts>({ url: text, host: text, domain: text })),
      check: optional(check()),
      lastGood: optional(check()),
      earlier: optional(
        few(optionsOf<Site.EarlierCheck>({ at: aString, outcome: aString, waitMs: msOrNull(), totalMs: msOrNull() }))
      ),
      page: optional(page()),
      pageBefore: optional(page()),
      dns: optional(dns()),
      registration: optional(registration()),
      certificate: optional(certificate()),
      certificateBefore: optional(certificate()),
      addresses: optional(few(optionsOf<Site.AddressResult>({ address: aString, outcome: aString }))),
      otherPorts: optional(
        few(optionsOf<Site.PortResult>({ port: either([whole(1, 65_535), oneOf("icmp")]), outcome: aString }))
      ),
      locations: optional(
        few(optionsOf<Site.LocationResult>({ location: aString, provider: textOrNull, outcome: aString }))
      ),
      deployments: optional(few(optionsOf<Site.DeploymentFacts>({ at: aString, name: text }))),
      windows: optional(few(optionsOf<Site.WindowFacts>({ name: aString, from: aString, to: aString }))),
      edits: optional(few(optionsOf<Site.EditFacts>({ at: aString, fields: innerTexts }))),
      sharedWith: optional(
        few(
          optionsOf<Site.SharedFeature>({
            kind: oneOf("host", "address", "network", "name_servers", "provider"),
            value: aString,
            failing: whole(0),
            working: whole(0)
          })
        )
      ),
      network: optional(optionsOf<Site.OwnNetworkFacts>({ state: oneOf("ok", "in_doubt", "away") })),
      mail: optional(mail()),
      mailBefore: optional(mail())
    },
    "an object with facts"
  )
