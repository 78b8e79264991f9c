import type { incidentRepairEn } from "./incidentRepair.en.ts"

export const incidentRepairDe: typeof incidentRepairEn = {
  title: "Reparatur",
  states: { open: "offen", applied: "gesehen", verified: "bestätigt", closed: "abgeschlossen" },
  open: "Drücken Sie die Schaltfläche, wenn Sie es repariert haben. Mon prüft dann sofort und bestätigt es von jedem Standort aus.",
  openForReaders: "Mon bestätigt die Reparatur mit der ersten guten Prüfung, von jedem Standort aus.",
  reported: (person) => `Gemeldet von ${person}. Mon prüft jetzt.`,
  stillDown: (person) => `Gemeldet von ${person}, aber auch die Prüfung danach schlug fehl.`,
  unknownPerson: "jemandem",
  target: { site: "die Website", service: "den Dienst" },
  seen: (up, all, target) => `${up} von ${all} Standorten erreichen ${target}.`,
  waiting: (locations) => `Noch nicht: ${locations}.`,
  verified: (target) => `Jeder Standort erreicht ${target}. Die nächste gute Prüfung beendet die Störung.`,
  closed: (target) => `Jeder Standort erreicht ${target}.`,
  servers: { published: "neu", old: "noch der alte Eintrag", missing: "kein Eintrag", failed: "keine Antwort" },
  serverStates: {
    verified: "Nameserver und Resolver haben die Reparatur.",
    pending: "Die Reparatur ist noch nicht bei allen Servern.",
    unknown: "Einige Server haben nicht geantwortet. Mon fragt sie wieder."
  },
  resolver: "Resolver von Mon",
  oneResolver: "Nur ein Resolver von Mon bestätigt das.",
  took: (target) => `Zeit, bis jeder Standort ${target} erreichte`,
  worth: "Ausfallzeit",
  reopened: (count) => (count === 1 ? "Sie wurde einmal rückgängig." : `Sie wurde ${count}-mal rückgängig.`),
  previous: "Die frühere Störung mit dieser Ursache",
  done: "Ich habe es repariert",
  asked: (target) => `Mon prüft ${target} jetzt.`
}
