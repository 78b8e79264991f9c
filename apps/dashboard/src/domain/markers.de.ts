import type { markersEn } from "./markers.en.ts"

export const markersDe: typeof markersEn = {
  title: "Markierungen",
  hint: "Eine Markierung ist ein Zeitpunkt, den Sie melden, etwa ein Deployment. Fällt die Domain innerhalb einer Stunde danach aus, nennt die Diagnose ihn.",
  text: "Was geschah",
  time: "Zeit",
  timeHint: (zone) => `In Ihrer Zeitzone (${zone}). Leer: jetzt.`,
  link: "Link (freiwillig)",
  linkHint: "Eine http- oder https-Adresse. Mon zeigt sie und öffnet sie nie.",
  add: "Markierung hinzufügen",
  added: "Die Markierung wurde hinzugefügt.",
  timeWrong: "Die Zeit ist nicht vollständig.",
  readOnly: "Sie können die Markierungen dieser Domain sehen, aber nicht ändern.",
  recent: "Die neuesten Markierungen",
  none: "Es gibt noch keine Markierung.",
  by: (name) => `von ${name}`,
  open: "Link öffnen",
  remove: "Löschen",
  removeOne: (text) => `Markierung „${text}“ löschen`,
  removeTitle: "Diese Markierung löschen?",
  removeHint: "Vorfälle, die danach begannen, behalten ihre Diagnose.",
  removed: "Die Markierung wurde gelöscht."
}
