import type { WordTable } from "../words/WordTable.ts"

const states: WordTable = {
  __proto__: null as never,
  none: "none",
  ok: "ok",
  invalid: "not valid",
  unknown: "not checked",
  enforce: "enforced",
  testing: "testing",
  encrypted: "encrypted",
  plain: "not encrypted",
  broken: "encryption fails",
  not_checked: "not checked",
  unsigned: "not signed",
  unusable: "not usable",
  matches: "matches",
  mismatch: "does not match",
  declined: "not used",
  yes: "signed",
  no: "not signed"
}

export const mailExtras = {
  title: "Encryption and sender rules",
  states,
  names: {
    mtaSts: "MTA-STS",
    tlsRpt: "TLS-RPT",
    startTls: "STARTTLS",
    dane: "DANE",
    bimi: "BIMI",
    dnssec: "DNSSEC"
  },
  rules: "Requirements of mailbox providers",
  rule: "Requirement",
  met: "met",
  missed: "missing",
  open: "not checked",
  bulk: "Bulk senders only",
  ruleNames: {
    __proto__: null as never,
    spf_or_dkim: "SPF or DKIM",
    spf: "SPF",
    dkim: "DKIM",
    dmarc: "DMARC",
    alignment: "Alignment",
    reverse_dns: "Reverse DNS of the sending servers",
    tls: "Sending with TLS",
    message_format: "Message format",
    one_click_unsubscribe: "One-click unsubscribe",
    spam_rate: "Low spam rate"
  } as WordTable
}
