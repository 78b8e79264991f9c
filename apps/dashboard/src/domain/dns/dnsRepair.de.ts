import type { dnsRepairEn } from "./dnsRepair.en.ts"

export const dnsRepairDe: typeof dnsRepairEn = {
  title: "War diese DNS-Änderung gewollt?",
  titleOver: "Letzte DNS-Änderung",
  states: {
    open: "offen",
    applied: "gesehen",
    verified: "bestätigt",
    closed: "wiederhergestellt",
    ended: "nicht verfolgt"
  },
  open: "Diese Änderung kann die E-Mail der Domain betreffen. Wenn sie gewollt ist, sagen Sie es. Wenn nicht, stellen Sie die Einträge wieder her und drücken Sie die erste Schaltfläche. Mon fragt die Server dann sofort. Sonst verfolgt Mon diese Änderung nach 7 Tagen nicht weiter.",
  openForReaders:
    "Diese Änderung kann die E-Mail der Domain betreffen. Mon sieht, wenn die Einträge wiederhergestellt sind, und verfolgt diese Änderung nach 7 Tagen nicht weiter.",
  notRestored: (when) => `Als wiederhergestellt gemeldet ${when}, aber nicht jeder Nameserver hatte die Einträge.`,
  applied: "Die Einträge sind wie vor der Änderung.",
  behind: (servers) => `Noch nicht auf: ${servers}.`,
  silent: (servers) => `Keine Antwort von: ${servers}.`,
  closed: "Jeder Nameserver und die Resolver von Mon haben die Einträge wie vor der Änderung.",
  ended: "Mon verfolgt diese Änderung nicht weiter. Jemand hat sie als gewollt markiert, oder 7 Tage sind vergangen.",
  reopened: (count) =>
    count === 1 ? "Die Einträge änderten sich einmal erneut." : `Die Einträge änderten sich ${count}-mal erneut.`,
  took: "Zeit bis zur Reparatur",
  records: "Einträge vor der Änderung",
  publish: "Zu veröffentlichen",
  remove: "Zu löschen",
  resolver: "Resolver von Mon",
  restored: "Einträge wiederhergestellt",
  intended: "Die Änderung ist gewollt",
  asked: "Mon hat die Server gefragt.",
  dismissed: "Als gewollt markiert."
}
