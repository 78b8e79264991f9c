import type { certificateRepairEn } from "./certificateRepair.en.ts"

export const certificateRepairDe: typeof certificateRepairEn = {
  title: "Reparatur des Zertifikats",
  states: {
    open: "offen",
    applied: "gesehen",
    verified: "bestätigt",
    closed: "abgeschlossen",
    ended: "nicht bestätigt"
  },
  open: "Drücken Sie die Schaltfläche, wenn Sie ein gültiges Zertifikat installiert haben. Mon prüft dann sofort und bestätigt es von jedem Standort aus.",
  openForReaders: "Sobald ein Standort ein gültiges Zertifikat sieht, bestätigt Mon es von jedem Standort aus.",
  reported: "Als repariert gemeldet. Mon prüft jetzt.",
  stillInvalid: "Als repariert gemeldet, aber auch die nächste Prüfung fand ein ungültiges Zertifikat.",
  seen: (valid, all) => `${valid} von ${all} Standorten sehen ein gültiges Zertifikat.`,
  waiting: (locations) => `Noch nicht: ${locations}.`,
  closed: "Jeder Standort sieht ein gültiges Zertifikat.",
  ended: "Mon verfolgt diese Reparatur nicht weiter, weil nicht jeder Standort sie bestätigen konnte.",
  took: "Zeit bis zur Reparatur",
  reopened: (count) =>
    count === 1 ? "Das Zertifikat wurde einmal wieder ungültig." : `Das Zertifikat wurde ${count}-mal wieder ungültig.`,
  done: "Ich habe es repariert",
  asked: "Mon prüft das Zertifikat jetzt."
}
