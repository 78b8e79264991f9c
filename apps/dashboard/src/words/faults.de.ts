import { familyNames } from "@mon/bundled/content-faults/families"
import type { WordTable } from "./WordTable.ts"

export const certProblem: WordTable = {
  __proto__: null as never,
  expired: "abgelaufen",
  not_yet_valid: "noch nicht gültig",
  wrong_host: "falscher Name",
  no_alternative_names: "kein Name",
  self_signed: "selbst signiert",
  untrusted_root: "nicht vertraut",
  incomplete_chain: "Kette unvollständig",
  chain_expired: "Kette abgelaufen",
  weak_key: "schwacher Schlüssel",
  weak_signature: "schwache Signatur",
  old_protocol: "altes Protokoll",
  invalid_chain: "Kette ungültig"
}

export const fault: WordTable = {
  __proto__: null as never,
  dns_nxdomain: "Der Name existiert nicht",
  dns_nodata: "Der Name hat keine Adresse",
  dns_servfail: "Der Nameserver meldet einen Fehler",
  dns_timeout: "Die Nameserver antworten nicht",
  dns_failed: "Der Name lässt sich nicht auflösen",
  connect_refused: "Die Verbindung wurde abgelehnt",
  connect_timeout: "Keine Verbindung innerhalb der Frist",
  connect_reset: "Die Verbindung wurde abgebrochen",
  no_route: "Es gibt keinen Weg zum Server",
  blocked_address: "Die Adresse ist nicht öffentlich",
  tls_handshake: "Der TLS-Handshake ist gescheitert",
  tls_timeout: "Der TLS-Handshake dauerte zu lange",
  header_timeout: "Keine Antwort innerhalb der Frist",
  body_timeout: "Die Antwort endete nicht innerhalb der Frist",
  http_status: "Der Server antwortete mit einem Fehler",
  expectation_failed: "Die Antwort ist nicht wie erwartet",
  content_fault: "Die Seite zeigt, dass die Website gestört ist",
  too_many_redirects: "Zu viele Weiterleitungen",
  redirect_loop: "Die Weiterleitungen drehen sich im Kreis",
  bad_redirect: "Die Weiterleitung führt ins Leere",
  unsafe_redirect: "Die Weiterleitung führt zu einem anderen Host, und dorthin sendet Mon die Anfrage nicht",
  protocol_error: "Die Antwort ist kein gültiges HTTP",
  closed_unanswered: "Der Server schloss die Verbindung ohne Antwort",
  service_refused: "Der Server verweigert den Dienst",
  login_refused: "Die Anmeldung ist gescheitert",
  wrong_answer: "Der Dienst gab eine falsche Antwort",
  too_large: "Die Antwort ist zu groß",
  heartbeat_late: "Der Job hat sich nicht rechtzeitig gemeldet",
  heartbeat_too_long: "Ein Lauf dauert zu lange",
  heartbeat_too_short: "Ein Lauf war zu kurz",
  heartbeat_too_often: "Der Job läuft zu oft",
  heartbeat_failed: "Der Job ist fehlgeschlagen",
  prober_fault: "Kein Ergebnis: Mon konnte nicht prüfen",
  local_fault: "Kein Ergebnis: Mon konnte nicht prüfen"
}

export const advice: WordTable = {
  __proto__: null as never,
  dns_nxdomain: "Prüfen Sie, ob die Domain registriert ist und ihre Nameserver einen Eintrag für diesen Host haben.",
  dns_servfail: "Prüfen Sie Zone und DNSSEC bei Ihrem DNS-Anbieter: Die Nameserver melden einen Fehler.",
  dns_timeout: "Prüfen Sie, ob die Nameserver der Domain erreichbar sind.",
  connect_refused: "Prüfen Sie, ob der Webserver läuft und auf diesem Port Verbindungen annimmt.",
  connect_timeout: "Prüfen Sie Server und Firewall: Pakete bleiben ohne Antwort.",
  connect_reset: "Prüfen Sie den Webserver und was davor steht: Verbindungen werden abgebrochen.",
  tls_handshake: "Prüfen Sie Zertifikat und TLS-Einstellungen des Servers.",
  header_timeout: "Der Server nimmt Verbindungen an, antwortet aber zu langsam. Prüfen Sie Last und Datenbank.",
  body_timeout: "Der Server beginnt eine Antwort, beendet sie aber nicht. Prüfen Sie die Last.",
  http_status: "Lesen Sie das Protokoll des Webservers zum Zeitpunkt des Fehlers: Er antwortet mit einem Fehler.",
  expectation_failed:
    "Vergleichen Sie die Antwort mit den Erwartungen in den Einstellungen: Entweder die Seite oder die Erwartung hat sich geändert.",
  content_fault:
    "Der Status ist in Ordnung, aber Besucher sehen einen Fehler, eine gesperrte oder geparkte Website oder eine leere Seite. Öffnen Sie die Website und lesen Sie das Protokoll der Anwendung zum Zeitpunkt des Fehlers.",
  redirect_loop: "Prüfen Sie die Weiterleitungen: Sie führen an den Anfang zurück.",
  unsafe_redirect: "Überwachen Sie die Adresse, zu der die Weiterleitung führt, oder wählen Sie die Methode GET."
}

export const contentFault: WordTable = {
  __proto__: null as never,
  empty: "Die Seite ist leer",
  application_error: "Die Seite ist eine Fehlermeldung der Anwendung",
  suspended: "Die Website ist gesperrt",
  parked: "Die Domain ist geparkt oder steht zum Verkauf",
  default_page: "Die Seite ist eine Standardseite des Servers oder Frameworks",
  maintenance: "Die Website wird gewartet",
  coming_soon: "Die Website ist noch nicht eröffnet",
  challenge: "Die Website verlangt einen Nachweis, dass ein Mensch sie besucht",
  directory_listing: "Die Seite listet die Dateien eines Ordners auf",
  defaced: "Die Seite wurde vielleicht von Fremden verändert",
  wrong_format: "Die Antwort ist HTML statt Daten",
  another_site: "Die Seite gehört zu einer anderen Website"
}

/** The German names of the products that create faulty pages, by code. */
export const contentFamily: WordTable = {
  __proto__: null as never,
  ...familyNames,
  database: "Datenbank",
  "hosting panel": "Hosting-Verwaltung",
  "cookie wall": "Cookie-Abfrage"
}
