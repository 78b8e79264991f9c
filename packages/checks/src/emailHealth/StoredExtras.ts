import * as Schema from "effect/Schema"
import { contactReasons, MailHostCertificate } from "./StoredContact.ts"

const { Array: List, Boolean: Flag, Int, Literals, NullOr, String: Text, Struct } = Schema

const textRecord = { present: NullOr(Flag), record: NullOr(Text), valid: Flag }

const fileStatus = Literals(["ok", "invalid", "not_checked"])
const fileProblems = ["unreachable", "certificate_of_host", "http_status", "redirect", "too_large"] as const

const Bimi = Struct({
  ...textRecord,
  logo: NullOr(Text),
  certificate: NullOr(Text),
  declined: Flag,
  logoCheck: Struct({
    status: fileStatus,
    problems: List(
      Literals([
        ...fileProblems,
        "not_svg",
        "no_base_profile",
        "wrong_version",
        "no_title",
        "long_title",
        "not_square",
        "script",
        "external_reference",
        "image",
        "animation",
        "position",
        "doctype",
        "large"
      ])
    )
  }),
  certificateCheck: Struct({
    status: fileStatus,
    problems: List(Literals([...fileProblems, "no_certificate", "expired", "wrong_domain", "no_mark_certificate"]))
  })
})

/** The stored facts of a mail host. Facts that only DANE needs are left out. */
const MailHost = Struct({
  host: Text,
  status: Literals(["encrypted", "plain", "broken", "not_checked"]),
  reason: NullOr(Literals(["not_requested", ...contactReasons])),
  protocol: NullOr(Text),
  certificate: NullOr(MailHostCertificate)
})

/** The stored facts that are not part of the score. */
export const StoredExtras = Struct({
  mtaSts: Struct({
    ...textRecord,
    policy: NullOr(Struct({ mode: Literals(["enforce", "testing", "none"]), mx: List(Text), maxAge: Int })),
    fetched: Flag,
    fault: NullOr(
      Literals([
        "no_host",
        "not_public",
        "refused",
        "certificate",
        "protocol",
        "too_large",
        "redirect",
        "http_status",
        "content_type",
        "version",
        "mode",
        "max_age",
        "mx",
        "not_checked"
      ])
    )
  }),
  tlsRpt: Struct({ ...textRecord, addresses: List(Text) }),
  bimi: Bimi,
  mailHosts: List(MailHost),
  dane: List(
    Struct({
      host: Text,
      records: NullOr(Int),
      authenticated: NullOr(Flag),
      status: Literals(["none", "unsigned", "unusable", "matches", "mismatch", "not_checked"])
    })
  ),
  dnssec: Struct({ signed: NullOr(Flag), validated: NullOr(Flag) }),
  reverseDns: NullOr(Flag),
  bulkSender: List(
    Struct({
      provider: Literals(["google", "yahoo", "microsoft"]),
      id: Literals([
        "spf_or_dkim",
        "spf",
        "dkim",
        "dmarc",
        "alignment",
        "reverse_dns",
        "tls",
        "message_format",
        "one_click_unsubscribe",
        "spam_rate"
      ]),
      audience: Literals(["all", "bulk"]),
      met: NullOr(Flag),
      explanation: Text
    })
  )
})
