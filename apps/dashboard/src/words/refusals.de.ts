import type { Sentences } from "./refusals.en.ts"
import { wholeRefusals } from "./wholeRefusals.de.ts"

const number = "(\\d+)"

export const refusals: Sentences = {
  whole: [
    [
      /^Send domainIds, urlIds, heartbeatIds, serviceIds, tagIds or wholeAccount\.$/u,
      () => "Wählen Sie, was sie umfasst: mindestens eine Domain, eine Seite oder einen Tag, oder alle Monitore."
    ],
    [/^Give endsAt or minutes\.$/u, () => "Geben Sie „Dauer in Minuten“ ein."],
    [
      /^Choose at least one monitor or tag, or set scope to all\.$/u,
      () => "Wählen Sie mindestens einen Monitor oder Tag, oder alle."
    ],
    [
      /^Add at least one domain to emailDomains/u,
      () => "Geben Sie mindestens eine Domain von E-Mail-Adressen ein, oder wählen Sie andere Leser."
    ],
    [/^Send exactly one of domainId, urlId and scope\.$/u, () => "Wählen Sie, wessen Ereignisse gesendet werden."],
    [/^Send at least one of: memberRole/u, () => "Nichts hat sich geändert."],
    [
      /^Maximum (?:domain|URL|heartbeat|service|team member) limit/u,
      () => "Ihr Tarif erlaubt nicht mehr. Löschen Sie etwas oder wechseln Sie den Tarif."
    ],
    [/^confirmation must be exactly (\w+)/u, (word) => `Tippen Sie zur Bestätigung ${word} ein.`],
    [/^The maintenance window must end in the future\.$/u, () => "Das Wartungsfenster muss in der Zukunft enden."],
    [
      /^You need write access to everything that the maintenance window covers\./u,
      () =>
        "Sie müssen alles ändern dürfen, was das Wartungsfenster umfasst. Seiten, Tags und alle Monitore kann nur der Inhaber wählen."
    ],
    [
      /^The (.+) plan allows (\d+) maintenance windows\./u,
      (plan, limit) => `Der Tarif ${plan} erlaubt ${limit} Wartungsfenster. Beendete zählen nicht.`
    ],
    [
      /^Check interval must be at least (\d+) seconds on the (.+) plan\./u,
      (seconds, plan) => `„Prüfintervall“ muss im Tarif ${plan} mindestens ${seconds} Sekunden sein.`
    ],
    [/^This (?:URL|domain|service) is already being monitored\.$/u, () => "Diese Adresse wird schon überwacht."],
    [/^A tag with this name already exists\.$/u, () => "Einen Tag mit diesem Namen gibt es schon."],
    [/^Maximum tag limit \((\d+)\) reached\.$/u, (limit) => `Mehr als ${limit} Tags sind nicht möglich.`],
    [/^This slug is already in use\./u, () => "Diese Adresse ist schon vergeben. Wählen Sie eine andere."],
    [
      /^Set a password, or choose another access setting\.$/u,
      () => "Legen Sie ein Passwort fest, oder wählen Sie andere Leser."
    ],
    [
      /^Maintenance needs an endsAt after startedAt\./u,
      () => "Wartung muss enden, nachdem sie begonnen hat. Eine Störung hat kein Ende."
    ],
    [/^Please wait (\d+) seconds/u, (seconds) => `Warten Sie ${seconds} Sekunden.`],
    ...wholeRefusals
  ],
  rest: [
    [
      /^must be an IANA time zone name|^must be the name of a time zone/u,
      () => "muss eine Zeitzone sein, zum Beispiel Europe/Berlin."
    ],
    [/^must be a time in ISO 8601/u, () => "muss eine Zeit sein."],
    [/^must be null or a time in ISO 8601/u, () => "muss leer oder eine Zeit sein."],
    [/^must be a date, such as (.+)\.$/u, (example) => `muss ein Datum sein, zum Beispiel ${example}.`],
    [/^must be in the future\.$/u, () => "muss in der Zukunft liegen."],
    [/^must be after startsAt\.$/u, () => "muss nach „Beginn“ liegen."],
    [
      /^must be within the last year or the next ten years\.$/u,
      () => "muss im letzten Jahr oder in den nächsten zehn Jahren liegen."
    ],
    [/^is required|^must be there\.$/u, () => "fehlt."],
    [/^must be true or false\.$/u, () => "muss an oder aus sein."],
    [
      new RegExp(
        `^must be (null or )?a string of ${number} to ${number} characters(?:, or null|, such as .+)?\\.$`,
        "su"
      ),
      (empty, least, most) => `muss ${empty === undefined ? "" : "leer sein oder "}${least} bis ${most} Zeichen haben.`
    ],
    [
      new RegExp(`^must be a string of at most ${number} characters`, "u"),
      (most) => `darf höchstens ${most} Zeichen haben.`
    ],
    [
      new RegExp(`^must have at most ${number} (characters|bytes)\\.$`, "u"),
      (most, unit) => `darf höchstens ${most} ${unit === "bytes" ? "Bytes" : "Zeichen"} haben.`
    ],
    [new RegExp(`^must have at most ${number} entries\\.$`, "u"), (most) => `darf höchstens ${most} Einträge haben.`],
    [
      new RegExp(
        `^must be (null or )?a whole number (?:of (seconds|milliseconds) )?between (-?\\d+) and ${number}\\.$`,
        "u"
      ),
      (empty, unit, least, most) =>
        `muss ${empty === undefined ? "" : "leer sein oder "}eine ganze Zahl von ${least} bis ${most}${unit === undefined ? "" : unit === "seconds" ? " Sekunden" : " Millisekunden"} sein.`
    ],
    [
      new RegExp(`^must be a whole number of at least ${number}\\.$`, "u"),
      (least) => `muss eine ganze Zahl ab ${least} sein.`
    ],
    [/^must be a whole number\.$/u, () => "muss eine ganze Zahl sein."],
    [/^must be (?:null or )?a number above 0 and at most 100/u, () => "muss eine Zahl über 0 und höchstens 100 sein."],
    [/^must be an e-mail address\.$/u, () => "muss eine E-Mail-Adresse sein."],
    [/^must contain only e-mail addresses\.$/u, () => "darf nur E-Mail-Adressen enthalten."],
    [
      new RegExp(`^must be a list of 1 to ${number} e-mail addresses\\.$`, "u"),
      (most) => `braucht 1 bis ${most} E-Mail-Adressen.`
    ],
    [
      new RegExp(`^must be a list of at most ${number} e-mail addresses\\.$`, "u"),
      (most) => `darf höchstens ${most} E-Mail-Adressen haben.`
    ],
    [
      new RegExp(`^must be a list of at most ${number} DKIM selectors\\.$`, "u"),
      (most) => `darf höchstens ${most} DKIM-Selektoren haben.`
    ],
    [
      /^must contain only DKIM selectors such as (.+)\.$/u,
      (example) => `darf nur DKIM-Selektoren wie ${example} enthalten.`
    ],
    [
      /^must be (null or )?an? (object|list)\.$/u,
      (empty, kind) =>
        `muss ${empty === undefined ? "" : "leer oder "}${kind === "list" ? "eine Liste" : "ein Objekt"} sein.`
    ],
    [
      new RegExp(`^must be an object with at most ${number} entries\\.$`, "u"),
      (most) => `darf höchstens ${most} Einträge haben.`
    ],
    [/^must be an object with one of: (.+)\.$/u, (names) => `braucht eines davon: ${names}.`],
    [/^must be an object with: (.+)\.$/u, (names) => `braucht ${names}.`],
    [
      /^must be an object (?:that maps keys|with the fields in the documentation)/u,
      () => "muss ein Objekt sein, wie die Dokumentation es beschreibt."
    ],
    [
      /^must be a list of keys in this file/u,
      () => "darf nur Schlüssel aus dieser Datei oder anderen Projekten enthalten."
    ],
    [new RegExp(`^must be a list of at most ${number} `, "u"), (most) => `darf höchstens ${most} Einträge haben.`],
    [/^must contain only ids of your /u, () => "enthält etwas, das inzwischen gelöscht ist. Laden Sie die Seite neu."],
    [/^must be the (?:id|name) of /u, () => "ist inzwischen gelöscht. Laden Sie die Seite neu."],
    [/^must be a hex colour/u, () => "muss eine Farbe sein."],
    [
      /^must (?:be|have) an https? ?URL|^must be an https URL/u,
      () => "muss eine https-URL mit einem öffentlichen Hostnamen sein."
    ],
    [/^must (?:be null or an|be an) http or https URL/u, () => "muss leer oder eine http- oder https-URL sein."],
    [
      /^must not make a monitor depend on itself: (.+)\.$/u,
      (names) => `darf keinen Monitor von sich selbst abhängig machen: ${names}.`
    ],
    [
      /^must not contain (?:line breaks, )?control characters/u,
      () => "darf keine Zeilenumbrüche, Steuerzeichen oder Zeichen enthalten, die die Schreibrichtung ändern."
    ],
    [/^must not hold NUL characters/u, () => "enthält Zeichen, die sich nicht speichern lassen."],
    [/^must be (?:null or )?one of:? (.+)\.$/u, (choices) => `muss eines davon sein: ${choices}.`],
    [
      /^must be a host and a port such as (.+)\.$/u,
      (example) => `muss aus Host und Port bestehen, zum Beispiel ${example}.`
    ],
    [/^must be a host, or a host and a port\.$/u, () => "muss ein Host sein, oder Host und Port."],
    [/^must be a host without a port\.$/u, () => "muss ein Host ohne Port sein."],
    [/^must be a ws or wss URL without a user name\.$/u, () => "muss eine ws- oder wss-URL ohne Benutzernamen sein."],
    [
      /^must be an object identifier such as (.+)\.$/u,
      (example) => `muss eine Objektkennung sein, zum Beispiel ${example}.`
    ],
    [/^must have a (\w+): (.+)\.$/u, (name, choices) => `braucht in ${name} eines davon: ${choices}.`],
    [/^must be an IP address such as (.+)\.$/u, (example) => `muss eine IP-Adresse wie ${example} sein.`],
    [
      /^must have at least one type, and none more than once\.$/u,
      () => "braucht mindestens einen Typ, und keinen doppelt."
    ],
    [
      /^must have only header names\. (.+) is not one\.$/u,
      (name) => `darf nur Namen von Headern enthalten. ${name} ist keiner.`
    ],
    [/^must not contain a header twice\.$/u, () => "darf keinen Header doppelt enthalten."],
    [/^must have a user name without a colon\.$/u, () => "braucht einen Benutzernamen ohne Doppelpunkt."],
    [
      /^must have no spaces and only ASCII characters\.$/u,
      () => "darf keine Leerzeichen und nur ASCII-Zeichen enthalten."
    ],
    [/^must have a body only with (.+)\.$/u, (methods) => `darf einen Inhalt nur mit ${methods} haben.`],
    [/^(".*") is not an? (.+?)\.$/u, (value, kind) => `${value} ist kein ${kind.replace(" selector", "-Selektor")}.`],
    [/^must contain FREQ, such as /u, () => "braucht FREQ, zum Beispiel FREQ=WEEKLY."],
    [/^must contain COUNT or UNTIL, not both\.$/u, () => "darf COUNT oder UNTIL enthalten, nicht beide."],
    [/^must contain ([A-Z]+) only once\.$/u, (part) => `darf ${part} nur einmal enthalten.`],
    [/^must not contain unknown parts\.$/u, () => "enthält unbekannte Teile."],
    [/^must not contain (\S+?)(?:, .+)?\.$/u, (part) => `darf ${part} nicht enthalten.`],
    [/^must consist of parts such as (\S+)\.$/u, (example) => `muss aus Teilen bestehen wie ${example}.`],
    [
      new RegExp(`^must have an occurrence within ${number} years of the start\\.$`, "u"),
      (years) => `hat in den ersten ${years} Jahren nach dem Beginn keinen Termin.`
    ],
    [
      new RegExp(`^must have occurrences at most ${number} years apart\\.$`, "u"),
      (years) => `hat Termine, die mehr als ${years} Jahre auseinander liegen.`
    ],
    [
      new RegExp(`^must start at most ${number} times a day\\.$`, "u"),
      (times) => `darf höchstens ${times}-mal am Tag beginnen.`
    ],
    [
      /^([A-Z]+) must be DAILY, WEEKLY, MONTHLY or YEARLY\.$/u,
      (part) => `braucht in ${part} DAILY, WEEKLY, MONTHLY oder YEARLY.`
    ],
    [
      /^([A-Z]+) must be a whole number from (\d+) to (\d+)\.$/u,
      (part, least, most) => `braucht in ${part} eine ganze Zahl von ${least} bis ${most}.`
    ],
    [
      /^([A-Z]+) must not be combined with ([A-Z=]+)\.$/u,
      (part, other) => `darf ${part} nicht neben ${other} enthalten.`
    ],
    [/^([A-Z]+) needs FREQ=YEARLY\.$/u, (part) => `braucht für ${part} FREQ=YEARLY.`],
    [
      /^([A-Z]+) needs another part, such as BYDAY\.$/u,
      (part) => `braucht neben ${part} einen weiteren Teil wie BYDAY.`
    ],
    [
      /^BYDAY must list weekdays such as (.+)\.$/u,
      (example) => `braucht in BYDAY Wochentage wie ${example.replace(" or ", " oder ")}.`
    ],
    [/^BYDAY must list weekdays without numbers/u, () => "darf hier in BYDAY keine Zahlen vor den Wochentagen haben."],
    [
      /^BYDAY must list weekdays either/u,
      () => "braucht in BYDAY bei FREQ=YEARLY alle Wochentage mit oder alle ohne Zahl."
    ],
    [
      /^([A-Z]+) must list \w+ from (-?\d+) to (-?\d+)(?: or from (-?\d+) to (-?\d+))?\.$/u,
      (part, from, to, last, first) =>
        `braucht in ${part} Zahlen von ${from} bis ${to}${last === undefined ? "" : ` oder von ${last} bis ${first}`}.`
    ],
    [
      /^([A-Z]+) must be a (?:weekday|time) such as (\S+)\.$/u,
      (part, example) => `braucht in ${part} einen Wert wie ${example}.`
    ]
  ]
}
