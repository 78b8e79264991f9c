import type { CauseClass, CertificateState, DiagnosisFacts } from "../../src/index.ts"
import { AT, type BuildFacts, daysAgo, failed, GOOD, GOOD_CERTIFICATE, GOOD_PAGE, HOST } from "./base.ts"

const shown = (certificate: CertificateState, facts: DiagnosisFacts = {}): DiagnosisFacts =>
  failed(
    { outcome: "tls_handshake" },
    {
      certificate: { ...GOOD_CERTIFICATE, ...certificate },
      certificateBefore: GOOD_CERTIFICATE,
      ...facts
    }
  )

const start: Readonly<Record<string, string>> = {
  nginx: "<title>Welcome to nginx!</title>",
  apache: "<title>Apache2 Ubuntu Default Page: It works</title>",
  iis: "<title>IIS Windows Server</title>"
}

export const tlsFacts = {
  certificate_expired: ({ daysAgo: days, expired }) => {
    const validTo = daysAgo(Number(days) - 0.001)
    if (expired === "intermediate") return shown({ problems: ["chain_expired"] })
    if (expired === "old_after_restart")
      return shown({ problems: ["expired"], validTo, validFrom: daysAgo(500), fingerprint256: "CC" })
    return shown({
      problems: expired === "leaf_and_intermediate" ? ["expired", "chain_expired"] : ["expired"],
      validTo
    })
  },
  certificate_for_other_name: ({ days, issuer, names }) => {
    const lists: Readonly<Record<string, ReadonlyArray<string>>> = {
      apex_only: ["example.com"],
      www_only: ["shop.example.com"],
      other_domain: ["example.org"],
      wildcard_one_level: ["*.shop.example.com"],
      old_name: ["old.example.com"]
    }
    return shown({
      problems: ["wrong_host"],
      names: lists[String(names)] ?? [],
      issuer: issuer === "same" ? GOOD_CERTIFICATE.issuer : "CN=E5",
      validFrom: daysAgo(Number(days) + 0.01),
      fingerprint256: "DD"
    })
  },
  wrong_virtual_host: ({ server, shown: what }) => {
    const body = start[String(server)] ?? ""
    if (what === "start_page")
      return failed(
        { outcome: "expectation_failed", statusCode: 200 },
        {
          certificate: GOOD_CERTIFICATE,
          page: { body },
          pageBefore: GOOD_PAGE
        }
      )
    const problems = what === "snakeoil" ? ["wrong_host", "self_signed"] : ["wrong_host"]
    const names = what === "snakeoil" ? ["localhost.localdomain"] : ["panel.hoster.example"]
    return shown({ problems, names, validFrom: daysAgo(70), fingerprint256: "EE" })
  },
  chain_incomplete: ({ since }) =>
    shown({ problems: ["incomplete_chain"], fingerprint256: since === "renewal" ? "FF" : "AA:AA" }),
  certificate_untrusted: ({ before, kind }) => {
    const problem = String(kind).startsWith("self_signed") ? "self_signed" : "untrusted_root"
    return shown(
      { problems: [problem], issuer: "CN=Internal", fingerprint256: "AB", names: [HOST] },
      before === "unknown" ? { certificateBefore: {} } : {}
    )
  },
  clock_wrong: ({ offset, seen }) => {
    const hours: Readonly<Record<string, number>> = {
      hour_back: -1,
      day_back: -24,
      year_back: -8_760,
      day_ahead: 24,
      epoch: -400_000
    }
    const date = new Date(Date.parse(AT) + (hours[String(offset)] ?? 0) * 3_600_000).toUTCString()
    const early = seen !== "date_header"
    return shown(
      early ? { problems: ["not_yet_valid"], validFrom: daysAgo(-1), fingerprint256: "BA" } : {},
      seen === "not_yet_valid" ? {} : { page: { headers: { date }, body: "" } }
    )
  },
  tls_too_old: ({ protocol, seen }) => {
    const lastGood = { ...GOOD, protocol: String(protocol) }
    if (seen === "handshake_with_warning")
      return failed(
        { outcome: "ok", protocol: String(protocol) },
        {
          certificate: { ...GOOD_CERTIFICATE, problems: ["old_protocol"] },
          lastGood
        }
      )
    const check =
      seen === "alert_protocol_version"
        ? { outcome: "tls_handshake", tlsError: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION" }
        : seen === "unsupported_protocol"
          ? { outcome: "tls_handshake", tlsError: "ERR_SSL_UNSUPPORTED_PROTOCOL" }
          : { outcome: seen === "reset_after_hello" ? "connect_reset" : "tls_handshake" }
    return failed(check, { lastGood })
  },
  tls_handshake_failed: ({ alert }) => {
    const codes: Readonly<Record<string, string>> = {
      handshake_failure: "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
      unrecognized_name: "ERR_SSL_TLSV1_UNRECOGNIZED_NAME",
      certificate_required: "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
      internal_error: "ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR",
      plain_http_on_port: "ERR_SSL_WRONG_VERSION_NUMBER"
    }
    // In TLS 1.3, this alert follows the handshake, in which the client saw the certificate.
    const certificate = alert === "certificate_required" ? { certificate: GOOD_CERTIFICATE } : {}
    return failed({ outcome: "tls_handshake", tlsError: codes[String(alert)] ?? null }, certificate)
  }
} as const satisfies Partial<Record<CauseClass, BuildFacts>>
