import type { ServicesWords } from "./services.en.ts"

/** The German texts of the parts that only services have. */
export const servicesDe: ServicesWords = {
  answered: (duration) => `Antwort nach ${duration}`,
  facts: {
    title: "Dienst",
    type: "Art",
    address: "Adresse",
    interval: "Geprüft alle",
    tls: "TLS",
    login: "Anmeldung",
    withLogin: (user) => (user === "" ? "ja, mit Passwort" : `ja, als ${user}`),
    unreadable:
      "Eine andere Version von Mon hat diese Prüfung gespeichert. Wählen Sie die Art in den Einstellungen neu."
  },
  checks: "Prüfungen",
  now: {
    run: "Jetzt prüfen",
    running: "Die Prüfung läuft…",
    checked: (state) => `Geprüft. Zustand: ${state}.`,
    failed: (why) => `Die Prüfung ist fehlgeschlagen: ${why}`
  },
  paste: {
    label: "Adresse einfügen",
    hint: "Zum Beispiel die URL, mit der sich ein Programm verbindet, Host:Port, oder nur ein Host. Mon füllt das Formular aus.",
    read: (type) => `Erkannt: ${type}. Prüfen Sie die Felder darunter.`,
    unread: "Mon erkennt diese Adresse nicht. Wählen Sie unten eine Art.",
    web: "Das ist die Adresse einer Website. Fügen Sie sie als Domain hinzu."
  },
  trial: {
    title: "Eine Prüfung mit diesen Einstellungen",
    run: "Einmal prüfen",
    again: "Noch einmal prüfen",
    hint: "Mon prüft einmal mit diesen Einstellungen und zeigt, was dabei herauskam. Nichts wird gespeichert, und niemand wird benachrichtigt.",
    noAddress: "Wählen Sie zuerst eine Art, und geben Sie eine Adresse ein.",
    address: "Adresse",
    running: "Die Prüfung läuft…",
    outdated: "Seit dieser Prüfung haben Sie etwas geändert.",
    refused: "Mon hat nicht geprüft.",
    limited:
      "Das war genug für diese Minute: Versuche, Vorschauen, Prüfungen von Hand und Tests zählen zusammen. Versuchen Sie es in einer Minute wieder.",
    busy: "Mon ist zu beschäftigt. Versuchen Sie es in einer Minute wieder.",
    goTo: (label) => `Zu „${label}“`,
    checked: "Adresse",
    connected: "Verbunden mit",
    found: "Was die Prüfung herausfand"
  },
  found: {
    __proto__: null as never,
    accepted: "Angenommen",
    anonymous: "Anonymer Zugriff",
    answers: "Einträge",
    authentication: "Art der Anmeldung",
    capabilities: "Fähigkeiten",
    deliveredMs: "Zugestellt nach, ms",
    dispersionMs: "Fehler der Zeit, ms",
    dkim: "DKIM",
    dmarc: "DMARC",
    durations: "Schritte",
    encrypted: "Verschlüsselt",
    failedStep: "Fehlgeschlagener Schritt",
    folder: "Ordner",
    greeting: "Begrüßung",
    health: "Zustand",
    hops: "Server auf dem Weg",
    hostKeys: "Host-Schlüssel",
    identification: "Kennung",
    lossPercent: "Verlorene Pakete, %",
    mappedAddress: "Eigene Adresse",
    meanMs: "Mittlere Zeit, ms",
    messages: "Nachrichten",
    needsLogin: "Braucht eine Anmeldung",
    offsetMs: "Abweichung der Zeit, ms",
    product: "Produkt",
    purpose: "Zweck",
    rcode: "Antwortcode",
    received: "Empfangen",
    role: "Rolle",
    serverVersion: "Version",
    spf: "SPF",
    startedTls: "TLS begonnen",
    status: "Status",
    steps: "Anzahl der Schritte",
    stratum: "Stratum",
    taken: "Werte",
    value: "Wert",
    version: "Version",
    versions: "Versionen"
  },
  yes: "ja",
  no: "nein"
}
