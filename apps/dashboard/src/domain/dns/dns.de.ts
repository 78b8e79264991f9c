import { dative } from "../../words/dative.ts"
import type { DnsWords } from "./dns.en.ts"

export const dnsDe: DnsWords = {
  off: "Die DNS-Einträge dieser Domain werden nicht überwacht.",
  offMore:
    "Mon kann die Server der Domain direkt fragen und alarmieren, wenn sich Nameserver, Mail oder andere Einträge ändern.",
  switchOn: "DNS-Einträge überwachen",
  readOnly: "Nur wer diese Domain ändern darf, kann die Überwachung einschalten.",
  waiting: "Die erste Beobachtung ist jetzt fällig. Die Einträge erscheinen hier innerhalb einer Minute.",
  paused: "Diese Domain ist pausiert, deshalb wird ihr DNS nicht beobachtet.",
  overLimit: "Ihr Tarif erlaubt weniger überwachte Domains. Die neuesten wurden angehalten, auch diese.",
  checked: (ago) => `Beobachtet ${ago}`,
  next: (duration) => `wieder in ${dative(duration)}`,
  records: "Aktuelle Einträge",
  none: "Keine Einträge",
  parent: "in der übergeordneten Zone",
  since: "Seit",
  pending: (when) => `Seit ${when} abweichend. Mon fragt noch einmal, bevor es alarmiert.`,
  pinned: "Festgelegte Adressen",
  servers: (count) => `${count} Server`,
  server: "Server",
  answer: "Antwort",
  same: "dieselben Einträge",
  different: "andere Einträge",
  failed: (reason) => `keine Antwort (${reason})`,
  status: { ok: "Einträge", nodata: "keine Einträge", nxdomain: "der Name existiert nicht" },
  findings: "Zu beheben",
  finding: {
    __proto__: null as never,
    delegation_mismatch: "Übergeordnete Zone und Zone nennen verschiedene Nameserver",
    lame_server: "Ein Nameserver ist für die Domain nicht zuständig",
    blocked_server: "Ein Nameserver hat keine öffentliche Adresse",
    servers_differ: "Server antworten verschieden",
    resolver_differs: "Ein Resolver antwortet anders"
  },
  changes: "Änderungen",
  noChanges: "Keine Änderung bekannt.",
  added: "Neu",
  removed: "Entfernt",
  settings: "Ändern, was überwacht wird"
}
