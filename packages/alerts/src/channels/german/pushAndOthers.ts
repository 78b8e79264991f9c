import type { apprise } from "../vendors/apprise.ts"
import type { gotify } from "../vendors/gotify.ts"
import type { ntfy } from "../vendors/ntfy.ts"
import type { pagerDuty } from "../vendors/pagerDuty.ts"
import type { pushover } from "../vendors/pushover.ts"
import type { twilio } from "../vendors/twilio.ts"
import type { webhookTemplate } from "../vendors/webhookTemplate.ts"
import type { TextsOf } from "./ChannelTexts.ts"

const pagerDutyDe: TextsOf<typeof pagerDuty> = {
  about:
    "Öffnet und schließt Alarme eines Dienstes in PagerDuty. Neuigkeiten erscheinen als Change Events und rufen niemanden.",
  steps: [
    "Öffnen Sie in PagerDuty den Dienst, dann Integrations, und wählen Sie Add an integration.",
    "Wählen Sie Events API V2.",
    "Kopieren Sie den Integration Key in das Feld Integrationsschlüssel und wählen Sie die Region Ihres Kontos."
  ],
  appearance:
    "Ein Alarm mit Titel und Text als Zusammenfassung, darunter die Einzelheiten und die Links. Sein Schlüssel ist die ID des Vorfalls: Erinnerungen ergänzen ihn, und die Entwarnung schließt ihn.",
  fields: {
    routingKey: [
      "Integrationsschlüssel",
      "In PagerDuty: Dienst, Integrations, Events API V2.",
      "Geben Sie die 32 Buchstaben und Ziffern des Schlüssels ein."
    ],
    region: ["Region", "eu, wenn die Adresse Ihres PagerDuty eu.pagerduty.com enthält.", "Wählen Sie us oder eu."]
  }
}

const ntfyDe: TextsOf<typeof ntfy> = {
  about: "Push-Nachrichten auf Telefone und Rechner über ntfy.sh oder Ihren eigenen ntfy-Server.",
  steps: [
    "Installieren Sie die ntfy-App und abonnieren Sie ein Thema. Wer seinen Namen kennt, liest mit: Wählen Sie einen langen, zufälligen.",
    "Geben Sie das Thema ein, und den Server, wenn es nicht ntfy.sh ist.",
    "Ist das Thema geschützt, erzeugen Sie in den Kontoeinstellungen von ntfy ein Zugriffstoken und geben Sie es ein."
  ],
  appearance:
    "Ein farbiger Kreis, der Titel, der Text und die Einzelheiten, mit den Schaltflächen Öffnen und Bestätigen. Kritische Alarme haben die höchste Priorität.",
  fields: {
    server: [
      "Server",
      "Leer lassen für https://ntfy.sh.",
      "Geben Sie die Adresse eines ntfy-Servers ein, etwa https://ntfy.sh."
    ],
    topic: [
      "Thema",
      "Wie in der App. Wer den Namen kennt, liest die Nachrichten eines ungeschützten Themas.",
      "Geben Sie 1 bis 64 Buchstaben, Ziffern, - oder _ ein."
    ],
    token: [
      "Zugriffstoken",
      "Nur für ein geschütztes Thema: ein Zugriffstoken oder benutzer:passwort.",
      "Geben Sie ein Token ein, das mit tk_ beginnt, oder benutzer:passwort."
    ]
  }
}

const webhookTemplateDe: TextsOf<typeof webhookTemplate> = {
  about:
    "Sendet einen selbst gestalteten Inhalt an eine beliebige https-Adresse. Für signierte Webhooks mit festem Inhalt gibt es die Webhooks.",
  steps: [
    "Lesen Sie in der Dokumentation des Empfängers, welche Adresse, Methode und welchen Inhalt er erwartet.",
    "Schreiben Sie den Inhalt. {{title}}, {{text}}, {{link}} und andere Namen stehen für die Werte der Nachricht.",
    "Fügen Sie Header hinzu, wenn der Empfänger sie braucht, etwa Authorization. Sie werden verschlüsselt gespeichert."
  ],
  appearance:
    "Wie Ihre Vorlage es sagt. Die Werte sind title, text, details, severity, phase, key, id, at, source, link und acknowledge. In JSON stehen sie in Anführungszeichen.",
  fields: {
    url: ["URL", "Wohin die Anfrage geht.", "Geben Sie eine https-URL ein."],
    method: ["Methode", "Die meisten Programme erwarten POST.", "Wählen Sie POST, PUT oder PATCH."],
    type: [
      "Inhaltstyp",
      "json: application/json. form: application/x-www-form-urlencoded. text: text/plain.",
      "Wählen Sie json, form oder text."
    ],
    headers: [
      "Header",
      "Einer je Zeile, höchstens 20.",
      "Geben Sie je Zeile einen Header ein, etwa Authorization: Bearer abc."
    ],
    template: ["Vorlage", "Der Inhalt der Anfrage.", "Geben Sie den Inhalt der Anfrage ein."]
  }
}

