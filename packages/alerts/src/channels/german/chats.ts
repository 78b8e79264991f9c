import type { discord } from "../vendors/discord.ts"
import type { googleChat } from "../vendors/googleChat.ts"
import type { matrix } from "../vendors/matrix.ts"
import type { mattermost } from "../vendors/mattermost.ts"
import type { slack } from "../vendors/slack.ts"
import type { slackApp } from "../vendors/slackApp.ts"
import type { teams } from "../vendors/teams.ts"
import type { telegram } from "../vendors/telegram.ts"
import type { TextsOf } from "./ChannelTexts.ts"

const slackDe: TextsOf<typeof slack> = {
  about: "Schreibt über einen eingehenden Webhook in einen Slack-Kanal.",
  steps: [
    "Öffnen Sie api.slack.com/apps, legen Sie eine App für Ihren Workspace an und schalten Sie Incoming Webhooks ein.",
    "Wählen Sie Add New Webhook to Workspace und dann den Kanal.",
    "Kopieren Sie die URL des Webhooks in das Feld Webhook-URL."
  ],
  appearance:
    "Ein Titel mit farbigem Kreis, der Text, die Einzelheiten in zwei Spalten und die Links. Alle Texte sind reiner Text, ein Name kann also niemanden erwähnen.",
  fields: {
    url: [
      "Webhook-URL",
      "In den Einstellungen Ihrer Slack-App unter Incoming Webhooks.",
      "Geben Sie eine URL wie https://hooks.slack.com/services/T000/B000/XXXX ein."
    ]
  }
}

const slackAppDe: TextsOf<typeof slackApp> = {
  about: "Schreibt als App in einen Slack-Kanal und antwortet auf den Alarm in dessen Thread.",
  steps: [
    "Öffnen Sie api.slack.com/apps, legen Sie eine App mit dem Bot-Scope chat:write an und installieren Sie sie im Workspace.",
    "Kopieren Sie das Bot User OAuth Token, das mit xoxb- beginnt, in das Feld Bot-Token.",
    "Laden Sie die App mit /invite in den Kanal ein und kopieren Sie die Kanal-ID aus dessen Details."
  ],
  appearance:
    "Wie bei Slack. Bestätigt jemand, zeigt das der Alarm. Erinnerungen und die Entwarnung sind Antworten auf den Alarm. Die Entwarnung erscheint auch im Kanal.",
  fields: {
    token: [
      "Bot-Token",
      "In den Einstellungen Ihrer Slack-App unter OAuth & Permissions.",
      "Geben Sie ein Token ein, das mit xoxb- beginnt."
    ],
    channel: [
      "Kanal-ID",
      "Am Ende der Kanal-Details in Slack. Bei öffentlichen Kanälen genügt ein Name wie #alarme.",
      "Geben Sie eine Kanal-ID wie C024BE91L oder einen Namen wie #alarme ein."
    ]
  }
}

const discordDe: TextsOf<typeof discord> = {
  about: "Schreibt über einen Webhook in einen Discord-Kanal.",
  steps: [
    "Öffnen Sie in Discord die Einstellungen des Kanals, dann Integrationen, dann Webhooks.",
    "Erstellen Sie einen Webhook und wählen Sie den Kanal.",
    "Wählen Sie Webhook-URL kopieren und fügen Sie die URL in das Feld Webhook-URL ein."
  ],
  appearance:
    "Eine Karte mit farbigem Rand, dem Titel, dem Text, den Einzelheiten und den Links. Die Karte ändert sich, wenn jemand bestätigt, und mit der Entwarnung. Discord meldet Änderungen niemandem. Wählen Sie daher bei Entwarnung message, wenn Sie eine neue Karte möchten.",
  fields: {
    url: [
      "Webhook-URL",
      "In Discord: Kanaleinstellungen, Integrationen, Webhooks, Webhook-URL kopieren.",
      "Geben Sie eine URL wie https://discord.com/api/webhooks/123/abc ein."
    ],
    threadId: [
      "Thread-ID",
      "Nur für einen Thread oder Forenbeitrag: Schalten Sie in Discord den Entwicklermodus ein, dann Thread-ID kopieren.",
      "Geben Sie die Nummer eines Threads ein."
    ],
    recovery: [
      "Entwarnung",
      "edit: Die Entwarnung ändert die Karte des Alarms. message: Sie ist eine neue Karte.",
      "Wählen Sie edit oder message."
    ]
  }
}

const teamsDe: TextsOf<typeof teams> = {
  about: "Schreibt über einen Flow der App Workflows in einen Teams-Kanal oder -Chat.",
  steps: [
    "Öffnen Sie in Teams das Menü des Kanals und wählen Sie Workflows.",
    "Wählen Sie die Vorlage für Webhook-Warnungen an einen Kanal (Send webhook alerts to a channel) und speichern Sie. Ein gemeinsames Konto sollte ihn besitzen: Ein Flow endet mit dem Konto seines Besitzers.",
    "Kopieren Sie die URL, die Teams anzeigt, in das Feld Workflow-URL."
  ],
  appearance:
    "Eine Karte mit farbigem Titel, dem Text, den Einzelheiten und den Links als Schaltflächen. Die Entwarnung ist eine neue Karte, denn ein Flow nennt keine Nachrichten-ID.",
  fields: {
    url: [
      "Workflow-URL",
      "Teams zeigt sie, wenn Sie den Workflow speichern.",
      "Geben Sie die URL eines Workflows in Teams ein."
    ]
  }
}

