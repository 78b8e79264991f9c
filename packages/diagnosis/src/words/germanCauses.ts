import type { CauseClass } from "../CauseClass.ts"
import type { CauseWords } from "./Words.ts"

export const germanCauses: Readonly<Record<CauseClass, CauseWords>> = {
  registration_expired: {
    title: "Die Registrierung der Domain ist abgelaufen",
    nextStep:
      "Melden Sie sich bei {registrar|Ihrem Registrar} an und verlängern Sie {domain|die Domain} noch heute. Sie ist am {date|früheren Datum} abgelaufen, und nach der Schonfrist kann jeder sie registrieren. Schalten Sie dann die automatische Verlängerung ein."
  },
  registration_on_hold: {
    title: "Die Registrierungsstelle hat die Domain gesperrt",
    nextStep:
      "Fragen Sie {registrar|Ihren Registrar}, warum {domain|die Domain} den Status {statuses|hold} hat. Häufige Gründe sind eine unbestätigte Kontaktadresse, eine offene Rechnung oder eine Beschwerde. Die Domain wird wieder veröffentlicht, sobald der Registrar den Status entfernt."
  },
  registration_deleted: {
    title: "Die Registrierung der Domain wurde gelöscht",
    nextStep:
      "Bitten Sie {registrar|Ihren Registrar}, {domain|die Domain} sofort wiederherzustellen. Das geht nur in der Wiederherstellungsfrist und kostet meist eine Gebühr. Ist die Domain nicht mehr registriert, registrieren Sie sie neu."
  },
  delegation_changed: {
    title: "Die Domain wurde an andere Nameserver delegiert",
    nextStep:
      "Prüfen Sie bei {registrar|Ihrem Registrar}, ob Sie die Nameserver von {domain|der Domain} geändert haben. Jetzt sind es {now|andere Server}. Wenn nicht, sichern Sie das Konto und tragen Sie {before|die früheren Server} wieder ein. Wenn doch, legen Sie die fehlenden Einträge auf den neuen Servern an."
  },
  delegation_lame: {
    title: "Nameserver der Domain kennen ihre Zone nicht",
    nextStep:
      "Legen Sie die Zone von {domain|der Domain} auf {servers|den Nameservern} wieder an, oder entfernen Sie diese Server beim Registrar aus der Delegation. Testen Sie jeden Server mit `dig SOA {domain|example.com} @SERVER +norecurse`."
  },
  name_servers_silent: {
    title: "Kein Nameserver der Domain antwortet",
    nextStep:
      "Prüfen Sie, ob {servers|die Nameserver der Domain} laufen und UDP und TCP auf Port 53 annehmen. Betreibt sie ein Anbieter, lesen Sie dessen Statusseite, und tragen Sie zusätzlich Server eines zweiten Anbieters ein."
  },
  dnssec_broken: {
    title: "DNSSEC der Domain ist defekt",
    nextStep:
      "Vergleichen Sie den DS-Eintrag beim Registrar mit den Schlüsseln der Zone: `dig DS {domain|example.com}` und `dig DNSKEY {domain|example.com}`. Passt kein Schlüssel, entfernen Sie den DS-Eintrag beim Registrar, warten Sie seine TTL ab und tragen Sie den richtigen ein. Sind Signaturen abgelaufen, signieren Sie die Zone neu."
  },
  address_removed: {
    title: "Der DNS-Eintrag des Hosts fehlt",
    nextStep:
      "Legen Sie den Eintrag von {host|diesem Host} dort wieder an, wo sein DNS verwaltet wird. Der letzte bekannte Wert ist {before|im Verlauf des Monitors}. Testen Sie ihn mit `dig {host|example.com}`."
  },
  address_changed: {
    title: "Der Host hat eine neue Adresse, die die Website nicht ausliefert",
    nextStep:
      "Prüfen Sie, ob der Wechsel von {before|der früheren Adresse} zu {now|der neuen Adresse} gewollt war. Wenn ja, richten Sie die Website und ihr Zertifikat für {host|den Host} auf dem neuen Server ein. Sonst setzen Sie den Eintrag zurück."
  },
  cname_changed: {
    title: "Der Host ist ein Alias eines anderen Namens, der die Website nicht ausliefert",
    nextStep:
      "Prüfen Sie, ob der Alias von {host|diesem Host} zu {now|dem neuen Ziel} wechseln sollte. Wenn ja, fügen Sie den Host dem Dienst hinter dem neuen Ziel hinzu. Sonst setzen Sie den Eintrag auf {before|den früheren Wert} zurück."
  },
  cname_dangling: {
    title: "Der Host ist ein Alias eines Ziels, das es nicht mehr gibt",
    nextStep:
      "Entfernen Sie den Alias von {host|diesem Host} jetzt, oder legen Sie das Ziel {target|bei der Plattform} wieder an. Bis dahin kann vielleicht jemand anders das Ziel übernehmen und unter Ihrem Namen Seiten veröffentlichen."
  },
  address_not_public: {
    title: "Der DNS-Eintrag führt zu einer privaten Adresse",
    nextStep:
      "Ersetzen Sie die private Adresse {now|im Eintrag} von {host|diesem Host} durch die öffentliche Adresse des Servers. Ist der Eintrag für ein internes Netz, veröffentlichen Sie ihn nur im internen DNS."
  },
  name_servers_differ: {
    title: "Die Nameserver der Domain antworten unterschiedlich",
    nextStep:
      "Vergleichen Sie die Zone auf allen Nameservern, zuerst auf {servers|dem abweichenden}. Prüfen Sie, ob der Zonentransfer funktioniert, und vergleichen Sie die Seriennummern mit `dig SOA {domain|example.com} @SERVER`."
  },
  connection_refused: {
    title: "Auf dem Port läuft kein Dienst",
    nextStep:
      "Starten Sie den Webserver auf {host|dem Host} und lesen Sie in seinem Log, warum er stehen geblieben ist, etwa mit `systemctl status nginx` und `journalctl -u nginx`. Prüfen Sie, ob er auf dem Port der URL und auf allen Adressen läuft."
  },
  connection_filtered: {
    title: "Eine Firewall verwirft unsere Verbindungen",
    nextStep:
      "Prüfen Sie die Firewall, die Sicherheitsgruppe und den Schutz des Anbieters vor {host|dem Host}. Der Port der URL muss Verbindungen von überall annehmen, mindestens aber von den Adressen Ihrer Standorte."
  },
  server_silent: {
    title: "Der Server antwortet überhaupt nicht",
    nextStep:
      "Öffnen Sie beim Hoster die Konsole des Servers von {host|diesem Host}. Prüfen Sie, ob er läuft und Netz hat, und lesen Sie die Statusseite des Anbieters. Starten Sie den Server neu, wenn er hängt."
  },
  connection_reset: {
    title: "Der Server nimmt Verbindungen an und bricht sie ab",
    nextStep:
      "Lesen Sie die Logs des Webservers und des Load-Balancers vor {host|dem Host}. Ein Abbruch nach der Verbindung kommt meist von einem abstürzenden Prozess, einer Grenze für Verbindungen oder einer Firewall, die den Verkehr prüft."
  },
  ipv6_broken: {
    title: "Die Website geht über IPv4, aber nicht über IPv6",
    nextStep:
      "Lassen Sie den Webserver von {host|diesem Host} auch auf {failing|seiner IPv6-Adresse} laufen, und erlauben Sie den Port in der IPv6-Firewall. Hat der Server kein IPv6, entfernen Sie den AAAA-Eintrag. Testen Sie es mit `curl -6 https://{host|example.com}`."
  },
  one_location: {
    title: "Nur ein Standort erreicht die Website nicht",
    nextStep:
      "Die Website geht von {working|den anderen Standorten}. Prüfen Sie, ob eine Firewall, eine Länderregel oder eine Sperrliste der Website {failing|diesen Standort} abweist. Wenn nicht, führen Sie dort `mtr {host|example.com}` aus und senden Sie das Ergebnis an den Netzanbieter."
  },
  one_provider: {
    title: "Nur die Standorte in einem Netz erreichen die Website nicht",
    nextStep:
      "Der Weg zwischen {provider|diesem Netz} und Ihrem Hoster ist gestört. Senden Sie beiden ein `mtr {host|example.com}` von {failing|den betroffenen Standorten}. An Ihrem Server müssen Sie nichts ändern."
  },
  own_network: {
    title: "Das Netz des Überwachungs-Workers ist zweifelhaft",
    nextStep:
      "Prüfen Sie das Netz und den Resolver des Überwachungs-Workers. Über die Website ist nichts bekannt, bis der Worker wieder andere Seiten erreicht."
  },
  certificate_expired: {
    title: "Das Zertifikat ist abgelaufen",
    nextStep:
      "Erneuern Sie das Zertifikat von {host|diesem Host}, etwa mit `certbot renew`, und laden Sie jeden Server neu, der es benutzt. Es endete am {date|früheren Datum}. Finden Sie dann heraus, warum die automatische Erneuerung fehlschlug."
  },
  certificate_for_other_name: {
    title: "Das neue Zertifikat enthält den Host nicht",
    nextStep:
      "Stellen Sie ein Zertifikat aus, das {host|den Host} enthält, und installieren Sie es. Das gezeigte gilt für {names|andere Namen}. Fügen Sie den fehlenden Namen der Erneuerung hinzu, damit auch das nächste ihn enthält."
  },
  wrong_virtual_host: {
    title: "Der Server antwortet als eine andere Website",
    nextStep:
      "Fügen Sie {host|den Host} der Konfiguration des Webservers hinzu: `server_name` in nginx, `ServerName` oder `ServerAlias` in Apache, eine Bindung in IIS. Der Server kennt den Host nicht und antwortet mit seiner Standardseite."
  },
  chain_incomplete: {
    title: "Der Server sendet das Zwischenzertifikat nicht",
    nextStep:
      "Stellen Sie auf {host|dem Host} die ganze Kette ein: in nginx und Apache `fullchain.pem` statt `cert.pem`. Browser verdecken den Fehler manchmal, weil sie das fehlende Zertifikat selbst laden. Testen Sie es mit `openssl s_client -connect {host|example.com}:443`."
  },
  certificate_untrusted: {
    title: "Browser vertrauen dem Zertifikat nicht",
    nextStep:
      "Ersetzen Sie das Zertifikat von {host|diesem Host} durch eines einer öffentlichen Zertifizierungsstelle, zum Beispiel Let's Encrypt. Das gezeigte hat {issuer|eine unbekannte Stelle} ausgestellt."
  },
  clock_wrong: {
    title: "Eine Uhr geht falsch, oder das Zertifikat gilt noch nicht",
    nextStep:
      "Prüfen Sie die Uhr des Servers von {host|diesem Host} mit `timedatectl`, und schalten Sie NTP ein. Geht die Uhr richtig, installieren Sie ein Zertifikat, das schon gilt: das gezeigte beginnt am {from|späteren Datum}."
  },
  tls_too_old: {
    title: "Der Server bietet nur alte TLS-Versionen an",
    nextStep:
      "Schalten Sie auf {host|dem Host} TLS 1.2 und 1.3 ein: `ssl_protocols TLSv1.2 TLSv1.3;` in nginx. Kann der Server das nicht, aktualisieren Sie ihn oder setzen Sie einen Proxy davor, der es kann. RFC 8996 verbietet TLS 1.0 und 1.1."
  },
  tls_handshake_failed: {
    title: "Der TLS-Handshake schlägt fehl",
    nextStep:
      "Führen Sie `openssl s_client -connect {host|example.com}:443 -servername {host|example.com}` aus und lesen Sie die Meldung. Prüfen Sie die Chiffren des Servers, ob er ein Client-Zertifikat verlangt, und ob der Port wirklich TLS spricht."
  },
  error_after_deployment: {
    title: "Die Website fällt seit einem Deployment aus",
    nextStep:
      "Machen Sie das Deployment {name|ohne Namen} von {at|dieser Zeit} rückgängig, {minutes|wenige} Minuten vor dem Ausfall. Vergleichen Sie dann seine Änderungen mit dem Fehler-Log des Programms."
  },
  bad_gateway: {
    title: "Der Proxy bekommt keine gültige Antwort vom Programm dahinter",
    nextStep:
      "Starten Sie das Programm hinter {service|dem Proxy} auf {host|dem Host} neu, und lesen Sie sein Log. Prüfen Sie, ob es dort läuft, wohin der Proxy Anfragen sendet: `proxy_pass` in nginx, die Zielgruppe eines Load-Balancers."
  },
  service_unavailable: {
    title: "Der Server meldet, dass der Dienst nicht verfügbar ist",
    nextStep:
      "Prüfen Sie auf {host|dem Host}, ob das Programm läuft, ob jemand einen Wartungsmodus eingeschaltet hat, und ob der Load-Balancer ein gesundes Ziel hat. Lesen Sie das Log für die Zeit des ersten Ausfalls."
  },
  gateway_timeout: {
    title: "Der Proxy wartet auf das Programm dahinter und gibt auf",
    nextStep:
      "Finden Sie heraus, worauf das Programm hinter {service|dem Proxy} auf {host|dem Host} wartet: meist langsame Datenbankabfragen, eine Sperre oder ein anderer Dienst. Lesen Sie das Log langsamer Anfragen. Eine höhere Grenze des Proxys verdeckt nur die Ursache."
  },
  cdn_origin_error: {
    title: "Das CDN erreicht Ihren Server nicht",
    nextStep:
      "Prüfen Sie, ob Ihr eigener Server hinter {service|dem CDN} läuft, und ob seine Firewall die Adressen des CDN zulässt. Geht es um TLS, prüfen Sie das Zertifikat des Servers. Testen Sie den Server ohne CDN: `curl --resolve {host|example.com}:443:SERVERADRESSE https://{host|example.com}`."
  },
  host_error_page: {
    title: "Die Hosting-Plattform antwortet statt der Website",
    nextStep:
      "Melden Sie sich bei {service|der Hosting-Plattform} an. Prüfen Sie, ob das Deployment von {host|diesem Host} da ist und läuft, ob die Domain damit verbunden ist, und ob der Tarif bezahlt ist. Das Log der Plattform nennt den Fehler."
  },
  redirect_loop: {
    title: "Die Weiterleitungen bilden eine Schleife",
    nextStep:
      "Verfolgen Sie die Weiterleitungen von {host|diesem Host} mit `curl -sIL --max-redirs 10 https://{host|example.com}`, und entfernen Sie die Regel, die zurückführt. Oft fragt ein CDN Ihren Server über HTTP, während der Server auf HTTPS umleitet: stellen Sie das CDN auf volles TLS."
  },
  redirect_to_other_host: {
    title: "Die Website leitet auf einen anderen Host um",
    nextStep:
      "Prüfen Sie, ob die Weiterleitung von {before|der Website} zu {now|dem anderen Host} gewollt ist. Wenn ja, ändern Sie die URL des Monitors. Sonst entfernen Sie die Regel, und prüfen Sie die Website auf fremden Code."
  },
  overload: {
    title: "Der Server ist überlastet",
    nextStep:
      "Verringern Sie die Last auf {host|dem Host}, oder geben Sie ihm mehr Leistung: die Wartezeit stieg von {before|üblichen} auf {now|viele} ms. Prüfen Sie CPU, Speicher, Verbindungen der Datenbank und die Zahl der Anfragen, und sperren Sie, was nicht dazugehört."
  },
  bot_wall: {
    title: "Ein Bot-Schutz oder eine Ratenbegrenzung hält unsere Prüfungen auf",
    nextStep:
      "Lassen Sie den Monitor in {service|dem Bot-Schutz} zu: mit einer Regel für seinen User-Agent und eine geheime Kopfzeile, die Sie im Monitor eintragen, oder für die Adressen Ihrer Standorte. Besucher mit einem Browser erreichen die Website wahrscheinlich."
  },
  login_wall: {
    title: "Die Seite verlangt eine Anmeldung",
    nextStep:
      "Prüfen Sie, ob {host|die Website} öffentlich sein soll. Wenn ja, entfernen Sie den Schutz. Sonst tragen Sie die Zugangsdaten im Monitor ein, oder überwachen Sie eine Seite, die keine braucht."
  },
  parked_page: {
    title: "Die Domain zeigt eine Parkseite",
    nextStep:
      "Prüfen Sie bei Ihrem Registrar, ob {domain|die Domain} noch Ihnen gehört und bezahlt ist, und ob ihre Nameserver und Adressen die Ihrer Website sind. Stattdessen erscheint eine Parkseite von {service|einem Registrar}."
  },
  suspended_page: {
    title: "Das Hosting-Konto ist gesperrt",
    nextStep:
      "Fragen Sie den Hoster, warum das Konto von {host|dieser Website} gesperrt ist. Meist ist eine Rechnung offen, eine Grenze überschritten, oder die Website wurde missbraucht. Der Hoster schaltet sie wieder ein, wenn das gelöst ist."
  },
  application_error: {
    title: "Das Programm der Website meldet einen Fehler",
    nextStep:
      "Lesen Sie das Fehler-Log von {service|dem Programm} auf {host|dem Host} für die Zeit des ersten Ausfalls. Prüfen Sie seine Datenbank, seinen Speicherplatz und seine letzte Aktualisierung."
  },
  expected_text_gone: {
    title: "Die Seite hat den erwarteten Inhalt nicht mehr",
    nextStep:
      "Öffnen Sie die Seite und vergleichen Sie sie mit dem, was der Monitor erwartet: {expected|die Erwartung des Monitors}. Ist die Seite richtig, ändern Sie die Erwartung. Sonst reparieren Sie die Seite."
  },
  page_gone: {
    title: "Die Seite gibt es nicht mehr",
    nextStep:
      "Prüfen Sie, ob die Seite verschoben oder gelöscht wurde. Wurde sie verschoben, leiten Sie auf die neue Adresse um und ändern Sie die URL des Monitors. Sonst veröffentlichen Sie sie wieder."
  },
  shared_cause: {
    title: "Mehrere Ihrer Monitore fallen aus demselben Grund aus",
    nextStep:
      "Prüfen Sie zuerst, was sie gemeinsam haben: {kind|Server oder Netz} {value|dieser Monitore}. Dort fallen noch {failing|mehrere} Monitore aus. Lesen Sie die Statusseite des Anbieters, bevor Sie eine einzelne Website ändern."
  },
  monitor_edited: {
    title: "Der Monitor schlägt seit einer Änderung seiner Einstellungen fehl",
    nextStep:
      "Prüfen Sie die Änderung von {fields|Einstellungen} von {at|dieser Zeit}. Setzen Sie den Wert zurück, oder berichtigen Sie ihn. Die Website selbst hat sich wahrscheinlich nicht geändert."
  },
  planned_maintenance: {
    title: "Ein Wartungsfenster ist aktiv",
    nextStep:
      "Solange das Fenster {window|des Monitors} dauert, müssen Sie nichts tun. Dauert die Arbeit länger als geplant, verlängern Sie das Fenster."
  },
  service_silent: {
    title: "Der Dienst antwortet nicht",
    nextStep:
      "Prüfen Sie auf {host|dem Host}, ob der Dienst hängt oder überlastet ist, und lesen Sie sein Log. Nimmt ein Proxy oder ein Load-Balancer die Verbindungen an, prüfen Sie, ob der Dienst dahinter läuft."
  },
  service_refuses: {
    title: "Der Server antwortet, verweigert aber den Dienst",
    nextStep:
      "Lesen Sie das Log des Dienstes auf {host|dem Host}. Häufige Gründe sind ein Start oder ein Herunterfahren, zu viele Verbindungen und eine Regel, die die Adresse der Prüfung verbietet."
  },
  login_refused: {
    title: "Der Server nimmt die Anmeldung nicht an",
    nextStep:
      "Prüfen Sie, ob das Passwort oder die Rechte des Benutzers auf {host|dem Host} geändert wurden und ob der Benutzer gesperrt ist. Tragen Sie dann die richtigen Zugangsdaten im Monitor ein."
  },
  wrong_answer: {
    title: "Der Dienst läuft, aber seine Antwort ist nicht die erwartete",
    nextStep:
      "Vergleichen Sie die Antwort des Dienstes auf {host|dem Host} mit der Bedingung des Monitors. Ist die Antwort richtig, ändern Sie die Bedingung. Sonst beheben Sie, was die Bedingung überwacht."
  },
  other_protocol: {
    title: "Der Port spricht nicht das Protokoll des Dienstes",
    nextStep:
      "Prüfen Sie, welches Programm auf Port {port|des Dienstes} von {host|diesem Host} läuft und ob der Port TLS erwartet. Soll dort ein anderes Programm laufen, ändern Sie den Typ des Monitors."
  },
  mx_moved: {
    title: "Die MX-Einträge haben sich geändert",
    nextStep:
      "Prüfen Sie, ob die MX-Einträge von {domain|der Domain} von {before|den früheren Servern} zu {now|keinem Server} wechseln sollten. Wenn nicht, setzen Sie sie jetzt zurück: E-Mails gehen an die neuen Server oder werden abgelehnt."
  },
  spf_broken: {
    title: "Eine Änderung hat den SPF-Eintrag beschädigt",
    nextStep:
      "Veröffentlichen Sie genau einen gültigen SPF-Eintrag bei {domain|der Domain}. Der letzte gute war {before|im Verlauf des Monitors}. Vergleichen Sie ihn mit {now|dem jetzigen}, und behalten Sie jeden Absender, der noch für Sie sendet."
  },
  spf_too_many_lookups: {
    title: "Der SPF-Eintrag braucht zu viele DNS-Abfragen",
    nextStep:
      "Verringern Sie die Abfragen des SPF-Eintrags von {domain|der Domain} von {lookups|mehr als zehn} auf höchstens 10. Entfernen Sie Includes von Diensten, die Sie nicht mehr nutzen, oder geben Sie einem Absender eine eigene Subdomain. Empfänger verwerfen den Eintrag, wie er ist."
  },
  dkim_key_gone: {
    title: "Ein benutzter DKIM-Schlüssel fehlt",
    nextStep:
      "Veröffentlichen Sie den Schlüssel des Selektors {selector|in Gebrauch} bei {domain|der Domain} wieder, so wie Ihr E-Mail-Anbieter ihn zeigt. Bis dahin schlägt DKIM bei Nachrichten fehl, die damit signiert sind."
  },
  dkim_key_rotated: {
    title: "Nachrichten sind mit einem Schlüssel signiert, der nicht veröffentlicht ist",
    nextStep:
      "Veröffentlichen Sie den Schlüssel des Selektors {selector|in Gebrauch} bei {domain|der Domain}. Ihr E-Mail-Anbieter zeigt den Eintrag in seinen Einstellungen zu DKIM. Entfernen Sie den alten Schlüssel eine Woche später."
  },
  dmarc_weakened: {
    title: "Die DMARC-Richtlinie ist schwächer als vorher",
    nextStep:
      "Prüfen Sie, ob der DMARC-Eintrag von {domain|der Domain} geändert werden sollte. Wenn nicht, veröffentlichen Sie den früheren Eintrag wieder: {before|den aus dem Verlauf des Monitors}."
  },
  new_listing: {
    title: "Eine Sperrliste führt die Domain oder ihren Mailserver",
    nextStep:
      "Finden Sie heraus, warum {what|Ihr Server} in {lists|der Liste} steht: meist ein Konto, das Spam sendet, oder ein missbrauchtes Formular. Beheben Sie zuerst das. Beantragen Sie dann die Löschung auf der Website der Liste."
  },
  mx_tls_broken: {
    title: "TLS eines Mailservers ist defekt",
    nextStep:
      "Reparieren Sie TLS auf {hosts|dem Mailserver}: schalten Sie STARTTLS ein, und installieren Sie ein gültiges Zertifikat für den Namen im MX-Eintrag. Testen Sie es mit `openssl s_client -starttls smtp -connect MAILSERVER:25`. Absender, die TLS verlangen, stellen bis dahin nichts zu."
  }
}
