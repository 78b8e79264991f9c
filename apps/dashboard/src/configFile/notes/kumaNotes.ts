import type { SentencePair } from "../../words/sentencePairs.ts"

export const kumaNotes: ReadonlyArray<SentencePair> = [
  [
    "The file is not an Uptime Kuma backup: it has no monitorList.",
    "Die Datei ist keine Sicherung von Uptime Kuma: Sie hat keine monitorList."
  ],
  ["There are more than {} monitors.", "Es sind mehr als {} Monitore."],
  ["The value is not a color such as #2563eb.", "Es ist keine Farbe wie #2563eb."],
  ["Uptime Kuma calculates this value.", "Uptime Kuma berechnet es."],
  ["Mon has its own limit on redirects.", "Mon begrenzt Weiterleitungen selbst."],
  ["Mon does not add anything to addresses.", "Mon hängt nichts an Adressen an."],
  ["Mon sorts by name and tags.", "Mon sortiert nach Namen und Tags."],
  ["Mon does not support NTLM authentication.", "Mon unterstützt keine Anmeldung mit NTLM."],
  [
    "Only plain paths such as data[0].status can be translated from JSONata to JSONPath.",
    "Nur einfache Pfade wie data[0].status lassen sich von JSONata in JSONPath übersetzen."
  ],
  ["Mon does not support the {} comparison.", "Mon unterstützt den Vergleich {} nicht."],
  ["Mon does not support this encoding.", "Mon unterstützt diese Kodierung nicht."],
  ["The monitor's headers already have a content type.", "Die Header des Monitors nennen schon einen Inhaltstyp."],
  [
    "Mon does not have monitors that are up while the target is down. The monitor is paused, because it would be down all the time.",
    "Mon hat keine Monitore, die in Ordnung sind, während ihr Ziel ausfällt. Der Monitor ist pausiert, weil er sonst dauernd ausgefallen wäre."
  ],
  [
    "Mon has no monitor groups. The group's members have its name as a tag.",
    "Mon hat keine Gruppen von Monitoren. Die Mitglieder haben den Namen der Gruppe als Tag."
  ],
  [
    "Mon's messages have a different format. Add a webhook, or a channel with a template that produces the body you need.",
    "Mon sendet andere Inhalte. Ergänzen Sie einen Webhook, oder einen Kanal mit einer Vorlage für den Inhalt, den Sie brauchen."
  ],
  [
    "Atlassian is shutting down Opsgenie in April 2027. Add a channel for its successor.",
    "Atlassian stellt Opsgenie im April 2027 ein. Ergänzen Sie einen Kanal für den Nachfolger."
  ],
  [
    "The Apprise URL has several destinations: add a channel for each of them.",
    "Es hat mehrere Ziele: Ergänzen Sie für jedes einen Kanal."
  ],
  ["The Apprise URL became the settings of a {} channel.", "Es wurde zu den Einstellungen eines Kanals der Art {}."],
  [
    "The Apprise URL became the settings of a {} channel. Mon ignores {}.",
    "Es wurde zu den Einstellungen eines Kanals der Art {}. Mon ignoriert {}."
  ],
  ["The channel's settings are not JSON.", "Die Einstellungen sind kein JSON."],
  [
    "In Mon, routes decide which monitors alert through a channel, including monitors you add later.",
    "In Mon entscheiden Wege, welche Monitore über einen Kanal alarmieren, auch über später ergänzte."
  ],
  ["Add the logo in the dashboard.", "Laden Sie das Logo im Dashboard hoch."],
  ["Pages in Mon follow the reader's settings.", "Seiten richten sich in Mon nach dem Gerät des Lesers."],
  ["Search engines can index pages in Mon.", "Suchmaschinen können Seiten von Mon aufnehmen."],
  ["Pages in Mon do not show tags.", "Seiten zeigen in Mon keine Tags."],
  [
    "The password is stored as a hash. Choose who has access, and set a new password.",
    "Es ist ein Hash. Wählen Sie, wer sie lesen kann, und setzen Sie ein neues Passwort."
  ],
  ["Pages in Mon have colors, but no custom styles.", "Seiten haben in Mon Farben, aber keine eigenen Stile."],
  ["Pages in Mon have links at the bottom.", "Seiten haben in Mon Links am Ende."],
  ["Pages in Mon do not mention Uptime Kuma.", "Seiten von Mon erwähnen Uptime Kuma nicht."],
  ["Pages in Mon cannot have scripts.", "Seiten können in Mon keine Skripte haben."],
  ["Pages in Mon refresh by themselves.", "Seiten von Mon aktualisieren sich selbst."],
  ["Pages in Mon do not show certificates.", "Seiten zeigen in Mon keine Zertifikate."],
  ["Pages in Mon always show 90 days.", "Seiten zeigen in Mon 90 Tage."],
  [
    "The component does not follow a monitor, so only you can set its state.",
    "Die Komponente folgt keinem Monitor. Ihren Zustand können nur Sie setzen."
  ],
  ["Add the host name of the page in the dashboard.", "Ergänzen Sie den Hostnamen der Seite im Dashboard."],
  [
    "Mon allows 3 to 60 lowercase letters, digits and hyphens, so the slug became {}.",
    "Mon erlaubt 3 bis 60 Kleinbuchstaben, Ziffern und Bindestriche: Es wurde zu {}."
  ],
  [
    "Pages in Mon are always published. Choose who has access, or remove the page from the file.",
    "Seiten sind in Mon immer veröffentlicht. Wählen Sie, wer sie lesen kann, oder entfernen Sie die Seite aus der Datei."
  ],
  [
    "The window is started and ended by hand. Use `mon` or the dashboard for that.",
    "Es wird von Hand begonnen und beendet. Verwenden Sie dafür „mon“ oder das Dashboard."
  ],
  [
    "The cron expression cannot be written as a recurrence rule.",
    "Der Cron-Ausdruck lässt sich nicht als Wiederholungsregel schreiben."
  ],
  ["Mon does not support the strategy {}.", "Mon unterstützt die Strategie {} nicht."],
  ["It has no days.", "Es hat keine Tage."],
  ["The server's time zone became {}.", "Die Zeitzone des Servers wurde zu {}."],
  ["Windows in Mon have no description.", "Wartungsfenster haben in Mon keine Beschreibung."],
  ["The recurrence rule is created from the days.", "Die Wiederholungsregel entsteht aus den Tagen."],
  ["The duration is calculated from the start and the end.", "Es wird aus Beginn und Ende berechnet."],
  ["This field is for a different strategy.", "Es gehört zu einer anderen Strategie."],
  ["It has no host.", "Es hat keinen Host."],
  ["It has no secret.", "Es hat kein Geheimnis."],
  ["It has no ws or wss address.", "Es hat keine Adresse mit ws oder wss."],
  [
    "Mon asks one server. Only the first one is carried over.",
    "Mon fragt einen einzigen Server. Nur der erste wird übernommen."
  ],
  [
    "Mon does not carry over the users of SNMP 3. Add the monitor by hand.",
    "Mon übernimmt die Benutzer von SNMP 3 nicht. Legen Sie den Monitor von Hand an."
  ],
  [
    "Mon checks one server. Only the first one is carried over.",
    "Mon prüft einen einzigen Server. Nur der erste wird übernommen."
  ],
  ["Mon logs in only if the certificate is valid.", "Mon meldet sich nur an, wenn das Zertifikat gültig ist."],
  [
    "Mon needs the host of a server. mongodb+srv names a DNS record.",
    "Mon braucht den Host eines Servers. mongodb+srv nennt einen DNS-Eintrag."
  ],
  ["Mon only counts all documents of a collection.", "Mon zählt nur alle Dokumente einer Sammlung."],
  [
    "Other options of the connection string are left out.",
    "Andere Optionen der Zeichenfolge für die Verbindung entfallen."
  ],
  ["Mon only calls the service {}.", "Mon ruft nur den Dienst {} auf."],
  ["Mon runs a query only after a login.", "Mon führt eine Abfrage nur nach einer Anmeldung aus."],
  ["The connection string cannot be read.", "Die Zeichenfolge für die Verbindung lässt sich nicht lesen."],
  ["The options of the connection string are left out.", "Die Optionen der Zeichenfolge für die Verbindung entfallen."],
  ["Mon needs a user name.", "Mon braucht einen Benutzernamen."],
  ["Mon uses it only with a login.", "Mon verwendet es nur mit einer Anmeldung."]
]
