import type { MaintenanceWords } from "./maintenance.en.ts"

export const maintenanceDe: MaintenanceWords = {
  title: "Wartung",
  create: "Wartung planen…",
  edit: "Ändern…",
  editOne: (name) => `${name} ändern`,
  end: "Jetzt beenden",
  endOne: (name) => `${name} jetzt beenden`,
  remove: "Löschen…",
  removeOne: (name) => `${name} löschen`,
  none: "Es ist keine Wartung geplant",
  noneHint:
    "Während eines Wartungsfensters prüft Mon weiter, meldet aber nichts, was darin beginnt. Was am Ende noch gestört ist, wird dann gemeldet. Die Zeit zählt nicht zur Verfügbarkeit.",
  states: { active: "Aktiv", scheduled: "Geplant", stopped: "Durch den Tarif angehalten", ended: "Beendet" },
  stoppedHint:
    "Ihr Tarif erlaubt weniger Wartungsfenster, und ältere belegen sie. Es unterdrückt keine Alarme. Wechseln Sie den Tarif, oder beenden oder löschen Sie ein älteres.",
  unpublished: "Nicht auf öffentlichen Statusseiten.",
  until: "bis",
  next: "Als Nächstes:",
  minutes: (minutes) => `Dauer ${minutes}`,
  byRule: "nach der Regel",
  covers: "Umfasst",
  everything: "alle Monitore",
  tagged: (tag) => `die Monitore mit dem Tag ${tag}`,
  taggedUnseen: "die Monitore mit einem Tag, den Sie nicht sehen",
  more: (count) => `und ${count} weitere`,
  created: (name) => `„${name}“ ist geplant.`,
  saved: (name) => `„${name}“ ist gespeichert.`,
  ended: (name) => `„${name}“ ist beendet. Was gestört ist, wird jetzt gemeldet.`,
  removed: (name) => `„${name}“ ist gelöscht.`,
  removeTitle: "Dieses Wartungsfenster löschen?",
  removeHint:
    "Was gestört ist und nicht mehr umfasst wird, wird gemeldet. Vergangene Wartung zählt weiterhin nicht zur Verfügbarkeit.",
  form: {
    create: "Wartung planen",
    edit: "Wartung ändern",
    name: "Name",
    nameExample: "Wöchentliches Update",
    what: "Was sie umfasst",
    targets: { account: "Alle Monitore", tags: "Monitore mit einem Tag", monitors: "Ausgewählte Monitore" },
    monitors: "Monitore",
    tags: "Tags",
    when: "Wann",
    whens: {
      now: "Jetzt",
      once: "Einmal",
      daily: "Jeden Tag",
      weekly: "Jede Woche",
      monthly: "Jeden Monat",
      custom: "Nach einer Regel"
    },
    start: "Beginn",
    length: "Dauer in Minuten",
    zone: "Zeitzone",
    rule: "Regel",
    ruleHint: "Eine Wiederholungsregel nach RFC 5545, etwa FREQ=MONTHLY;BYDAY=-1SU.",
    published: "Auf öffentlichen Statusseiten zeigen",
    publishedHint:
      "Sonst zeigen Statusseiten, was die Prüfungen ergeben, wie an jedem anderen Tag. Alarme gibt es in beiden Fällen nicht.",
    preview: (zone) => `Nächste Termine (${zone})`,
    noPreview: "Es gibt keine weiteren Termine."
  }
}
