import type { Pattern } from "../../words/refusals.en.ts"
import type { SentencePair } from "../../words/sentencePairs.ts"

/** The instructions for entering a channel's settings, in the words of the channel forms. */
const settings: ReadonlyArray<SentencePair> = [
  ["Enter a URL such as {}.", "Geben Sie eine URL wie {} ein."],
  ["Enter a hooks.slack.com webhook URL.", "Geben Sie die URL eines Webhooks auf hooks.slack.com ein."],
  [
    "Enter the whole webhook URL: it has three parts after /services/.",
    "Geben Sie die ganze URL des Webhooks ein: Sie hat drei Teile nach /services/."
  ],
  [
    "Enter a discord.com webhook URL that includes the webhook's number and token.",
    "Geben Sie die URL eines Webhooks auf discord.com mit Nummer und Token ein."
  ],
  [
    "Enter the whole chat.googleapis.com webhook URL, including the key and token.",
    "Geben Sie die ganze URL des Webhooks auf chat.googleapis.com ein, mit Schlüssel und Token."
  ],
  [
    "Enter the complete workflow URL, including the sig parameter.",
    "Geben Sie die ganze URL des Workflows ein, mit dem Parameter sig."
  ],
  [
    "Enter the whole webhook URL: it contains /hooks/ and a key.",
    "Geben Sie die ganze URL des Webhooks ein: Sie enthält /hooks/ und einen Schlüssel."
  ],
  ["Enter a token that begins with xoxb-.", "Geben Sie ein Token ein, das mit xoxb- beginnt."],
  [
    "Enter a channel ID such as C024BE91L, or a name such as #alerts.",
    "Geben Sie eine Kanal-ID wie C024BE91L oder einen Namen wie #alarme ein."
  ],
  ["Enter a thread's number.", "Geben Sie die Nummer eines Threads ein."],
  ["Enter a Teams workflow's URL.", "Geben Sie die URL eines Workflows in Teams ein."],
  [
    "Microsoft has switched off webhook.office.com connectors. Create a workflow in Teams, and enter its URL.",
    "Microsoft hat die Connectors von webhook.office.com abgeschaltet. Erstellen Sie in Teams einen Workflow, und geben Sie dessen URL ein."
  ],
  ["Enter a bot token such as {}.", "Geben Sie das Token eines Bots wie {} ein."],
  [
    "Enter a number such as -1001234567890, or a name such as @alerts.",
    "Geben Sie eine Zahl wie -1001234567890 oder einen Namen wie @alarme ein."
  ],
  ["Enter a topic's number.", "Geben Sie die Nummer eines Themas ein."],
  [
    "Enter the integration key, which has 32 letters and digits.",
    "Geben Sie die 32 Buchstaben und Ziffern des Integrationsschlüssels ein."
  ],
  [
    "Enter the address of an ntfy server, such as https://ntfy.sh.",
    "Geben Sie die Adresse eines ntfy-Servers ein, etwa https://ntfy.sh."
  ],
  ["Enter 1 to 64 letters, digits, - or _.", "Geben Sie 1 bis 64 Buchstaben, Ziffern, - oder _ ein."],
  [
    "Enter a token that begins with tk_, or user:password.",
    "Geben Sie ein Token ein, das mit tk_ beginnt, oder benutzer:passwort."
  ],
  ["Enter the address of your Gotify server.", "Geben Sie die Adresse Ihres Gotify-Servers ein."],
  ["Enter a Gotify application's token.", "Geben Sie das Token einer Gotify-Anwendung ein."],
  [
    "Enter the API token, which has 30 letters and digits.",
    "Geben Sie die 30 Buchstaben und Ziffern des API-Tokens ein."
  ],
  ["Enter the key, which has 30 letters and digits.", "Geben Sie die 30 Buchstaben und Ziffern des Schlüssels ein."],
  ["Enter device names, separated by commas.", "Geben Sie Namen von Geräten ein, durch Kommas getrennt."],
  [
    "Enter a channel name in lower case, such as alerts, or @user.",
    "Geben Sie den Namen eines Kanals in Kleinbuchstaben ein, etwa alarme, oder @benutzer."
  ],
  ["Enter the address of a Matrix server.", "Geben Sie die Adresse eines Matrix-Servers ein."],
  ["Enter a Matrix account's access token.", "Geben Sie das Zugriffstoken eines Matrix-Kontos ein."],
  [
    "Enter a room ID, which begins with !. Addresses that begin with # do not work.",
    "Geben Sie eine Raum-ID ein, die mit ! beginnt. Eine Adresse mit # genügt nicht."
  ],
  ["Enter the Account SID: AC and 32 digits.", "Geben Sie die Account-SID ein: AC und 32 Ziffern."],
  [
    "Enter an API key's SID: SK followed by 32 hexadecimal digits.",
    "Geben Sie die SID eines API-Keys ein: SK und 32 hexadezimale Ziffern."
  ],
  ["Enter the Auth Token or the API key's secret.", "Geben Sie das Auth-Token oder das Geheimnis des API-Keys ein."],
  [
    "Enter a number such as +15017122661, a messaging service's SID, or a name of at most 11 letters.",
    "Geben Sie eine Nummer wie +15017122661, die SID eines Messaging Service oder einen Namen mit höchstens 11 Buchstaben ein."
  ],
  ["Enter a number such as +491701234567.", "Geben Sie eine Nummer wie +491701234567 ein."]
]

