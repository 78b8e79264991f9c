import type { Words } from "./Words.ts"

/** The words about services that differ from those about sites. */
export const germanServices: Words["ofServices"] = {
  causes: {
    address_changed: {
      title: "Der Host hat eine neue Adresse, die den Dienst nicht anbietet",
      nextStep:
        "Prüfen Sie, ob der Wechsel von {before|der früheren Adresse} zu {now|der neuen Adresse} gewollt war. Wenn ja, starten Sie den Dienst für {host|den Host} auf dem neuen Server. Sonst setzen Sie den Eintrag zurück."
    },
    cname_changed: {
      title: "Der Host ist ein Alias eines anderen Namens, der den Dienst nicht anbietet",
      nextStep:
        "Prüfen Sie, ob der Alias von {host|diesem Host} zu {now|dem neuen Ziel} wechseln sollte. Wenn ja, starten Sie den Dienst auf dem neuen Ziel. Sonst setzen Sie den Eintrag auf {before|den früheren Wert} zurück."
    },
    connection_refused: {
      title: "Auf dem Port läuft kein Dienst, oder eine Firewall weist die Verbindung ab",
      nextStep:
        "Prüfen Sie, ob der Dienst auf {host|dem Host} läuft, und lesen Sie in seinem Log, warum er stehen geblieben ist. Prüfen Sie, ob er auf Port {port|des Monitors} und nicht nur auf 127.0.0.1 läuft und ob keine Firewall die Verbindungen abweist."
    },
    connection_filtered: {
      title: "Eine Firewall verwirft unsere Pakete",
      nextStep:
        "Prüfen Sie die Firewall und die Sicherheitsgruppe vor {host|dem Host}. Sie müssen Port {port|des Monitors} für die Adressen Ihrer Standorte erlauben. Tun sie das, prüfen Sie, ob der Dienst hängt."
    },
    server_silent: {
      title: "Der Host antwortet überhaupt nicht",
      nextStep:
        "Öffnen Sie die Konsole von {host|diesem Host}. Prüfen Sie, ob er läuft und Netz hat und ob keine Firewall alle Pakete verwirft. Starten Sie ihn neu, wenn er hängt."
    },
    connection_reset: {
      title: "Der Server nimmt Verbindungen an und bricht sie ab",
      nextStep:
        "Lesen Sie die Logs des Dienstes auf {host|dem Host} und des Proxys davor. Ein Abbruch kommt meist von einem Absturz, einer Grenze für Verbindungen oder einer Firewall, die den Verkehr prüft."
    },
    ipv6_broken: {
      title: "Der Dienst geht über IPv4, aber nicht über IPv6",
      nextStep:
        "Lassen Sie den Dienst auf {host|dem Host} auch auf {failing|seiner IPv6-Adresse} laufen, und erlauben Sie den Port in der IPv6-Firewall. Hat der Server kein IPv6, entfernen Sie den AAAA-Eintrag."
    },
    one_location: {
      title: "Nur ein Standort erreicht den Dienst nicht",
      nextStep:
        "Der Dienst geht von {working|den anderen Standorten}. Prüfen Sie, ob eine Regel der Firewall {failing|diesen Standort} abweist. Wenn nicht, führen Sie dort `mtr {host|example.com}` aus und senden Sie das Ergebnis an den Netzanbieter."
    },
    own_network: {
      title: "Das Netz des Überwachungs-Workers ist zweifelhaft",
      nextStep:
        "Prüfen Sie das Netz und den Resolver des Überwachungs-Workers. Über den Dienst ist nichts bekannt, bis der Worker wieder andere Hosts erreicht."
    },
    certificate_for_other_name: {
      title: "Das Zertifikat enthält den Host nicht",
      nextStep:
        "Stellen Sie ein Zertifikat aus, das {host|den Host} enthält, und installieren Sie es für diesen Dienst. Das gezeigte gilt für {names|andere Namen}. Laden Sie den Dienst nach jeder Erneuerung neu."
    },
    chain_incomplete: {
      title: "Der Server sendet das Zwischenzertifikat nicht",
      nextStep:
        "Stellen Sie für den Dienst auf {host|dem Host} die ganze Kette ein: das Zertifikat und danach das Zwischenzertifikat, etwa `fullchain.pem`. Testen Sie es mit `openssl s_client`."
    },
    certificate_untrusted: {
      title: "Dem Zertifikat wird nicht vertraut",
      nextStep:
        "Installieren Sie ein Zertifikat einer Zertifizierungsstelle, der die Clients von {host|diesem Host} vertrauen. Das gezeigte hat {issuer|eine unbekannte Stelle} ausgestellt."
    },
    tls_too_old: {
      title: "Der Server bietet nur alte TLS-Versionen an",
      nextStep:
        "Schalten Sie in den Einstellungen des Dienstes auf {host|dem Host} TLS 1.2 und 1.3 ein, oder aktualisieren Sie ihn. RFC 8996 verbietet TLS 1.0 und 1.1."
    },
    tls_handshake_failed: {
      title: "Der TLS-Handshake schlägt fehl",
      nextStep:
        "Lesen Sie die Meldung, die `openssl s_client` für {host|den Host} ausgibt. Prüfen Sie die Chiffren des Dienstes, ob er ein Client-Zertifikat verlangt und ob der Port von Anfang an TLS erwartet."
    },
    monitor_edited: {
      title: "Der Monitor schlägt seit einer Änderung seiner Einstellungen fehl",
      nextStep:
        "Prüfen Sie die Änderung von {fields|Einstellungen} von {at|dieser Zeit}. Setzen Sie den Wert zurück, oder berichtigen Sie ihn. Der Dienst selbst hat sich wahrscheinlich nicht geändert."
    }
  },
  evidence: {
    others_reach_it: "Andere Standorte erreichen den Dienst: {working}.",
    some_locations_fail:
      "Standorte in mehreren Netzen fallen aus ({failing}), andere erreichen den Dienst ({working}).",
    one_location_fails: "Nur ein Standort fällt aus ({failing}). Diese erreichen den Dienst: {working}.",
    one_of_two_locations_fails:
      "Einer von zwei Standorten fällt aus ({failing}). Der andere erreicht den Dienst: {working}.",
    many_reach_it: "Mindestens drei Standorte erreichen den Dienst: {working}."
  },
  terms: {
    protocol_error: "die Antwort folgt dem Protokoll nicht",
    too_large: "die Antwort ist zu groß"
  }
}
