import type { OwnHostWords } from "./ownHost.en.ts"

export const ownHostDe: OwnHostWords = {
  title: "Eigener Hostname",
  hint: "Leser bekommen die Seite unter einem Namen Ihrer Domain, zum Beispiel status.example.com. Die Adresse bei diesem Dienst bleibt bestehen.",
  label: "Hostname",
  set: "Hostnamen festlegen",
  change: "Einen anderen Hostnamen verwenden",
  notInPlan: "Ihr Tarif enthält keine eigenen Hostnamen für Statusseiten.",
  upgrade: "Tarife anzeigen",
  states: {
    waiting_for_txt: "Wartet auf den TXT-Eintrag",
    waiting_for_address: "Wartet auf die Adresse",
    active: "Aktiv",
    failing: "TXT-Eintrag fehlt",
    taken: "Gehört einer anderen Seite",
    released: "Freigegeben"
  },
  explained: {
    waiting_for_txt:
      "Legen Sie beide Einträge dort an, wo Sie das DNS dieser Domain verwalten. Am ersten Tag fragen wir sie alle 10 Minuten ab, danach täglich.",
    waiting_for_address:
      "Der TXT-Eintrag ist da, aber die Adressen des Namens führen nicht hierher. Legen Sie den zweiten Eintrag an. Hinter einem CDN endet das mit dem ersten Leser.",
    active:
      "Leser bekommen die Seite unter diesem Namen. Lassen Sie den TXT-Eintrag stehen: Wir fragen ihn täglich ab.",
    failing: "Leser bekommen die Seite noch, aber der TXT-Eintrag fehlt. Legen Sie ihn wieder an.",
    taken:
      "Der TXT-Eintrag ist da, aber eine andere Statusseite hat diesen Namen vorher nachgewiesen. Er wird 7 Tage nach dem Ende ihres Eintrags frei.",
    released:
      "Der TXT-Eintrag fehlte 7 Tage lang. Leser bekommen die Seite unter diesem Namen nicht mehr. Legen Sie ihn wieder an und prüfen Sie ihn, um den Namen zurückzubekommen."
  },
  purposes: { proof: "Weist nach, dass der Name Ihnen gehört", address: "Führt Leser hierher" },
  stopped: "Angehalten: nicht in Ihrem Tarif",
  stoppedHint:
    "Ihr Tarif erlaubt weniger eigene Hostnamen, und die neuesten ruhen. Wechseln Sie den Tarif oder entfernen Sie einen älteren.",
  releasesAt: "Wird freigegeben:",
  type: "Typ",
  name: "Name",
  value: "Wert",
  copyOne: (field, type) => `Kopieren: ${field} des ${type}-Eintrags`,
  checked: "Zuletzt geprüft",
  never: "Noch nicht geprüft",
  check: "Jetzt prüfen",
  checking: "Wird geprüft …",
  remove: "Entfernen",
  removeTitle: (hostname) => `${hostname} entfernen?`,
  removeHint: "Leser bekommen die Seite dann nur noch unter der Adresse bei diesem Dienst.",
  wasSet: (hostname) => `${hostname} wurde festgelegt.`,
  wasRemoved: (hostname) => `${hostname} wurde entfernt.`
}
