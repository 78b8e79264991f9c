import type { SimulationResultRecord } from "@mon/api-contract"
import { type TemplatePair, translationOf } from "@mon/notifications"

const DKIM_STEPS: ReadonlyArray<TemplatePair> = [
  [
    "Your email provider generates the key and shows you the record.",
    "Ihr E-Mail-Anbieter erzeugt den Schlüssel und zeigt den Eintrag."
  ],
  [
    "The Google Admin console generates the value of the domain's TXT record google._domainkey (Apps > Google Workspace > Gmail > Authenticate email).",
    "Die Google Admin-Konsole erzeugt den Wert des TXT-Eintrags google._domainkey der Domain (Apps > Google Workspace > Gmail > E-Mail authentifizieren)."
  ],
  [
    "Microsoft Defender shows the two CNAME records selector1._domainkey and selector2._domainkey (Email authentication settings > DKIM). The targets of these records contain the name of your tenant.",
    "Microsoft Defender zeigt die zwei CNAME-Einträge selector1._domainkey und selector2._domainkey (E-Mail-Authentifizierungseinstellungen > DKIM). Ihre Ziele enthalten den Namen Ihres Mandanten."
  ]
]

const messages: ReadonlyArray<TemplatePair> = [
  [
    "This is a prediction from DNS and public benchmarks. It does not consider the content, the quality of the list or the warm-up of mailboxes. No mailbox was verified, and no email was sent.",
    "Das ist eine Vorhersage aus dem DNS und öffentlichen Vergleichswerten. Inhalt, Qualität der Liste und Aufwärmen der Postfächer zählen nicht. Kein Postfach wurde geprüft, und keine E-Mail wurde gesendet."
  ],
  ["Publish SPF for {value}", "SPF für {value} veröffentlichen"],
  [
    "Google rejects email that neither SPF nor DKIM authenticates (5.7.26). Other receivers put such email into the spam folder.",
    "Google lehnt E-Mails ab, die weder SPF noch DKIM bestätigt (5.7.26). Andere Empfänger legen sie in den Spam-Ordner."
  ],
  ["Fix the SPF record of {value}", "SPF-Eintrag von {value} berichtigen"],
  [
    "If a record has an error, receivers treat the email as if there were no SPF record.",
    "Ist ein Eintrag fehlerhaft, behandeln Empfänger die E-Mail, als gäbe es keinen SPF-Eintrag."
  ],
  [
    "If a record has an error, receivers treat the email as if there were no SPF record (lookups: {value} of 10).",
    "Ist ein Eintrag fehlerhaft, behandeln Empfänger die E-Mail, als gäbe es keinen SPF-Eintrag (DNS-Abfragen: {value} von 10)."
  ],
  ["End the SPF record of {value} with ~all", "SPF-Eintrag von {value} mit ~all beenden"],
  [
    "The record allows every server in the world to send for the domain.",
    "Der Eintrag erlaubt jedem Server der Welt, für die Domain zu senden."
  ],
  ["Sign the email of {value} with DKIM", "E-Mails von {value} mit DKIM signieren"],
  [
    "Use a 2048-bit DKIM key that is not in test mode for {value}",
    "Für {value} einen DKIM-Schlüssel mit 2048 Bit und ohne Testmodus verwenden"
  ],
  ...DKIM_STEPS.map(
    ([english, german]) =>
      [
        `Without a DKIM signature, only SPF authenticates the email, and SPF fails for forwarded email. ${english}`,
        `Ohne DKIM-Signatur bestätigt nur SPF die E-Mail, und SPF scheitert bei weitergeleiteten. ${german}`
      ] as const
  ),
  ["Publish DMARC for {value}", "DMARC für {value} veröffentlichen"],
  [
    "Google, Yahoo and Microsoft require a DMARC policy from senders. The policy p=none with reports is the first step and does not block any email.",
    "Google, Yahoo und Microsoft verlangen von Absendern eine DMARC-Richtlinie. Die Richtlinie p=none mit Berichten ist der erste Schritt und hält keine E-Mail auf."
  ],
  ["Enforce DMARC for {value}", "DMARC für {value} durchsetzen"],
  [
    "SPF and DKIM are in place. When the reports show only your own email, a stricter policy stops others from sending email in your name.",
    "SPF und DKIM sind eingerichtet. Wenn die Berichte nur Ihre eigenen E-Mails zeigen, hindert eine strengere Richtlinie andere daran, in Ihrem Namen zu senden."
  ],
  ["Set up {value} to receive email", "{value} für den Empfang von E-Mails einrichten"],
  [
    "Replies to this domain bounce, and some receivers reject senders that cannot receive replies.",
    "Antworten an diese Domain sind unzustellbar, und manche Empfänger lehnen Absender ab, die keine Antworten empfangen."
  ],
  ["Remove {value} from the blacklists", "{value} von den Sperrlisten nehmen lassen"],
  [
    "Receivers that use these blacklists reject the email or put it into the spam folder: {value}. First fix the cause, then request removal from the blacklists.",
    "Empfänger mit diesen Sperrlisten lehnen die E-Mail ab oder legen sie in den Spam-Ordner: {value}. Beheben Sie erst die Ursache, und beantragen Sie dann die Streichung."
  ],
  ["Wait until {value} is older before you send from it", "Warten, bis {value} älter ist"],
  [
    "The domain is {value} days old. Receivers trust young domains least, so the mailboxes should start with few emails.",
    "Die Domain ist {value} Tage alt. Jungen Domains trauen Empfänger am wenigsten. Die Postfächer sollten mit wenigen E-Mails beginnen."
  ],
  ["Point {value} to your website", "{value} auf Ihre Website zeigen lassen"],
  [
    "The domain has no IP address, so people and filters that visit it will not find a website. An IP address or a redirect to your main domain is enough.",
    "Die Domain hat keine IP-Adresse. Menschen und Filter, die sie aufrufen, finden keine Website. Eine IP-Adresse oder eine Weiterleitung zu Ihrer Hauptdomain genügt."
  ],
  ["Remove entries that receive no email ({value})", "Einträge entfernen, die keine E-Mails empfangen ({value})"],
  [
    "Email to these entries always bounces. A bounce rate of more than 2 or 3 percent harms the reputation of every sender.",
    "E-Mails an sie sind immer unzustellbar. Mehr als 2 oder 3 Prozent davon schaden dem Ruf jedes Absenders."
  ],
  ["Wait until a sending domain is 14 days old", "Warten, bis eine sendende Domain 14 Tage alt ist"],
  [
    "No sender can send yet. Until a domain is 14 days old, its mailboxes should only be warmed up.",
    "Noch kann kein Absender senden. Bis eine Domain 14 Tage alt ist, sollten ihre Postfächer nur aufgewärmt werden."
  ],
  ["Add mailboxes for {value} more emails a day", "Postfächer für {value} weitere E-Mails am Tag ergänzen"],
  [
    "At the current capacity, it takes more than one month of working days to send to the whole list.",
    "Bei der jetzigen Kapazität dauert das Senden an die ganze Liste mehr als einen Monat an Werktagen."
  ],
  ["Remove parked domains ({value})", "Geparkte Domains entfernen ({value})"],
  [
    "Nobody reads email at parked domains, and some of their mail hosts are spam traps.",
    "E-Mails an geparkte Domains liest niemand, und manche ihrer Mailserver sind Spamfallen."
  ],
  ["Remove disposable addresses ({value})", "Wegwerfadressen entfernen ({value})"],
  [
    "People read disposable addresses for only a few minutes. Later, email to these addresses bounces.",
    "Wegwerfadressen werden nur wenige Minuten gelesen. Später sind E-Mails an sie unzustellbar."
  ],
  ["Remove addresses that nobody reads ({value})", "Adressen entfernen, die niemand liest ({value})"],
  ["Nobody reads addresses such as noreply@.", "Adressen wie noreply@ liest niemand."],
  [
    "Replace role accounts with personal addresses ({value})",
    "Sammeladressen durch persönliche Adressen ersetzen ({value})"
  ],
  [
    "Addresses such as info@ belong to several people, who report email as spam more often.",
    "Adressen wie info@ gehören mehreren, und sie melden E-Mails öfter als Spam."
  ],
  [
    "Send separately to entries behind strict gateways ({value})",
    "An Einträge hinter strengen Gateways getrennt senden ({value})"
  ],
  [
    "Send these emails slowly, as plain text, and without links, attachments or tracking. Strict gateways mainly judge content and links.",
    "Senden Sie diese E-Mails langsam, als reinen Text, ohne Links, Anhänge und Tracking. Strenge Gateways achten vor allem auf Inhalt und Links."
  ],
  [
    "Correct entries that are neither an address nor a domain ({value})",
    "Einträge berichtigen, die weder Adresse noch Domain sind ({value})"
  ],
  ["It is not possible to send email to these entries.", "An diese Einträge lässt sich keine E-Mail senden."],
  ["Check domains without a DNS answer again ({value})", "Domains ohne DNS-Antwort noch einmal prüfen ({value})"],
  [
    "DNS failed or did not respond, so nothing is known about these domains.",
    "Das DNS war gestört oder antwortete nicht. Über diese Domains ist nichts bekannt."
  ]
]

const counted = (text: string): string => text.replace(/\((\d+) entr(?:y|ies)\)/u, (_, count: string) => `(${count})`)

const inGerman = translationOf(messages)

/**
 * Translates a sentence about a simulated campaign to German. Returns an unknown sentence, such as one from another
 * version of the model, unchanged.
 */
export const germanSimulationMessage = (message: string): string => inGerman(counted(message)) ?? message

export const germanSimulation = (results: SimulationResultRecord): SimulationResultRecord => ({
  ...results,
  summary: { ...results.summary, statement: germanSimulationMessage(results.summary.statement) },
  suggestions: results.suggestions.map((suggestion) => ({
    ...suggestion,
    title: germanSimulationMessage(suggestion.title),
    why: germanSimulationMessage(suggestion.why)
  }))
})
