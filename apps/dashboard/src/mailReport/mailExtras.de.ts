import type { mailExtras as english } from "./mailExtras.en.ts"
import type { WordTable } from "../words/WordTable.ts"

const states: WordTable = {
  __proto__: null as never,
  none: "keiner",
  ok: "in Ordnung",
  invalid: "ungültig",
  unknown: "nicht geprüft",
  enforce: "erzwungen",
  testing: "Testbetrieb",
  encrypted: "verschlüsselt",
  plain: "unverschlüsselt",
  broken: "Verschlüsselung schlägt fehl",
  not_checked: "nicht geprüft",
  unsigned: "nicht signiert",
  unusable: "nicht verwendbar",
  matches: "stimmt überein",
  mismatch: "stimmt nicht überein",
  declined: "nicht verwendet",
  yes: "signiert",
  no: "nicht signiert"
}

export const mailExtras: typeof english = {
  title: "Verschlüsselung und Absenderregeln",
  states,
  names: {
    mtaSts: "MTA-STS",
    tlsRpt: "TLS-RPT",
    startTls: "STARTTLS",
    dane: "DANE",
    bimi: "BIMI",
    dnssec: "DNSSEC"
  },
  rules: "Anforderungen der Postfachanbieter",
  rule: "Anforderung",
  met: "erfüllt",
  missed: "fehlt",
  open: "nicht geprüft",
  bulk: "Nur für Massenversender",
  ruleNames: {
    __proto__: null as never,
    spf_or_dkim: "SPF oder DKIM",
    spf: "SPF",
    dkim: "DKIM",
    dmarc: "DMARC",
    alignment: "Alignment",
    reverse_dns: "Reverse DNS der sendenden Server",
    tls: "Versand mit TLS",
    message_format: "Format der Nachricht",
    one_click_unsubscribe: "Abmelden mit einem Klick",
    spam_rate: "Niedrige Spamrate"
  }
}
