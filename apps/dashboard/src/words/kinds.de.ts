import type { GeneralKind } from "../api/generalKinds.ts"
import type { KindWords } from "./kinds.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

interface OfKind extends Pick<KindWords, "title" | "add" | "welcome" | "paused" | "readOnly"> {
  readonly one: string
  readonly many: string
}

// The sentences contain no article, because its form would depend on the kind of monitor.
const kindWordsOf = ({ many, one, ...own }: OfKind): KindWords => ({
  ...own,
  count: (count) => `${count} ${count === "1" ? one : many}`,
  filter: "Nach Name filtern",
  sorts: {
    attention: "Dringendes zuerst",
    name: "Name",
    uptime: "niedrigste Verfügbarkeit",
    changed: "zuletzt geändert"
  },
  columns: { name: "Name", uptime: "30 Tage", changed: "Letzte Änderung", why: "Was ist los" },
  downNow: "Jetzt ausgefallen:",
  never: "keine",
  none: `Keine ${many} passen`,
  noneHint: (hidden) => `Die Filter verbergen ${hidden} ${plural(hidden, one, many)}.`,
  create: `${one} anlegen`,
  tabs: { label: "Teile der Ansicht", overview: "Übersicht", incidents: "Störungen", settings: "Einstellungen" },
  bulk: {
    bar: `Aktionen für ausgewählte ${many}`,
    readOnly: `Einige dieser ${many} können Sie sehen, aber nicht ändern.`,
    paused: (count) => `${count} ${plural(count, `${one} ist`, `${many} sind`)} pausiert.`,
    resumed: (count) => `${count} ${plural(count, `${one} wird`, `${many} werden`)} wieder überwacht.`,
    tagged: (tag, count) => `${tag}: ${count} ${plural(count, one, many)}.`,
    tagTitle: `Ausgewählte ${many} mit einem Tag versehen`,
    removed: (count) => `${count} ${plural(count, `${one} wurde`, `${many} wurden`)} gelöscht.`,
    failed: (count, reason) => `${count} ${plural(count, one, many)} unverändert: ${reason}`,
    removeTitle: (count) => `${count} ${plural(count, one, many)} löschen?`,
    removeOne: (name) => `${one} „${name}“ löschen?`,
    removeHint: "Die Überwachung endet sofort, offene Störungen enden. Das lässt sich nicht rückgängig machen."
  }
})

export const kindsDe: Readonly<Record<GeneralKind, KindWords>> = {
  heartbeat: kindWordsOf({
    title: "Heartbeats",
    one: "Heartbeat",
    many: "Heartbeats",
    add: "Neuer Heartbeat",
    welcome: {
      title: "Merken, wenn ein Job nicht läuft",
      hint: "Ein Cronjob, eine Sicherung oder ein Gerät ruft nach jedem Lauf eine Adresse auf. Bleibt der Aufruf aus, benachrichtigt Mon Sie."
    },
    paused: "Dieser Heartbeat ist pausiert. Ausbleibende Läufe werden nicht gemeldet.",
    readOnly: "Sie können diesen Heartbeat sehen, aber nicht ändern."
  }),
  service: kindWordsOf({
    title: "Dienste",
    one: "Dienst",
    many: "Dienste",
    add: "Neuer Dienst",
    welcome: {
      title: "Überwachen, was keine Website ist",
      hint: "Mon prüft Datenbanken, Mailserver, DNS-Server, Ports und Hosts. Antwortet einer nicht wie erwartet, benachrichtigt Mon Sie."
    },
    paused: "Dieser Dienst ist pausiert und wird nicht geprüft.",
    readOnly: "Sie können diesen Dienst sehen, aber nicht ändern."
  })
}
