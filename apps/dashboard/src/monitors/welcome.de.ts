import type { welcomeEn } from "./welcome.en.ts"

export const welcomeDe: typeof welcomeEn = {
  title: "Überwachen Sie Ihre ersten Websites",
  hint: "Drei Schritte, etwa eine Minute.",
  sites: "Websites einfügen",
  sitesHint: "Namen oder Adressen, eine je Zeile. Das erste Ergebnis kommt nach wenigen Sekunden.",
  alerts: "Benachrichtigungen wählen",
  alertsHint: "Mon schreibt Ihnen E-Mails. Chat, Push-Nachrichten und Bereitschaftsdienste fügen Sie als Kanäle hinzu.",
  alertsLink: "Zu den Alarmkanälen",
  team: "Andere einladen",
  teamHint: "Mitglieder sehen die Domains, die Sie für sie freigeben.",
  teamLink: "Jemanden einladen",
  shared: "Für Sie ist noch keine Domain freigegeben",
  sharedHint: "Der Inhaber des Kontos wählt, welche Domains Sie sehen."
}
