import type { TemplatePair } from "./Translation.ts"

/** The German sentences of repair plans. A step consists of one or more sentences. */
export const germanSteps: ReadonlyArray<TemplatePair> = [
  // Mail hosts
  [
    "{domain} does not exist in DNS. Check the spelling, or register the domain.",
    "{domain} gibt es im DNS nicht. Prüfen Sie die Schreibweise, oder registrieren Sie die Domain."
  ],
  [
    "{domain} is an alias (CNAME) of {target}, and a name with an alias can have no other records (RFC 1034 section 3.6.2). Replace the alias with address records, then check again. Or, if {target} is yours, change its records instead.",
    "{domain} ist ein Alias (CNAME) von {target}, und ein Name mit einem Alias kann keine anderen Einträge haben (RFC 1034, Abschnitt 3.6.2). Ersetzen Sie den Alias durch Adresseinträge, und prüfen Sie dann neu. Gehört {target} Ihnen, ändern Sie stattdessen die Einträge dort."
  ],
  [
    "Ask whoever runs your mail hosts for the host names, and publish those as MX records.",
    "Fragen Sie den Betreiber Ihrer Mailserver nach den Hostnamen, und veröffentlichen Sie diese als MX-Einträge."
  ],
  [
    "The owner of the IP address, usually your hosting provider, must set a PTR record whose name resolves back to the address.",
    "Der Inhaber der IP-Adresse, meist Ihr Hoster, muss einen PTR-Eintrag setzen, dessen Name wieder zu dieser Adresse führt."
  ],
  [
    "With a null MX, senders know at once that there is no mailbox.",
    "Mit einem Null-MX wissen Absender sofort, dass es kein Postfach gibt."
  ],
  [
    "The record names the host that receives email today.",
    "Der Eintrag nennt den Host, der heute die E-Mails empfängt."
  ],
  ["Senders find your mail hosts through these records.", "Über diese Einträge finden Absender Ihre Mailserver."],
  // Domains without email
  [
    "Nothing in DNS shows that {domain} sends email, so the next step declares that it has no email. If it does send email, publish these records instead: {records} at {domain}.",
    "Nichts im DNS zeigt, dass {domain} E-Mails sendet. Der nächste Schritt erklärt daher, dass sie keine E-Mail hat. Sendet sie doch E-Mails, veröffentlichen Sie stattdessen an {domain}: {records}."
  ],
  [
    "Nothing in DNS shows that {domain} sends email, so the next step declares that it has no email. If it does send email, publish these records instead: {records} at {domain}, and {policy} at _dmarc.{domain}.",
    "Nichts im DNS zeigt, dass {domain} E-Mails sendet. Der nächste Schritt erklärt daher, dass sie keine E-Mail hat. Sendet sie doch E-Mails, veröffentlichen Sie stattdessen an {domain}: {records}, und an _dmarc.{domain}: {policy}."
  ],
  [
    "Nothing in DNS shows that {domain} sends or receives email, so the next step declares that it has no email. If it does have email, publish these records instead: {records} at {domain}.",
    "Nichts im DNS zeigt, dass {domain} E-Mails sendet oder empfängt. Der nächste Schritt erklärt daher, dass sie keine E-Mail hat. Hat sie doch E-Mail, veröffentlichen Sie stattdessen an {domain}: {records}."
  ],
  [
    "Nothing in DNS shows that {domain} sends or receives email, so the next step declares that it has no email. If it does have email, publish these records instead: {records} at {domain}, and {policy} at _dmarc.{domain}.",
    "Nichts im DNS zeigt, dass {domain} E-Mails sendet oder empfängt. Der nächste Schritt erklärt daher, dass sie keine E-Mail hat. Hat sie doch E-Mail, veröffentlichen Sie stattdessen an {domain}: {records}, und an _dmarc.{domain}: {policy}."
  ],
  [
    'If {domain} neither sends nor receives email, publish these records instead of all the records that follow: MX "0 ." and TXT "v=spf1 -all" at {domain}, and {policy} at _dmarc.{domain}. Otherwise continue with the next step.',
    "Sendet und empfängt {domain} keine E-Mails, veröffentlichen Sie statt aller folgenden diese Einträge: MX „0 .“ und TXT „v=spf1 -all“ an {domain}, und {policy} an _dmarc.{domain}. Sonst fahren Sie mit dem nächsten Schritt fort."
  ],
  [
    "Anyone who has such a key can sign email in the domain's name. Remove these records: {records}.",
    "Wer einen solchen Schlüssel hat, kann im Namen der Domain E-Mails signieren. Entfernen Sie diese Einträge: {records}."
  ],
  [
    "Receivers then reject all email from the domain, and senders learn at once that it has no mailbox.",
    "Empfänger weisen dann alle E-Mails von der Domain ab, und Absender erfahren sofort, dass sie kein Postfach hat."
  ],
  // SPF
  [
    "Mon does not know which servers the broken terms refer to, or cannot list them. Remove the terms that you no longer need, and ask the providers behind the other terms for a shorter include.",
    "Mon weiß nicht, welche Server die defekten Angaben meinen, oder kann sie nicht aufzählen. Entfernen Sie Angaben, die Sie nicht mehr brauchen, und bitten Sie die Anbieter hinter den anderen um eine kürzere Einbindung."
  ],
  ["Lookups: {terms} = {count} of {limit}.", "Abfragen: {terms} = {count} von {limit}."],
  [
    'The SPF record allows every server, so DNS does not show which servers send your email. Start with "{record}", and add your other servers and your providers\' includes before you publish it. Servers that are not in the record will no longer pass SPF.',
    "Der SPF-Eintrag erlaubt jeden Server. Das DNS zeigt also nicht, welche Server Ihre E-Mails senden. Beginnen Sie mit „{record}“, und fügen Sie Ihre anderen Server und die Einbindungen Ihrer Anbieter hinzu, bevor Sie ihn veröffentlichen. Server, die nicht im Eintrag stehen, bestehen SPF dann nicht mehr."
  ],
  [
    'List the addresses of the servers that "ptr" stands for as ip4 and ip6 terms, and then remove it.',
    "Nennen Sie die Adressen der Server, für die „ptr“ steht, mit ip4 und ip6. Entfernen Sie es dann."
  ],
  [
    "Replace the large networks with the addresses of the servers that send your email.",
    "Ersetzen Sie die großen Netze durch die Adressen der Server, die Ihre E-Mails senden."
  ],
  [
    "The record that is published today allows every server. The new record allows only the servers that DNS shows. Email from other servers no longer passes SPF, but the DMARC policy does not ask receivers to act on it. Add your other servers and your providers' includes.",
    "Der heutige Eintrag erlaubt jeden Server. Der neue erlaubt die, die das DNS zeigt. E-Mails von anderen Servern bestehen SPF nicht mehr, aber die DMARC-Richtlinie verlangt von Empfängern keine Folgen. Fügen Sie Ihre anderen Server und die Einbindungen Ihrer Anbieter hinzu."
  ],
  ["The SPF record in the next step includes these records.", "Der SPF-Eintrag im nächsten Schritt bindet sie ein."],
  ["The record allows every server that passes today.", "Der Eintrag erlaubt jeden Server, der heute besteht."],
  ['"{term}" is omitted.', "„{term}“ entfällt."],
  ["The term's networks are listed instead.", "Stattdessen sind seine Netze genannt."],
  ['"{term}" finds no records, so it is omitted.', "„{term}“ findet keine Einträge und entfällt daher."],
  ['"{term}" has more mail hosts than receivers query.', "„{term}“ hat mehr Mailserver, als Empfänger abfragen."],
  ['"{term}" allows every server, so it is omitted.', "„{term}“ erlaubt jeden Server und entfällt daher."],
  [
    '"{term}" leads to a name without an SPF record, so it is omitted.',
    "„{term}“ führt zu einem Namen ohne SPF-Eintrag und entfällt daher."
  ],
  [
    '"{term}" leads back to this record, so it is omitted.',
    "„{term}“ führt zu diesem Eintrag zurück und entfällt daher."
  ],
  [
    'The record behind "{term}" is broken, and only the owner of {domain} can repair it.',
    "Der Eintrag hinter „{term}“ ist defekt. Nur der Inhaber von {domain} kann ihn reparieren."
  ],
  ["The other terms of that record are listed instead.", "Stattdessen sind seine anderen Angaben genannt."],
  [
    '"{term}" is a private network, which no receiver can see.',
    "„{term}“ ist ein privates Netz, das kein Empfänger sieht."
  ],
  [
    '"{term}" costs {lookups} lookups. Its {count} networks are listed instead. If their owner changes the networks, update the record.',
    "„{term}“ kostet {lookups} Abfragen. Stattdessen sind seine {count} Netze genannt. Aktualisieren Sie sie, wenn der Inhaber sie ändert."
  ],
  [
    'The terms behind "{term}" are listed in this record, which saves its own lookup.',
    "Die Angaben hinter „{term}“ stehen in diesem Eintrag. Das spart eine Abfrage."
  ],
  [
    "Lookups in the new record: {terms} = {count}. Receivers allow {limit}.",
    "Abfragen im neuen Eintrag: {terms} = {count}. Empfänger erlauben {limit}."
  ],
  [
    "Lookups in the new record: {count} = {count}. Receivers allow {limit}.",
    "Abfragen im neuen Eintrag: {count}. Empfänger erlauben {limit}."
  ],
  [
    'In "{term}", "-all" has no space before it, so receivers read it as part of the name.',
    "In „{term}“ fehlt das Leerzeichen vor „-all“. Empfänger lesen es daher als Teil des Namens."
  ],
  [
    'End the record in "-all" again when it names all your servers.',
    "Beenden Sie den Eintrag wieder mit „-all“, wenn er alle Ihre Server nennt."
  ],
  // DKIM
  [
    "Create a 2048-bit key on the server that sends your email, publish its public part, and sign with it.",
    "Erzeugen Sie auf dem Server, der Ihre E-Mails sendet, einen Schlüssel mit 2048 Bit. Veröffentlichen Sie seinen öffentlichen Teil, und signieren Sie damit."
  ],
  [
    "Create a new key with another selector, switch signing to it, and remove the old key a week later.",
    "Erzeugen Sie einen neuen Schlüssel mit einem anderen Selektor, signieren Sie damit, und entfernen Sie den alten eine Woche später."
  ],
  [
    "Receivers may ignore signatures made with a key in test mode (t=y).",
    "Empfänger dürfen Signaturen mit einem Schlüssel im Testbetrieb (t=y) ignorieren."
  ],
  [
    "Receivers ignore signatures made with a key in test mode (t=y).",
    "Empfänger ignorieren Signaturen mit einem Schlüssel im Testbetrieb (t=y)."
  ],
  [
    "Verifiers cannot read these records. The keys in them stay the same, so your servers do not need new ones.",
    "Prüfer können diese Einträge nicht lesen. Die Schlüssel darin bleiben gleich, Ihre Server brauchen also keine neuen."
  ],
  [
    "These aliases do not lead to a key. If you are still setting up the provider that they belong to, finish the setup there instead.",
    "Diese Aliasse führen zu keinem Schlüssel. Richten Sie den Anbieter gerade erst ein, schließen Sie die Einrichtung dort ab."
  ],
  [
    "These aliases do not lead to a key. Finish the setup at the provider that asked for them, or remove them if you no longer use that provider.",
    "Diese Aliasse führen zu keinem Schlüssel. Schließen Sie die Einrichtung bei dem Anbieter ab, der sie verlangt hat. Oder entfernen Sie sie, wenn Sie ihn nicht mehr nutzen."
  ],
  [
    "DNS cannot list selectors. Find s= in the DKIM-Signature header of an email that you sent, and check again with that selector.",
    "Das DNS kann Selektoren nicht aufzählen. Suchen Sie in der Kopfzeile DKIM-Signature einer E-Mail, die Sie gesendet haben, die Angabe s=. Prüfen Sie neu mit diesem Selektor."
  ],
  [
    "The wildcard matches every selector. Instead, publish one key for each selector that you use.",
    "Die Wildcard passt auf jeden Selektor. Veröffentlichen Sie stattdessen für jeden Selektor, den Sie benutzen, einen Schlüssel."
  ],
  [
    "Remove the records that your server does not sign with. With several records, the result is undefined.",
    "Entfernen Sie die Einträge, mit denen Ihr Server nicht signiert. Bei mehreren Einträgen ist das Ergebnis nicht festgelegt."
  ],
  // DMARC
  [
    "The reports showed that all your own email passes. Receivers will now act on email that fails.",
    "Die Berichte zeigten, dass alle Ihre eigenen E-Mails bestehen. Für E-Mails, die nicht bestehen, gibt es jetzt Folgen."
  ],
  ["The domain has no DMARC record of its own today.", "Die Domain hat heute keinen eigenen DMARC-Eintrag."],
  ["The record that is published today cannot be read.", "Der heutige Eintrag lässt sich nicht lesen."],
  [
    "The new record asks receivers for reports and does not change which email arrives.",
    "Er bittet Empfänger um Berichte und ändert nicht, welche E-Mails ankommen."
  ],
  [
    "The new record does not ask for reports and does not change which email arrives.",
    "Er bittet nicht um Berichte und ändert nicht, welche E-Mails ankommen."
  ],
  [
    "The new record asks receivers to quarantine email that fails.",
    "Er bittet Empfänger, E-Mails, die nicht bestehen, in den Spam-Ordner zu legen."
  ],
  [
    "The new record asks receivers to reject email that fails.",
    "Er bittet Empfänger, E-Mails abzuweisen, die nicht bestehen."
  ],
  [
    'Receivers ignore your policy "{policy}" today. So the new record starts with the policy that they apply today{addresses}.',
    "Empfänger ignorieren heute Ihre Richtlinie „{policy}“. Der neue Eintrag beginnt daher mit der Richtlinie, die heute gilt{addresses}."
  ],
  ["The record keeps your policy{addresses}.", "Der Eintrag behält Ihre Richtlinie{addresses}."],
  [
    "The record keeps the policy that receivers apply today{addresses}.",
    "Der Eintrag behält die Richtlinie, die heute gilt{addresses}."
  ],
  [
    "The owner of the other domain must publish this record. Without it, no reports will be sent there.",
    "Der Inhaber der anderen Domain muss diesen Eintrag veröffentlichen. Ohne ihn gehen keine Berichte dorthin."
  ],
  [
    "This domain receives no email. Choose a mailbox at another of your domains, and check again with that address. If this domain does not send email either, select that it sends none, and check again.",
    "Diese Domain empfängt keine E-Mails. Wählen Sie ein Postfach bei einer anderen Ihrer Domains, und prüfen Sie neu mit dieser Adresse. Sendet diese Domain auch keine E-Mails, geben Sie das an, und prüfen Sie neu."
  ],
  [
    "Read at least two weeks of aggregate reports. Every server that sends email for you must pass SPF or DKIM with your domain. Then check again, and say that you have reviewed the reports.",
    "Lesen Sie die Sammelberichte von mindestens zwei Wochen. Jeder Server, der E-Mails für Sie sendet, muss SPF oder DKIM mit Ihrer Domain bestehen. Prüfen Sie dann neu, und geben Sie an, dass Sie die Berichte gelesen haben."
  ],
  [
    'The next plan will then contain your policy "{policy}".',
    "Der nächste Plan enthält dann Ihre Richtlinie „{policy}“."
  ],
  // Blacklists
  [
    "Find out why the address or domain was listed, and stop the cause first. The report gives the removal page of each blacklist.",
    "Finden Sie heraus, warum die Adresse oder Domain gelistet ist, und beseitigen Sie zuerst die Ursache. Der Bericht nennt zu jeder Sperrliste die Seite zum Löschen."
  ]
]
