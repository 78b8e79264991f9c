import type { OutcomeWords } from "./outcomes.en.ts"

/** The German words for the outcomes of messages. */
export const outcomesDe: OutcomeWords = {
  outcomes: {
    delivered: "zugestellt",
    stored: "gespeichert, nicht gesendet: Es gibt keinen Mailserver",
    waiting: "wartet",
    suppressed: "unterdrückt",
    superseded: "durch eine neuere Nachricht ersetzt",
    failed: "gescheitert"
  },
  reasons: {
    quiet_hours: "auf das Ende der Ruhezeit",
    shared_cause: "auf eine Nachricht über alle Monitore mit derselben Ursache",
    summary: "auf eine gemeinsame Nachricht mit anderen",
    retry: "auf den nächsten Versuch",
    parent_check: "auf eine Prüfung des Monitors, von dem er abhängt",
    first_check: "auf die erste Prüfung nach einem Ausfall dieses Dienstes",
    route: "auf den nächsten Schritt seiner Route",
    paused: "Alarme waren pausiert",
    account_suspended: "Das Konto war gesperrt",
    maintenance: "Ein Wartungsfenster war aktiv",
    parent: "Ein Monitor war ausgefallen, von dem dieser abhängt",
    flapping: "Der Monitor wechselt seinen Zustand zu oft, und ein Hinweis darauf steht für alle Wechsel",
    no_recipient: "Keine Person und kein Kanal sollte es bekommen",
    over: "Es war vorbei, bevor es gesendet werden konnte",
    deleted: "Der Monitor wurde gelöscht",
    gone: "Der Gegenstand oder der Empfänger wurde entfernt",
    stopped: "Der Empfänger hat sich abgemeldet",
    removed: "Der Empfänger wurde entfernt",
    number_removed: "Die WhatsApp-Nummer wurde entfernt",
    address_refused: "Ein Mailserver sagt, dass es die Adresse nicht gibt",
    channel_inactive: "Der Kanal ist abgeschaltet",
    channel_not_in_plan: "Der Tarif erlaubt den Kanal nicht",
    webhook_inactive: "Der Webhook ist abgeschaltet",
    nothing_to_change: "Der Kanal hat keine Nachricht, die sich ändern ließe",
    unknown: "Der Grund wurde nicht aufgezeichnet"
  },
  events: {
    down: "Ausfall",
    up: "Wieder erreichbar",
    flapping: "Zustand wechselt ständig",
    degraded: "Beeinträchtigt",
    recovered: "Nicht mehr beeinträchtigt",
    email_health_alert: "E-Mail-Zustellbarkeit",
    email_health_recovery: "E-Mail-Zustellbarkeit wieder gut",
    page_changed: "Seite geändert",
    dns_changed: "DNS geändert",
    page_error: "Seite nicht lesbar",
    certificate_expiring: "Zertifikat läuft ab",
    certificate_invalid: "Zertifikat ungültig",
    domain_expiring: "Registrierung läuft ab",
    checks_stopped: "Prüfungen beendet"
  },
  waitsForResume: "auf das Ende der Pause",
  window: (name) => `Das Wartungsfenster „${name}“ war aktiv`,
  parent: (name) => `${name} war ausgefallen, und dieser Monitor hängt davon ab`,
  notYet: (reason) => `Noch wurde niemand benachrichtigt. Der Alarm wartet ${reason}.`,
  nobodyBecause: (reason) => `Niemand wurde benachrichtigt: ${reason}.`,
  nobody: "Niemand wurde benachrichtigt, oder die Zustellungen sind älter als 30 Tage.",
  more: (count) => `und ${count} weitere`
}
