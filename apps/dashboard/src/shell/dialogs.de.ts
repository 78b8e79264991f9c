import type { DialogsCatalogue } from "./dialogs.en.ts"

export const dialogsDe: DialogsCatalogue = {
  leave: {
    title: "Ohne Speichern verlassen?",
    text: "Ihre Änderungen auf dieser Seite sind nicht gespeichert und gingen verloren.",
    action: "Ohne Speichern verlassen"
  },
  palette: {
    title: "Gehe zu",
    placeholder: "Domains, Seiten, Störungen, Einstellungen und Aktionen",
    none: "Nichts passt.",
    results: "Ergebnisse",
    keys: "Tastenkürzel",
    page: "Seite",
    incident: (when) => `Störung, ${when}`,
    pause: (name) => `${name} pausieren`,
    resume: (name) => `${name} fortsetzen`,
    paused: (name) => `${name} ist pausiert.`,
    resumed: (name) => `${name} ist fortgesetzt.`,
    maintain: (name) => `30 Minuten Wartung von ${name}`,
    maintenance: (name) => `Die Wartung von ${name} hat begonnen. Sie endet in 30 Minuten.`,
    pauseAlerts: "Alle Benachrichtigungen pausieren ...",
    resumeAlerts: "Alle Benachrichtigungen fortsetzen",
    alertsResumed: "Benachrichtigungen werden wieder gesendet.",
    action: "Aktion",
    setting: "Einstellung",
    tool: "Werkzeug",
    signOut: "ausloggen, beenden",
    places: [
      ["/settings", "Zeitzone", "Uhrzeit, GMT, UTC, time zone, Berichte"],
      ["/settings", "Sprache", "Deutsch, Englisch, English, language, Übersetzung"],
      ["/settings", "Farben", "Design, dunkel, hell, Modus, Darstellung"],
      ["/settings", "Passwort ändern", "vergessen, Kennwort"],
      [
        "/settings/security",
        "Anmeldung in zwei Schritten",
        "2FA, MFA, zweiter Faktor, Authenticator, TOTP, Sicherheit"
      ],
      ["/settings/security", "Wo Sie angemeldet sind", "Sitzungen, Geräte, Browser"],
      ["/settings/alerts", "WhatsApp", "Telefon, Nummer, Nachrichten"],
      ["/settings/alerts", "Wochenbericht per E-Mail", "Montag, Zusammenfassung"],
      ["/settings/contact", "Wie ich erreicht werde", "Telefon, Push, SMS, Bereitschaft, Testalarm"],
      ["/settings/audit", "Protokoll", "Verlauf, wer was geändert hat, audit log"],
      ["/settings/workspace", "Name und Logo", "Arbeitsbereich, Marke, Agentur"],
      ["/message", "Nachricht prüfen", "eml, empfangene E-Mail, Phishing, gefälscht, DKIM, DMARC, Kopfzeilen"],
      ["/alert-sources", "Alarme aus anderen Werkzeugen", "PagerDuty, Opsgenie, Prometheus, Alertmanager, Grafana"],
      ["/import", "Monitore importieren", "Uptime Kuma, Better Stack, Umzug, CSV"]
    ],
    outside: [
      ["/tools/disposable-email", "Auf Wegwerfadressen prüfen", "temporär, Einmaladresse, disposable"],
      ["/settings/account", "Konto exportieren oder löschen", "Daten herunterladen, DSGVO, kündigen"]
    ]
  },
  shortcuts: {
    title: "Tastenkürzel",
    groups: [
      [
        "Überall",
        [
          ["Strg K", "Suchen"],
          ["N", "Monitore hinzufügen"],
          ["G O", "Übersicht"],
          ["G D", "Domains"],
          ["G P", "Seiten"],
          ["G I", "Störungen"],
          ["G M", "E-Mail-Zustellbarkeit"],
          ["G N", "Benachrichtigungen"],
          ["G S", "Einstellungen"],
          ["?", "Diese Liste"]
        ]
      ],
      [
        "In Listen",
        [
          ["/", "Liste filtern"],
          ["J · K", "Nächste oder vorige Zeile"],
          ["Enter", "Zeile öffnen"],
          ["X", "Zeile auswählen"],
          ["Esc", "Auswahl aufheben"]
        ]
      ],
      [
        "In Diagrammen und Dialogen",
        [
          ["← · →", "Über die Tage bewegen"],
          ["Esc", "Dialog schließen"]
        ]
      ]
    ]
  }
}
