import { patternsOf, type SentencePair } from "./sentencePairs.ts"

/**
 * Whole sentences of the API and their German translations. The parts in braces have the same order in both languages.
 */
const PAIRS: ReadonlyArray<SentencePair> = [
  ["Missing or invalid API key.", "Sie sind nicht mehr angemeldet. Laden Sie die Seite neu."],
  ["Rate limit exceeded. Try again in {} seconds.", "Zu viele Anfragen. Versuchen Sie es in {} Sekunden wieder."],
  ["Too many attempts. Try again in {} seconds.", "Zu viele Versuche. Versuchen Sie es in {} Sekunden wieder."],
  ["Too many simulations. Try again in {} seconds.", "Zu viele Simulationen. Versuchen Sie es in {} Sekunden wieder."],
  ["Request body is not valid JSON.", "Die Anfrage ist kein gültiges JSON."],
  ["Request body is too large.", "Die Anfrage ist zu groß."],
  ["Request body is nested too deeply: more than {} levels.", "Die Anfrage ist zu tief verschachtelt: über {} Ebenen."],
  ["Request body holds too many values: more than {}.", "Die Anfrage enthält zu viele Werte: über {}."],
  ["Internal server error.", "Im Dienst ist ein Fehler aufgetreten."],
  ["Not found.", "Nicht gefunden."],
  ["{} not found.", "Das gibt es nicht mehr."],
  ["Job not found", "Diese Simulation gibt es nicht mehr."],
  ["Only a signed-in person can do this.", "Das kann nur, wer angemeldet ist."],
  ["Only the account owner can do this.", "Das kann nur der Inhaber des Kontos."],
  ["Only the account owner can manage team members.", "Nur der Inhaber des Kontos kann das Team ändern."],
  ["You have read-only access to this alert.", "Sie können diesen Alarm sehen, aber nicht bestätigen."],
  ["You have read-only access to this domain.", "Sie können diese Domain sehen, aber nicht ändern."],
  ["You have read-only access to this heartbeat.", "Sie können diesen Heartbeat sehen, aber nicht ändern."],
  ["You have read-only access to this service.", "Sie können diesen Dienst sehen, aber nicht ändern."],
  [
    "check is required: an object with the type of the service and its address.",
    "Wählen Sie die Art des Dienstes, und geben Sie seine Adresse ein."
  ],
  [
    "This service is paused, so no worker checks it. Resume it first.",
    "Dieser Dienst ist pausiert, deshalb wird er nicht geprüft. Setzen Sie ihn zuerst fort."
  ],
  ["The address of the service must be public.", "Die Adresse des Dienstes muss öffentlich sein."],
  [
    "inverted is only for services of the type tcp, not {}.",
    "„Der Port muss geschlossen sein“ gilt nur für TCP-Ports, nicht für {}."
  ],
  [
    "checkInterval must be at least {} seconds for services of the type {}.",
    "„Prüfintervall“ muss mindestens {} Sekunden sein, denn der Dienst ist von der Art {}."
  ],
  [
    "check.steps cannot have the method {} on the {} plan, which has {}.",
    "Schritte mit der Methode {} gibt es im Tarif {} nicht. Er hat {}."
  ],
  [
    "check.steps can have at most {} expectations on the {} plan.",
    "Die Schritte können zusammen höchstens {} Erwartungen haben. Das ist die Grenze des Tarifs {}."
  ],
  [
    "check.steps with the method {} need a checkInterval of at least {} seconds.",
    "Schritte mit der Methode {} brauchen ein Prüfintervall von mindestens {} Sekunden."
  ],
  [
    'check.steps with the method {} require proof that {} is yours. Publish the TXT record {} with the text "{}", then try again.',
    "Schritte mit der Methode {} verlangen einen Nachweis, dass {} Ihnen gehört. Veröffentlichen Sie den TXT-Eintrag {} mit dem Text „{}“, und versuchen Sie es dann wieder."
  ],
  [
    "timeoutSeconds must be between {} and {} for services of the type {}.",
    "„Zeitlimit“ muss zwischen {} und {} Sekunden liegen, denn der Dienst ist von der Art {}."
  ],
  [
    'check requires proof that {} is yours. Publish the TXT record {} with the text "{}", then try again.',
    "Weisen Sie nach, dass {} Ihnen gehört: Veröffentlichen Sie den TXT-Eintrag {} mit dem Text „{}“, und versuchen Sie es dann wieder."
  ],
  [
    'check requires that {} is the mail server of a domain that you monitor, or proof that it is yours. Publish the TXT record {} with the text "{}", then try again.',
    "{} muss der Mailserver einer Domain sein, die Sie überwachen, oder Sie weisen nach, dass der Host Ihnen gehört: Veröffentlichen Sie den TXT-Eintrag {} mit dem Text „{}“, und versuchen Sie es dann wieder."
  ],
  [
    "check: an account can have at most {} services on the host {}.",
    "Ein Konto kann höchstens {} Dienste auf dem Host {} haben."
  ],
  [
    "check.target must have the usual port of the type {}, or a port above 1023.",
    "„Adresse“ muss den üblichen Port der Art {} haben, oder einen Port ab 1024."
  ],
  [
    "check.type udp is not available on this service. Choose the type of the protocol.",
    "Die Art „UDP-Dienst“ gibt es hier nicht. Wählen Sie die Art des Protokolls."
  ],
  [
    "check.target must be a name, because the proof of a host is a TXT record.",
    "„Adresse“ muss ein Name sein, denn der Nachweis für einen Host ist ein TXT-Eintrag."
  ],
  [
    "token is already in use. Choose another one, or leave it out.",
    "Dieses Token ist schon vergeben. Wählen Sie ein anderes, oder lassen Sie es weg."
  ],
  ["This ping has no stored output.", "Zu diesem Ping ist keine Ausgabe gespeichert."],
  ["You have read-only access to this page.", "Sie können diese Seite sehen, aber nicht ändern."],
  ["This API key is read-only.", "Dieser API-Schlüssel darf nichts ändern."],
  ["This API key is only for heartbeats.", "Dieser API-Schlüssel gilt nur für Heartbeats."],
  ["API keys are managed in the dashboard.", "API-Schlüssel werden im Dashboard verwaltet."],
  [
    "Maximum number of alert sources ({}) on the {} plan reached. Delete a source or get a larger plan.",
    "Höchstens {} Alarmquellen erlaubt der Tarif {}. Löschen Sie eine oder wechseln Sie den Tarif."
  ],
  [
    "Your {} plan allows {} alert sources, and this source is over the limit. Delete an older source or get a larger plan.",
    "Im Tarif {} sind {} Alarmquellen erlaubt, und diese ist eine zu viel. Löschen Sie eine ältere oder wechseln Sie den Tarif."
  ],
  [
    "Maximum number of API keys ({}) on the {} plan reached. Delete a key or get a larger plan.",
    "Mehr als {} API-Schlüssel erlaubt der Tarif {} nicht. Löschen Sie einen oder wechseln Sie den Tarif."
  ],
  [
    "Your {} plan allows {} API keys per person, and this key is over the limit. Delete an older key or get a larger plan.",
    "Der Tarif {} erlaubt je Person {} API-Schlüssel, und ältere belegen sie. Löschen Sie einen älteren oder wechseln Sie den Tarif."
  ],
  [
    "Enter your password: you signed in more than {} minutes ago.",
    "Geben Sie Ihr Passwort ein: Ihre Anmeldung liegt mehr als {} Minuten zurück."
  ],
  ["The password is incorrect.", "Das Passwort ist falsch."],
  [
    "Enter the code your authenticator app shows now, or a recovery code. Each code works once.",
    "Geben Sie den Code ein, den Ihre Authenticator-App jetzt zeigt, oder einen Wiederherstellungscode. Jeder Code gilt einmal."
  ],
  [
    "The code is wrong. Enter the code your authenticator app shows now.",
    "Der Code ist falsch. Geben Sie den Code ein, den Ihre Authenticator-App jetzt zeigt."
  ],
  ["setupToken is wrong or has expired. Start again.", "Die Einrichtung ist abgelaufen. Beginnen Sie noch einmal."],
  ["You have not set up a second factor.", "Sie haben keinen zweiten Faktor eingerichtet."],
  [
    "The account requires two-factor sign-in. Set it up in the settings.",
    "Das Konto verlangt einen zweiten Faktor. Richten Sie ihn in den Einstellungen ein."
  ],
  [
    "An account you belong to requires two-factor sign-in.",
    "Ein Konto, zu dem Sie gehören, verlangt einen zweiten Faktor."
  ],
  [
    "Set up your own two-factor sign-in before you require it.",
    "Richten Sie erst Ihren eigenen zweiten Faktor ein, bevor Sie ihn verlangen."
  ],
  [
    "Sessions and two-factor sign-in are managed in the dashboard.",
    "Anmeldungen und zweite Faktoren werden im Dashboard verwaltet."
  ],
  [
    "This account will be deleted. Nothing in it can be read or changed. Until it is deleted, its owner can sign in and keep it.",
    "Dieses Konto wird gelöscht. Nichts darin lässt sich lesen oder ändern. Bis dahin kann der Inhaber sich anmelden und es behalten."
  ],
  [
    "This account is suspended. Nothing in it can be read or changed. Ask the service's operator why.",
    "Dieses Konto ist gesperrt. Nichts darin lässt sich lesen oder ändern. Fragen Sie den Betreiber des Dienstes nach dem Grund."
  ],
  [
    "Confirm your email address first: ask for a new password on the sign-in page, and follow the link in the email.",
    "Bestätigen Sie zuerst Ihre E-Mail-Adresse: Fordern Sie auf der Anmeldeseite ein neues Passwort an, und folgen Sie dem Link in der E-Mail."
  ],
  [
    "An export started less than {} minutes ago. Try again later.",
    "Vor weniger als {} Minuten begann ein Export. Versuchen Sie es später wieder."
  ],
  ["This invitation has already been accepted.", "Diese Einladung wurde schon angenommen."],
  ["This user has already been invited.", "Diese Person ist schon eingeladen."],
  ["The account owner cannot be invited.", "Der Inhaber des Kontos lässt sich nicht einladen."],
  ["The account owner cannot be removed.", "Der Inhaber des Kontos lässt sich nicht entfernen."],
  [
    "You own this account, so you cannot leave it. You can delete it instead.",
    "Das Konto gehört Ihnen, deshalb können Sie es nicht verlassen. Sie können es stattdessen löschen."
  ],
  ["The account owner always gets alerts by email.", "Der Inhaber des Kontos erhält Alarme immer per E-Mail."],
  ["Team members need a Pro or Agency plan.", "Mitglieder gibt es im Tarif Pro oder Agency."],
  [
    "This person already belongs to an account but does not have a password yet. Send the invitation by email instead.",
    "Diese Person gehört schon zu einem Konto, hat aber noch kein Passwort. Senden Sie die Einladung per E-Mail."
  ],
  [
    "This would change who can see the monitor, because one of the tags is shared with members. Only the account owner and admins can add or remove such a tag.",
    "Das würde ändern, wer den Monitor sieht, weil ein Tag für Mitglieder freigegeben ist. Nur der Inhaber und Administratoren können ihn hinzufügen oder entfernen."
  ],
  [
    "Mon is too busy to read the {}. Please try again in a minute.",
    "Mon ist gerade ausgelastet. Versuchen Sie es in einer Minute wieder."
  ],
  [
    "The running check did not finish in time. Try again later.",
    "Die laufende Prüfung wurde nicht rechtzeitig fertig. Versuchen Sie es später wieder."
  ],
  [
    "The account has changed since this plan was created. Create a new plan.",
    "Das Konto hat sich seit diesem Plan geändert. Lassen Sie den Plan neu erstellen."
  ],
  [
    "This plan deletes {} objects. Allow this with allowDelete, or keep the objects in the file.",
    "Dieser Plan löscht {} Objekte. Erlauben Sie das, oder lassen Sie die Objekte in der Datei."
  ],
  [
    "Plan not found. A plan belongs to the key or session that created it, and expires after 15 minutes.",
    "Diesen Plan gibt es nicht mehr: Er gilt 15 Minuten. Lassen Sie ihn neu erstellen."
  ],
  ["This plan has already been applied.", "Dieser Plan wurde schon ausgeführt."],
  [
    "{} in line {}, column {} has no value. The service never reads environment variables. Use mon plan, which fills in the values.",
    "{} in Zeile {}, Spalte {} hat keinen Wert. Der Dienst liest keine Umgebungsvariablen. Verwenden Sie mon plan, das die Werte einsetzt."
  ],
  ["The file must be at most 4 MiB.", "Die Datei darf höchstens 4 MiB haben."],
  ["The file takes too long to read.", "Das Lesen der Datei dauert zu lange."],
  [
    "This account has several projects. Set project to one of these: {}.",
    "Dieses Konto hat mehrere Projekte. Wählen Sie eines mit project: {}."
  ],
  [
    "Enter {} again: no stored value matches this sealed value.",
    "Geben Sie {} neu ein: Zu diesem versiegelten Wert ist dort keiner gespeichert."
  ],
  ["Enter {} again: the address has changed.", "Geben Sie {} neu ein: Die Adresse hat sich geändert."],
  [
    "{} is not the key of a configuration file for this account.",
    "{} ist nicht der Schlüssel einer Konfigurationsdatei dieses Kontos."
  ],
  ["dependsOn contains an unknown monitor: {}.", "„Hängt ab von“ enthält einen unbekannten Monitor: {}."],
  [
    "You can watch the DNS records of at most {} domains on the {} plan.",
    "Die DNS-Einträge von höchstens {} Domains lassen sich im Tarif {} überwachen."
  ],
  [
    "Maximum number of event streams ({}) reached. Close another stream first.",
    "Mehr als {} offene Fenster sind nicht möglich. Schließen Sie erst ein anderes."
  ],
  ["expect can have at most {} expectations on the {} plan.", "Höchstens {} Erwartungen erlaubt der Tarif {}."],
  [
    "A domain can have at most {} DKIM selectors on the {} plan.",
    "Höchstens {} DKIM-Selektoren je Domain erlaubt der Tarif {}."
  ],
  [
    'request.method {} requires proof that {} is yours. Publish the TXT record {} with the text "{}", then try again.',
    "Die Methode {} verlangt einen Nachweis, dass {} Ihnen gehört. Veröffentlichen Sie den TXT-Eintrag {} mit dem Text „{}“, und versuchen Sie es dann wieder."
  ],
  [
    "request.method {} is not available on the {} plan, which has {}.",
    "Die Methode {} gibt es im Tarif {} nicht. Er hat {}."
  ],
  [
    "request.method {} needs a checkInterval of at least {} seconds.",
    "Die Methode {} braucht ein Prüfintervall von mindestens {} Sekunden."
  ],
  ["The {} plan does not include render.", "Der Tarif {} öffnet Seiten nicht im Browser."],
  ["The {} plan allows {} new markers per 24 hours.", "Der Tarif {} erlaubt {} neue Marker in 24 Stunden."],
  ["This incident is over.", "Diese Störung ist beendet."],
  ["This repair has ended already.", "Diese Reparatur ist schon beendet."],
  [
    "There is nothing more to verify. This incident's repair is closed or was never tracked.",
    "Es gibt nichts mehr zu prüfen: Die Reparatur dieser Störung ist beendet oder wurde nie verfolgt."
  ],
  [
    "There is nothing more to verify. This repair has ended, or the domain is paused.",
    "Es gibt nichts mehr zu prüfen: Die Reparatur ist beendet, oder die Domain ist pausiert."
  ],
  ["Only the repair of a DNS change can be dismissed.", "Nur die Reparatur einer DNS-Änderung lässt sich verwerfen."],
  ["Timeout must be less than check interval.", "Das Zeitlimit muss kürzer als das Prüfintervall sein."],
  ["URL must point to a public domain.", "Die URL muss zu einer öffentlichen Domain führen."],
  ["URL is required.", "Geben Sie eine URL ein."],
  ["Enter both from and to, or neither.", "Geben Sie beide Tage ein oder keinen."],
  [
    "to must not be before from, and the period must be at most {} days long.",
    "Das Ende darf nicht vor dem Beginn liegen, und der Zeitraum darf höchstens {} Tage haben."
  ],
  [
    "This service does not have Chromium, which it needs to print reports. Ask its operator to install Chromium, or download the CSV file.",
    "Diesem Dienst fehlt Chromium, mit dem er Berichte druckt. Bitten Sie den Betreiber, es zu installieren, oder laden Sie die CSV-Datei."
  ],
  [
    "The report could not be printed. Please try again in a minute, or download the CSV file.",
    "Der Bericht ließ sich nicht drucken. Versuchen Sie es in einer Minute wieder, oder laden Sie die CSV-Datei."
  ],
  ["Maximum limit of scheduled reports ({}) reached.", "Mehr als {} regelmäßige Berichte sind nicht möglich."],
  [
    "Too many addresses have been asked to confirm today. Addresses of account members do not need confirmation.",
    "Heute wurden schon zu viele Adressen um Bestätigung gebeten. Adressen von Mitgliedern brauchen keine."
  ],
  ["The code is wrong or has expired.", "Der Code ist falsch oder abgelaufen."],
  [
    "A code was sent a moment ago, or too many have been sent today. Try again in {} seconds.",
    "Gerade ging ein Code hinaus, oder heute schon zu viele. Versuchen Sie es in {} Sekunden wieder."
  ],
  [
    "number must be a phone number in international format, such as {}.",
    "Geben Sie die Nummer international ein, zum Beispiel {}."
  ],
  [
    "Maximum number of status pages ({}) on the {} plan reached. Delete a page or get a larger plan.",
    "Mehr als {} Statusseiten erlaubt der Tarif {} nicht. Löschen Sie eine oder wechseln Sie den Tarif."
  ],
  [
    "Your {} plan allows {} status pages, and this page is over the limit. Delete an older page or get a larger plan.",
    "Der Tarif {} erlaubt {} Statusseiten, und ältere belegen sie. Löschen Sie eine ältere oder wechseln Sie den Tarif."
  ],
  ["Alert source not found.", "Diese Alarmquelle gibt es nicht."],
  [
    "Maximum number of alert sources ({}) on the {} plan reached. Delete a source or get a larger plan.",
    "Mehr als {} Alarmquellen erlaubt der Tarif {} nicht. Löschen Sie eine oder wechseln Sie den Tarif."
  ],
  [
    "Your {} plan allows {} alert sources, and this source is over the limit. Delete an older source or get a larger plan.",
    "Der Tarif {} erlaubt {} Alarmquellen, und ältere belegen sie. Löschen Sie eine ältere oder wechseln Sie den Tarif."
  ],
  [
    "The page was not deleted, because its file copy could not be removed. Try again later.",
    "Die Seite wurde nicht gelöscht, weil sich ihre Dateikopie nicht entfernen ließ. Versuchen Sie es später wieder."
  ],
  [
    "The page is saved, but its file copy, which readers should no longer see, could not be removed yet. Mon will keep trying. To see whether the copy is gone, send the same request again.",
    "Die Seite ist gespeichert, aber ihre Dateikopie, die Leser nicht mehr sehen sollen, ließ sich noch nicht entfernen. Mon versucht es weiter. Speichern Sie noch einmal, um zu sehen, ob sie weg ist."
  ],
  [
    "logo must be null or a PNG, JPEG or WebP image of at most {} KiB as a data: URL.",
    "Das Logo muss ein Bild in PNG, JPEG oder WebP mit höchstens {} KiB sein."
  ],
  ["logo must be at most {} pixels wide and high.", "Das Logo darf höchstens {} Pixel breit und hoch sein."],
  [
    "slug must be a string of 3 to 60 lower-case letters, digits and hyphens, with a letter or digit at both ends.",
    "Die Adresse muss 3 bis 60 Kleinbuchstaben, Ziffern und Bindestriche haben, mit einem Buchstaben oder einer Ziffer an beiden Enden."
  ],
  ["Each group or component id can appear only once.", "Jede Gruppe und jede Komponente darf nur einmal vorkommen."],
  [
    "A status page can have at most {} posts, and each post at most {} updates.",
    "Eine Statusseite kann höchstens {} Meldungen haben, und jede höchstens {} Aktualisierungen."
  ],
  ["state is not valid for this kind of post.", "Dieser Zustand passt nicht zu dieser Art von Meldung."],
  [
    "The post is a draft. Publish the post to publish its draft updates.",
    "Die Meldung ist ein Entwurf. Veröffentlichen Sie zuerst die Meldung."
  ],
  [
    "A published post needs a published update. Delete the post instead.",
    "Eine veröffentlichte Meldung braucht eine veröffentlichte Aktualisierung. Löschen Sie stattdessen die Meldung."
  ],
  [
    "isDraft cannot be true, because a published post or update cannot become a draft again. Delete it instead.",
    "Was veröffentlicht ist, wird nicht wieder zum Entwurf. Löschen Sie es stattdessen."
  ],
  [
    "components of a published update cannot be changed. Add an update with the new states.",
    "Die Komponenten einer veröffentlichten Aktualisierung lassen sich nicht ändern. Fügen Sie eine Aktualisierung mit den neuen Zuständen hinzu."
  ],
  ["Add-ons require an active Pro or Agency plan.", "Weitere Domains gibt es nur im Tarif Pro oder Agency."],
  ["Billing is not configured.", "Die Abrechnung ist nicht eingerichtet."],
  [
    "The payment processor cannot be reached. Try again later.",
    "Der Zahlungsdienst ist nicht erreichbar. Versuchen Sie es später wieder."
  ],
  [
    "Insufficient simulation credits. Need {}, have {}.",
    "Das Guthaben für Simulationen reicht nicht. Nötig sind {}, vorhanden {}."
  ],
  ["sendingDomains must hold at most {} domains.", "Höchstens {} Absender sind möglich."],
  ["prospectEntries must hold at most {} entries.", "Höchstens {} Empfänger sind möglich."],
  [
    "sendingDomains contains an entry that is not a domain: {}",
    "Unter den Absendern ist ein Eintrag, der keine Domain ist: {}"
  ],
  [
    "sendingDomains must hold at least one domain that is not a public mailbox provider's.",
    "Mindestens ein Absender darf kein öffentlicher Postfachanbieter sein."
  ],
  ["CSV not yet available. Wait for the job to complete.", "Die CSV-Datei gibt es, sobald die Simulation fertig ist."],
  ["url must be an Apprise URL such as {}.", "Geben Sie eine Apprise-URL wie {} ein."],
  [
    "recurrence must be null or a string of at most {} characters, such as {}.",
    "Die Regel muss leer sein oder höchstens {} Zeichen haben, zum Beispiel {}."
  ],
  ["Maximum webhook limit ({}) for this {} reached.", "Mehr als {} Webhooks sind hier nicht möglich."],
  [
    "domain must be a public domain name, an e-mail address or a URL.",
    "Geben Sie den Namen einer öffentlichen Domain, eine E-Mail-Adresse oder eine URL ein."
  ],
  ["message is required.", "Wählen oder fügen Sie eine Nachricht ein."],
  ["clientIp must be an IPv4 or IPv6 address.", "Die Adresse des Servers muss eine IPv4- oder IPv6-Adresse sein."],
  ["helo must be a host name of at most {} characters.", "HELO muss ein Hostname mit höchstens {} Zeichen sein."],
  [
    "mailFrom must be an e-mail address, or empty for a bounce.",
    "MAIL FROM muss eine E-Mail-Adresse sein, oder leer bei einer Unzustellbarkeitsmeldung."
  ]
]

export const wholeRefusals = patternsOf(PAIRS)