const apprise: ReadonlyArray<SentencePair> = [
  ["This is not an Apprise URL, such as slack://A/B/C.", "Das ist keine Apprise-URL wie slack://A/B/C."],
  [
    "Apprise URLs that begin with {}:// cannot be used. {note}",
    "Apprise-URLs, die mit {}:// beginnen, lassen sich nicht verwenden. {note}"
  ],
  [
    "Use a webhook, or the Webhook with template channel.",
    "Verwenden Sie einen Webhook, oder den Kanal Webhook mit Vorlage."
  ],
  ["Add the address as an email recipient.", "Ergänzen Sie die Adresse als Empfänger von E-Mails."],
  ["The URL would write files to the server.", "Sie würden Dateien auf dem Server schreiben."],
  [
    "Mon has no channel for {}://. Use the Apprise channel with your own Apprise server.",
    "Mon hat keinen Kanal für {}://. Verwenden Sie den Kanal Apprise mit Ihrem eigenen Apprise-Server."
  ],
  [
    "There is an @ too late in the URL. If a secret contains these characters, encode them: %2F for /, %3F for ?, %40 for @.",
    "In der URL steht ein @ zu weit hinten. Enthält ein Geheimnis diese Zeichen, kodieren Sie sie: %2F statt /, %3F statt ?, %40 statt @."
  ],
  ["An Apprise URL can have at most {} destinations.", "Eine Apprise-URL kann höchstens {} Ziele haben."],
  ["The settings cannot be used.", "Die Einstellungen lassen sich nicht verwenden."],
  ["This release does not include this channel.", "Diese Version enthält diesen Kanal nicht."],
  [
    "A Slack URL with a token needs a channel, such as slack://xoxb-…/#alerts.",
    "Eine Slack-URL mit einem Token braucht einen Kanal, etwa slack://xoxb-…/#alarme."
  ],
  ["A Slack URL needs three tokens: slack://A/B/C.", "Eine Slack-URL braucht drei Tokens: slack://A/B/C."],
  ["A Telegram URL needs a chat: tgram://token/chat.", "Eine Telegram-URL braucht einen Chat: tgram://token/chat."],
  [
    "An ntfy URL needs a topic: ntfy://topic or ntfys://server/topic.",
    "Eine ntfy-URL braucht ein Thema: ntfy://thema oder ntfys://server/thema."
  ],
  [
    "Mon does not sign in to Matrix with a password. Use an access token: matrixs://token@server/!room:server.",
    "Mon meldet sich bei Matrix nicht mit Passwort an. Verwenden Sie ein Zugriffstoken: matrixs://token@server/!raum:server."
  ],
  [
    "Only rooms on a Matrix server can be used, not a bridge's webhooks.",
    "Nur Räume eines Matrix-Servers lassen sich verwenden, keine Webhooks einer Bridge."
  ],
  [
    "A Matrix URL needs a room: matrixs://token@server/!room:server.",
    "Eine Matrix-URL braucht einen Raum: matrixs://token@server/!raum:server."
  ],
  [
    "A Teams URL needs a workflow and a signature: workflows://host/workflow/signature.",
    "Eine Teams-URL braucht einen Workflow und eine Signatur: workflows://host/workflow/signature."
  ]
]

const LABEL = "[A-Z](?:(?! must )[^.:])*"
const about = (rest: string): RegExp => new RegExp(`^${LABEL} ${rest}$`, "su")

export const channelPairs: ReadonlyArray<SentencePair> = [...apprise, ...settings]

/**
 * Returns the patterns of notes that can be about any setting. The German notes omit the label of the setting, because
 * the English notes contain its English label.
 */
export const channelNotes = (translate: (note: string) => string): ReadonlyArray<Pattern> => [
  [about(String.raw`is missing\. (.+)`), (what = "") => `Eine Einstellung fehlt. ${translate(what)}`],
  [about(String.raw`must have at most (\d+) characters\.`), (most) => `Eine Einstellung hat mehr als ${most} Zeichen.`],
  [
    about(String.raw`must not contain line breaks or control characters\.`),
    () => "Eine Einstellung enthält Zeilenumbrüche oder Steuerzeichen."
  ],
  [
    about(String.raw`must not contain a user name or a password\.`),
    () => "Eine Adresse enthält einen Benutzernamen oder ein Passwort."
  ],
  [about(String.raw`must not contain \? or #\.`), () => "Eine Adresse enthält ? oder #."],
  [about(String.raw`must begin with https://\.`), () => "Eine Adresse beginnt nicht mit https://."],
  [about(String.raw`must be one of (.+)\.`), (choices) => `Eine Einstellung muss eines davon sein: ${choices}.`],
  [
    /^(ntfy|[A-Z][\w .]*): ((?:Enter |Microsoft |.+ (?:must|is missing)).+)$/su,
    (channel = "", what = "") => `${channel}: ${translate(what)}`
  ]
]
