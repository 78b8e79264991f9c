import { dative } from "../words/dative.ts"
import type { repairsEn } from "./repairs.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const repairsDe: typeof repairsEn = {
  title: "Reparaturen",
  hint: "Die gefundenen Probleme, und ob sie behoben sind. Offene zuerst.",
  none: "Es ist noch kein Problem bekannt.",
  open: "Laufende Reparaturen",
  allClosed: "Es ist nichts offen.",
  finished: (count) => `${count} abgeschlossene ${plural(count, "Reparatur", "Reparaturen")}`,
  states: { open: "offen", applied: "gesehen", verified: "bestätigt", closed: "abgeschlossen" },
  found: "gefunden",
  closed: "abgeschlossen",
  reopened: (count) => (count === 1 ? "einmal rückgängig" : `${count}-mal rückgängig`),
  next: {
    publish: "Nächster Schritt: die Einträge des Plans veröffentlichen, dann die Schaltfläche unter dem Plan drücken.",
    person:
      "Nächster Schritt: Folgen Sie den Schritten des Plans. Kein DNS-Eintrag behebt das. Die nächste Prüfung zeigt, ob es behoben ist.",
    wait: "Nächster Schritt: Die nächste Prüfung der Domain fragt alle Server. Sie können auch die Schaltfläche unter dem Plan drücken.",
    behind: (servers) => `Nächster Schritt: warten, bis diese die neuen Einträge haben: ${servers}.`,
    silent: (servers) => `Nächster Schritt: Mon fragt diese wieder, die nicht geantwortet haben: ${servers}.`,
    check: "Nächster Schritt: Die nächste Prüfung schließt die Reparatur ab."
  },
  everywhere: (count) => `${count} ${plural(count, "Server hat", "Server haben")} die neuen Einträge.`,
  resolver: "Resolver von Mon",
  took: (time) => `nach ${dative(time)}`,
  worth: (before, after) => `Die Punkte waren ${before} und danach ${after}.`,
  inboxes: (before, after, emails, day) =>
    `In der Simulation vom ${day} kamen ${before} von ${emails} E-Mails in einen Posteingang. Jetzt wären es ${after}.`
}