const googleChatDe: TextsOf<typeof googleChat> = {
  about: "Schreibt über einen Webhook in einen Gruppenbereich von Google Chat, ein Thread je Vorfall.",
  steps: [
    "Öffnen Sie in Google Chat den Gruppenbereich, dann sein Menü, dann Apps und Integrationen.",
    "Wählen Sie Webhooks, geben Sie einen Namen ein und speichern Sie.",
    "Kopieren Sie den Link des Webhooks in das Feld Webhook-URL."
  ],
  appearance:
    "Eine Karte mit dem Titel, dem Text, den Einzelheiten und den Links als Schaltflächen. Die Entwarnung ist eine Antwort im Thread des Alarms.",
  fields: {
    url: [
      "Webhook-URL",
      "In Google Chat: Menü des Gruppenbereichs, Apps und Integrationen, Webhooks, Link kopieren.",
      "Geben Sie eine URL wie https://chat.googleapis.com/v1/spaces/AAAA/messages?key=…&token=… ein."
    ]
  }
}

const telegramDe: TextsOf<typeof telegram> = {
  about: "Sendet Nachrichten Ihres eigenen Telegram-Bots an eine Person, eine Gruppe oder einen Kanal.",
  steps: [
    "Schreiben Sie in Telegram /newbot an @BotFather und kopieren Sie das Token in das Feld Bot-Token.",
    "Öffnen Sie einen Chat mit dem Bot und drücken Sie Start, oder fügen Sie ihn Ihrer Gruppe oder Ihrem Kanal hinzu.",
    "Geben Sie die Chat-ID ein. Senden Sie dazu eine Nachricht in den Chat und öffnen Sie https://api.telegram.org/bot<token>/getUpdates."
  ],
  appearance:
    "Der Titel in Fettschrift, der Text, die Einzelheiten in fester Breite und die Links. Bestätigt jemand, zeigt das der Alarm. Erinnerungen und die Entwarnung sind Antworten auf den Alarm.",
  fields: {
    token: ["Bot-Token", "Von @BotFather.", "Geben Sie ein Bot-Token wie 123456789:AAAA… ein."],
    chatId: [
      "Chat-ID",
      "Eine Zahl, bei Gruppen negativ, oder der @Name eines öffentlichen Kanals.",
      "Geben Sie eine Zahl wie -1001234567890 oder einen Namen wie @alarme ein."
    ],
    topicId: [
      "Themen-ID",
      "Nur für eine Gruppe mit Themen: die Nummer des Themas.",
      "Geben Sie die Nummer eines Themas ein."
    ],
    sound: [
      "Ton",
      "all: Jede Nachricht hat einen Ton. alarms: Entwarnungen und Hinweise kommen stumm an.",
      "Wählen Sie all oder alarms."
    ]
  }
}

const mattermostDe: TextsOf<typeof mattermost> = {
  about: "Schreibt über einen eingehenden Webhook in einen Mattermost-Kanal.",
  steps: [
    "Öffnen Sie in Mattermost Integrationen, dann Eingehende Webhooks, und wählen Sie Eingehenden Webhook hinzufügen.",
    "Wählen Sie den Kanal und speichern Sie.",
    "Kopieren Sie die URL in das Feld Webhook-URL."
  ],
  appearance: "Der Titel als Überschrift mit farbigem Kreis, der Text, die Einzelheiten als Liste und die Links.",
  fields: {
    url: [
      "Webhook-URL",
      "In Mattermost: Integrationen, Eingehende Webhooks.",
      "Geben Sie eine URL wie https://chat.example.com/hooks/xxxx ein."
    ],
    channel: [
      "Kanal",
      "Nur für einen anderen Kanal als den des Webhooks: sein Name in der URL, oder @benutzer.",
      "Geben Sie den Namen eines Kanals in Kleinbuchstaben ein, etwa alarme, oder @benutzer."
    ]
  }
}

const matrixDe: TextsOf<typeof matrix> = {
  about: "Schreibt in einen unverschlüsselten Matrix-Raum.",
  steps: [
    "Legen Sie ein Matrix-Konto für die Alarme an und laden Sie es in den Raum ein. Nehmen Sie die Einladung mit diesem Konto an.",
    "Öffnen Sie in Element die Einstellungen, dann Hilfe und Info, und kopieren Sie das Zugriffstoken in das Feld Zugriffstoken.",
    "Geben Sie die Adresse des Heimservers ein und die Raum-ID aus den erweiterten Einstellungen des Raums."
  ],
  appearance:
    "Der Titel in Fettschrift mit farbigem Kreis, der Text, die Einzelheiten und die Links. Erinnerungen und die Entwarnung sind Antworten auf den Alarm.",
  fields: {
    server: ["Heimserver", "Die Adresse des Servers dieses Kontos.", "Geben Sie die Adresse eines Matrix-Servers ein."],
    token: [
      "Zugriffstoken",
      "In Element: Einstellungen, Hilfe und Info. Es endet, wenn sich das Konto abmeldet.",
      "Geben Sie das Zugriffstoken eines Matrix-Kontos ein."
    ],
    roomId: [
      "Raum-ID",
      "In den erweiterten Einstellungen des Raums. Sie beginnt mit !, nicht mit #.",
      "Geben Sie eine Raum-ID ein, die mit ! beginnt. Eine Adresse mit # genügt nicht."
    ]
  }
}

export const germanChats = {
  slack: slackDe,
  slack_app: slackAppDe,
  discord: discordDe,
  teams: teamsDe,
  google_chat: googleChatDe,
  telegram: telegramDe,
  mattermost: mattermostDe,
  matrix: matrixDe
} as const
