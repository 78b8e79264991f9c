import type { TemplatePair } from "./Translation.ts"

export const germanStepTitles: ReadonlyArray<TemplatePair> = [
  ["Check the domain name", "Den Namen der Domain prüfen"],
  ["Decide whether {domain} has email", "Entscheiden, ob {domain} E-Mail hat"],
  ["Declare that the domain has no email", "Erklären, dass die Domain keine E-Mail hat"],
  ["Declare that the domain receives no email", "Erklären, dass die Domain keine E-Mails empfängt"],
  ["Publish working MX records", "Funktionierende MX-Einträge veröffentlichen"],
  ["Give your mail hosts public addresses", "Den Mailservern öffentliche Adressen geben"],
  ["Set the reverse DNS of your mail hosts", "Reverse-DNS der Mailserver einrichten"],
  ["Replace the domain's alias", "Den Alias der Domain ersetzen"],
  ["Publish the lists of networks", "Die Listen der Netze veröffentlichen"],
  ["Publish one SPF record", "Einen einzigen SPF-Eintrag veröffentlichen"],
  ["Work with your providers to repair the SPF record", "Den SPF-Eintrag mit Ihren Anbietern reparieren"],
  ["List the servers that send your email", "Die Server nennen, die Ihre E-Mails senden"],
  ['Replace "ptr" in the SPF record', "„ptr“ im SPF-Eintrag ersetzen"],
  ["Allow fewer addresses in the SPF record", "Im SPF-Eintrag weniger Adressen erlauben"],
  ["Sign your email with DKIM", "E-Mails mit DKIM signieren"],
  ["Replace the DKIM key", "Den DKIM-Schlüssel ersetzen"],
  ["Name your DKIM selectors", "Ihre DKIM-Selektoren nennen"],
  ["Correct your DKIM records", "DKIM-Einträge berichtigen"],
  ["Take your DKIM keys out of test mode", "Den Testbetrieb der DKIM-Schlüssel beenden"],
  [
    "Finish setting up or remove DKIM aliases without a key",
    "DKIM-Aliasse ohne Schlüssel fertigstellen oder entfernen"
  ],
  ["Remove DKIM aliases without a key", "DKIM-Aliasse ohne Schlüssel entfernen"],
  ["Remove the DKIM keys", "Die DKIM-Schlüssel entfernen"],
  ["Remove the wildcard below _domainkey", "Die Wildcard unter _domainkey entfernen"],
  ["Publish one DKIM record for each selector", "Für jeden Selektor einen DKIM-Eintrag veröffentlichen"],
  ["Publish one DMARC record", "Einen einzigen DMARC-Eintrag veröffentlichen"],
  ["Publish a stricter DMARC policy", "Eine strengere DMARC-Richtlinie veröffentlichen"],
  ["Have the receiver of your reports authorise them", "Den Empfänger der Berichte zustimmen lassen"],
  ["Choose a mailbox for DMARC reports", "Ein Postfach für DMARC-Berichte wählen"],
  [
    "Read the DMARC reports before you make the policy stricter",
    "Vor einer strengeren Richtlinie die DMARC-Berichte lesen"
  ],
  ["Get removed from the blacklists", "Den Eintrag auf Sperrlisten löschen lassen"],
  ["Publish the transport security records", "Die Einträge für verschlüsselte Zustellung veröffentlichen"],
  ["Publish an MTA-STS policy", "Eine MTA-STS-Richtlinie veröffentlichen"],
  ["Serve a valid MTA-STS policy", "Eine gültige MTA-STS-Richtlinie bereitstellen"],
  ["Encrypt incoming email", "Eingehende E-Mails verschlüsseln"],
  ["Correct the TLSA records", "Die TLSA-Einträge korrigieren"],
  ["Meet the BIMI requirements", "Die Voraussetzungen für BIMI erfüllen"],
  ["Correct the BIMI logo", "Das BIMI-Logo korrigieren"]
]
