import type { acknowledgeEn } from "./acknowledge.en.ts"

export const acknowledgeDe: typeof acknowledgeEn = {
  acknowledgement: "Bestätigung",
  acknowledge: "Bestätigen",
  acknowledgeHint: "Andere sehen, dass sich jemand kümmert. Erinnerungen entfallen, die Entwarnung kommt trotzdem.",
  note: "Notiz für die anderen (freiwillig)",
  acknowledged: "Die Störung ist bestätigt.",
  takeBack: "Zurücknehmen",
  takenBack: "Die Bestätigung ist zurückgenommen.",
  by: "Von",
  when: "Wann",
  how: "Wie",
  noteTerm: "Notiz",
  via: {
    dashboard: () => "im Dashboard",
    api: (channel) => (channel === "" ? "mit einem API-Schlüssel" : `in ${channel}`),
    link: (channel) => `mit dem Link in einem Alarm (${channel})`,
    app: (channel) => `in der App von ${channel}`
  }
}