const appriseDe: TextsOf<typeof apprise> = {
  about: "Sendet an jeden Dienst, den Ihr eigener Apprise-API-Server kennt.",
  steps: [
    "Betreiben Sie einen Apprise-API-Server, etwa den Container caronc/apprise.",
    "Speichern Sie dort Ihre Apprise-URLs unter einem Konfigurationsschlüssel, oder geben Sie die URLs hier ein.",
    "Geben Sie die Adresse des Servers und den Schlüssel ein."
  ],
  appearance:
    "Der Titel mit farbigem Kreis, der Text, die Einzelheiten und die Links als reiner Text. Apprise passt ihn dem jeweiligen Dienst an.",
  fields: {
    server: [
      "Server",
      "Die Adresse Ihres Apprise-API-Servers.",
      "Geben Sie die Adresse Ihres Apprise-API-Servers ein."
    ],
    key: [
      "Konfigurationsschlüssel",
      "Unter dem der Server Ihre Apprise-URLs speichert.",
      "Geben Sie Buchstaben, Ziffern, - oder _ ein."
    ],
    urls: [
      "Apprise-URLs",
      "Eine je Zeile. Nur wenn Sie keinen Konfigurationsschlüssel eingeben.",
      "Geben Sie Apprise-URLs ein, eine je Zeile."
    ],
    tag: ["Tag", "Nur die Dienste mit diesem Tag.", "Geben Sie Buchstaben, Ziffern, - oder _ ein."]
  }
}

const gotifyDe: TextsOf<typeof gotify> = {
  about: "Push-Nachrichten über Ihren eigenen Gotify-Server.",
  steps: [
    "Öffnen Sie in Gotify Apps und wählen Sie Create application.",
    "Kopieren Sie das Token der Anwendung in das Feld Anwendungstoken.",
    "Geben Sie die Adresse Ihres Gotify-Servers ein."
  ],
  appearance: "Der Titel mit farbigem Kreis, der Text, die Einzelheiten und die Links. Ein Tippen öffnet den Vorfall.",
  fields: {
    server: ["Server", "Die Adresse, unter der Sie Gotify öffnen.", "Geben Sie die Adresse Ihres Gotify-Servers ein."],
    token: ["Anwendungstoken", "In Gotify unter Apps.", "Geben Sie das Token einer Gotify-Anwendung ein."]
  }
}

const pushoverDe: TextsOf<typeof pushover> = {
  about: "Push-Nachrichten auf Telefone über Pushover. Kritische Alarme können sich wiederholen, bis jemand bestätigt.",
  steps: [
    "Wählen Sie auf pushover.net Create an Application/API Token und kopieren Sie es in das Feld API-Token.",
    "Kopieren Sie Ihren Benutzerschlüssel, oder den einer Gruppe, von der ersten Seite von pushover.net.",
    "Wählen Sie, ob sich kritische Alarme wiederholen, bis jemand sie in der App bestätigt."
  ],
  appearance: "Der Titel mit farbigem Kreis, der Text, die Einzelheiten und der Link zum Vorfall.",
  fields: {
    token: [
      "API-Token",
      "Der Anwendung, die Sie auf pushover.net angelegt haben.",
      "Geben Sie die 30 Buchstaben und Ziffern des API-Tokens ein."
    ],
    user: [
      "Benutzer- oder Gruppenschlüssel",
      "Auf der ersten Seite von pushover.net, nachdem Sie sich angemeldet haben.",
      "Geben Sie die 30 Buchstaben und Ziffern des Schlüssels ein."
    ],
    device: [
      "Gerät",
      "Nur für eines Ihrer Geräte: sein Name. Mehrere Namen trennt ein Komma.",
      "Geben Sie Namen von Geräten ein, durch Kommas getrennt."
    ],
    repeat: [
      "Wiederholung",
      "never: Jeder Alarm kommt einmal an. critical: Kritische Alarme wiederholen sich jede Minute, bis jemand bestätigt.",
      "Wählen Sie never oder critical."
    ]
  }
}

const twilioDe: TextsOf<typeof twilio> = {
  about: "Sendet SMS von Ihrem Twilio-Konto.",
  steps: [
    "Kaufen Sie auf console.twilio.com eine Nummer, die SMS senden kann, oder legen Sie einen Messaging Service an.",
    "Kopieren Sie Account SID und Auth Token. Besser ist ein API-Key, denn Sie können ihn einzeln widerrufen.",
    "Geben Sie den Absender und die Nummer des Empfängers in internationaler Form ein."
  ],
  appearance:
    "Der Titel, der Text und die Links, ohne Einzelheiten. Die ersten 160 Zeichen genügen, um den Alarm zu verstehen.",
  fields: {
    accountSid: [
      "Account-SID",
      "Auf der ersten Seite der Twilio-Konsole.",
      "Geben Sie die Account-SID ein: AC und 32 Ziffern."
    ],
    keySid: [
      "SID des API-Keys",
      "Nur mit einem API-Key. Sein Geheimnis ist dann das Token.",
      "Geben Sie die SID eines API-Keys ein: SK und 32 Ziffern."
    ],
    token: [
      "Auth-Token oder Geheimnis des API-Keys",
      "In der Twilio-Konsole neben der SID.",
      "Geben Sie das Auth-Token oder das Geheimnis des API-Keys ein."
    ],
    from: [
      "Absender",
      "Eine Nummer Ihres Kontos, die SID eines Messaging Service oder ein Absendername, wo das Land ihn erlaubt.",
      "Geben Sie eine Nummer wie +15017122661, die SID eines Messaging Service oder einen Namen mit höchstens 11 Buchstaben ein."
    ],
    to: [
      "Empfänger",
      "Die Nummer des Telefons in internationaler Form.",
      "Geben Sie eine Nummer wie +491701234567 ein."
    ],
    alphabet: [
      "Alphabet",
      "ascii: 160 Zeichen je Teil, andere Buchstaben werden zu ? oder verlieren ihre Akzente. unicode: 70 Zeichen je Teil.",
      "Wählen Sie ascii oder unicode."
    ]
  }
}

export const germanPushAndOthers = {
  pagerduty: pagerDutyDe,
  ntfy: ntfyDe,
  webhook_template: webhookTemplateDe,
  apprise: appriseDe,
  gotify: gotifyDe,
  pushover: pushoverDe,
  twilio: twilioDe
} as const
