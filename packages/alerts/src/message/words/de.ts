import type { Words } from "./en.ts"

const number = (value: number): string => value.toLocaleString("de-DE")

const plural = (value: number, one: string, several: string): string =>
  `${number(value)} ${value === 1 ? one : several}`

const domains = (value: number): string => plural(value, "Domain", "Domains")
const incidents = (value: number): string => plural(value, "Störung", "Störungen")
const expires = (isPast: boolean, when: string): string => (isPast ? `ist ${when} abgelaufen` : `läuft ${when} ab`)

const monitors = (value: number, isRest: boolean): string =>
  isRest ? plural(value, "weiterer Monitor", "weitere Monitore") : plural(value, "Monitor", "Monitore")

const WEEKDAYS = ["So.", "Mo.", "Di.", "Mi.", "Do.", "Fr.", "Sa."]
const MONTHS = ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."]

const milliseconds = (value: number): string => `${number(value)} ms`

export const de: Words = {
  language: "de",
  number,
  sortLocale: "de",
  unknown: "unbekannt",
  unnamed: "Monitor ohne Namen",
  moment: (weekday, day, month, year) => `${WEEKDAYS[weekday]}, ${day}. ${MONTHS[month]} ${year}`,
  units: {
    day: (value) => plural(value, "Tag", "Tage"),
    hour: (value) => `${value} h`,
    minute: (value) => `${value} min`,
    second: (value) => `${value} s`
  },
  inDays: (days) => {
    if (days === 0) return "heute"
    return days > 0 ? `in ${plural(days, "Tag", "Tagen")}` : `vor ${plural(-days, "Tag", "Tagen")}`
  },
  andMore: (list, rest) => `${list} und ${rest} weitere`,
  more: (rest) => `und ${rest} weitere`,
  from: ", von ",
  email: {
    sentBy: (service) => `Gesendet von ${service}.`,
    settings: "E-Mail-Einstellungen",
    unsubscribe: "Abbestellen",
    screenshotOf: (name) => `Bildschirmfoto von ${name}`
  },
  links: {
    acknowledge: "Bestätigen",
    incident: "Störung öffnen",
    monitor: "Monitor öffnen",
    overview: "Übersicht öffnen",
    report: "Bericht öffnen",
    change: "Fassungen vergleichen"
  },
  labels: {
    url: "URL",
    detected: "Erkannt",
    since: "Seit",
    responseTime: "Antwortzeit",
    pageSays: "Die Seite sagt",
    downSince: "Ausfall seit",
    upSince: "Behoben",
    downtime: "Ausfallzeit",
    reason: "Grund",
    response: "Antwort",
    exitCode: "Exit-Code",
    currentResponse: "Antwort jetzt",
    firstChange: "Erste Änderung",
    certificate: "Zertifikat",
    issuedBy: "Aussteller",
    validUntil: "Gültig bis",
    domain: "Domain",
    expires: "Ablauf",
    registrar: "Registrar",
    grade: "Note",
    before: "Vorher",
    checked: "Geprüft",
    monitors: "Monitore",
    urlChanges: "Änderungen",
    checks: "Prüfungen"
  },
  failed: "Die Prüfung ist fehlgeschlagen.",
  answered: (status) => `Der Server antwortete mit ${status}.`,
  faults: {
    heartbeat_failed: "Der Job hat einen Fehler gemeldet.",
    heartbeat_late: "Der Job hat sich nicht rechtzeitig gemeldet.",
    heartbeat_too_long: "Ein Lauf des Jobs dauert länger als erlaubt.",
    heartbeat_too_often: "Der Job läuft öfter als erlaubt.",
    heartbeat_too_short: "Der Job war schneller fertig als erlaubt.",
    dns_nxdomain: "Der Name existiert nicht.",
    dns_servfail: "Die Nameserver melden einen Fehler.",
    dns_timeout: "Die Nameserver antworten nicht.",
    dns_failed: "Der Name lässt sich nicht auflösen.",
    connect_refused: "Die Verbindung wurde abgelehnt.",
    connect_timeout: "Es kam keine Verbindung innerhalb der Frist zustande.",
    connect_reset: "Die Verbindung wurde abgebrochen.",
    tls_handshake: "Der TLS-Handshake ist gescheitert.",
    tls_timeout: "Der TLS-Handshake dauerte zu lange.",
    header_timeout: "Der Server antwortete nicht innerhalb der Frist.",
    body_timeout: "Die Antwort endete nicht innerhalb der Frist.",
    too_many_redirects: "Es gibt zu viele Weiterleitungen.",
    redirect_loop: "Die Weiterleitungen führen im Kreis.",
    bad_redirect: "Die Weiterleitung hat kein gültiges Ziel.",
    unsafe_redirect: "Die Weiterleitung führt zu einem anderen Host. Dort werden Methoden wie POST nicht wiederholt.",
    protocol_error: "Die Antwort ist kein gültiges HTTP.",
    too_large: "Die Seite ist zu groß.",
    too_slow: "Die Seite zu lesen dauert zu lange.",
    empty: "Die Seite zeigt keinen Text.",
    blocked: "Die Website zeigt statt der Seite eine Sperre.",
    filter_not_found: "Die Seite hat das Element nicht mehr, das verglichen wird."
  },
  outcomes: {
    expectation_failed: "Erwartung nicht erfüllt",
    content_fault: "Seite zeigt einen Fehler",
    dns_nxdomain: "Name existiert nicht",
    dns_nodata: "Name hat keine Adresse",
    dns_servfail: "Nameserver melden einen Fehler",
    dns_timeout: "keine Antwort der Nameserver",
    connect_refused: "Verbindung abgelehnt",
    connect_timeout: "keine Verbindung in der Frist",
    connect_reset: "Verbindung abgebrochen",
    no_route: "kein Weg zum Server",
    tls_handshake: "TLS-Handshake gescheitert",
    tls_timeout: "kein TLS-Handshake in der Frist",
    header_timeout: "keine Antwort in der Frist",
    body_timeout: "Antwort endete nicht in der Frist",
    too_large: "Antwort zu groß",
    protocol_error: "Antwort ist kein gültiges HTTP",
    closed_unanswered: "Server schloss die Verbindung ohne Antwort",
    service_refused: "Server verweigert den Dienst",
    login_refused: "Anmeldung gescheitert",
    wrong_answer: "falsche Antwort",
    too_many_redirects: "zu viele Weiterleitungen",
    redirect_loop: "Weiterleitungen im Kreis",
    bad_redirect: "Weiterleitung ohne gültiges Ziel",
    unsafe_redirect: "Weiterleitung zu einem anderen Host",
    blocked_address: "Adresse ist nicht öffentlich",
    prober_fault: "kein Ergebnis: der Dienst war ausgelastet"
  },
  contentFaults: {
    empty: "die Seite ist leer",
    application_error: "die Seite ist eine Fehlermeldung der Anwendung",
    suspended: "die Website ist gesperrt",
    parked: "die Domain ist geparkt oder steht zum Verkauf",
    default_page: "die Seite ist eine Standardseite des Servers oder Frameworks",
    maintenance: "die Website wird gewartet",
    coming_soon: "die Website ist noch nicht eröffnet",
    challenge: "die Website verlangt einen Nachweis, dass ein Mensch sie besucht",
    directory_listing: "die Seite listet die Dateien eines Ordners auf",
    defaced: "die Seite wurde vielleicht von Fremden verändert",
    wrong_format: "die Antwort ist HTML statt Daten",
    another_site: "die Seite gehört zu einer anderen Website"
  },
  quoted: (text) => `„${text}“`,
  output: "Letzte Zeilen der Ausgabe",
  checks: { title: "Prüfungen", more: (rest) => `und ${plural(rest, "weitere Prüfung", "weitere Prüfungen")}` },
  diagnosis: {
    title: "Diagnose",
    likely: "Wahrscheinliche Ursache",
    nextStep: "Nächster Schritt",
    evidence: "Beleg",
    against: "Dagegen spricht",
    confidence: (cause, percent) => `${cause} (${percent} %)`,
    cause: (cause, step) => `Wahrscheinliche Ursache: ${cause}. ${step}`
  },
  down: {
    word: "AUSFALL",
    noResponse: "keine",
    lead: (name, reason) => `${name} ist nicht erreichbar. ${reason}`,
    afterMaintenance: (name, reason, window, since) =>
      `Das Wartungsfenster „${window}“ ist zu Ende, aber ${name} ist seit ${since} nicht erreichbar. ${reason}`
  },
  up: {
    word: "BEHOBEN",
    lead: (name, downtime) =>
      `${name} ist wieder erreichbar.${downtime === null ? "" : ` Der Ausfall dauerte ${downtime}.`}`
  },
  flapping: {
    word: "INSTABIL",
    lead: (name, transitions, hours) =>
      `${name} wechselte ${number(transitions)}-mal innerhalb von ${plural(hours, "Stunde", "Stunden")} zwischen erreichbar und nicht erreichbar. Bis die Domain wieder stabil ist, erhalten Sie nicht für jeden Wechsel eine Benachrichtigung.`
  },
  degraded: {
    word: "LANGSAM",
    lead: (name, limitMs) => `Drei Prüfungen in Folge von ${name} dauerten länger als ${milliseconds(limitMs)}.`,
    content: {
      word: "BEEINTRÄCHTIGT",
      lead: (name, fault) =>
        `Drei Prüfungen in Folge von ${name} erhielten eine Antwort, aber nicht die gewohnte Seite: ${fault}.`
    }
  },
  recovered: {
    word: "WIEDER SCHNELL",
    lead: (name, limitMs) => `Drei Prüfungen in Folge von ${name} dauerten höchstens ${milliseconds(limitMs)}.`,
    content: {
      word: "WIEDER IN ORDNUNG",
      lead: (name) => `Drei Prüfungen in Folge von ${name} erhielten eine normale Seite.`
    }
  },
  external: {
    words: { critical: "KRITISCH", error: "FEHLER", warning: "WARNUNG", info: "HINWEIS" },
    lead: (source, title) => `${source} meldet: ${title}`,
    resolved: "BEHOBEN",
    resolvedLead: (source, title) => `${source} meldet, dass dieses Problem behoben ist: ${title}`,
    untitled: "Alarm ohne Titel",
    summary: "Zusammenfassung",
    began: "Beginn",
    ended: "Ende",
    page: "Seite der Quelle",
    details: "Einzelheiten"
  },
  milliseconds,
  digest: {
    down: (value) => `AUSFALL ${domains(value)}`,
    up: (value) => `BEHOBEN ${domains(value)}`,
    downTitle: (value) => `${domains(value)} nicht erreichbar`,
    upTitle: (value) => `${domains(value)} wieder erreichbar`,
    lead: (value, names) =>
      `${value === 1 ? "1 Domain hat" : `${number(value)} Domains haben`} ungefähr gleichzeitig den Zustand gewechselt: ${names}.`,
    downList: "Nicht erreichbar",
    upList: "Wieder erreichbar"
  },
  sharedCause: {
    label: "Gemeinsame Ursache",
    link: "Erste Störung öffnen",
    places: {
      address: (value) => `unter ${value}`,
      network: (value) => `im Netz ${value}`,
      name_servers: (value) => `mit den Nameservern ${value}`
    },
    names: {
      address: (value) => `Adresse ${value}`,
      network: (value) => `Netz ${value}`,
      name_servers: (value) => `Nameserver ${value}`
    },
    monitors: (value, place, isRest) => `${monitors(value, isRest)} ${place}`,
    areDown: (value, place, isRest) =>
      `${monitors(value, isRest)} ${place} ${value === 1 ? "ist" : "sind"} nicht erreichbar`,
    areUp: (value, place, isRest) =>
      `${monitors(value, isRest)} ${place} ${value === 1 ? "ist" : "sind"} wieder erreichbar`,
    lead: (state, names) => `${state}: ${names}.`,
    failing: (value) =>
      `Auch die Prüfungen von ${number(value)} weiteren schlagen fehl. Eine zweite Nachricht nennt innerhalb einer Minute, was sonst noch ausgefallen ist.`
  },
  reminder: (subject) => `Erinnerung: ${subject}`,
  summary: {
    word: "RUHEZEIT",
    subject: (value) => `${number(value)} ${value === 1 ? "Meldung" : "Meldungen"} in der Ruhezeit`,
    lead: (subjects) => `Das ist in der Ruhezeit des Kanals geschehen: ${subjects}.`,
    list: "Meldungen",
    monitors: (value) => plural(value, "Monitor", "Monitore"),
    atSameTime: (value, subjects) =>
      `${plural(value, "Monitor hatte", "Monitore hatten")} etwa zur selben Zeit dieselbe Meldung: ${subjects}.`,
    alerts: (value) => plural(value, "Alarm", "Alarme"),
    alertsAtSameTime: (value, subjects) =>
      `${plural(value, "Alarm", "Alarme")} aus anderen Werkzeugen ${value === 1 ? "ist" : "sind"} etwa zur selben Zeit eingetroffen: ${subjects}.`
  },
  changed: {
    word: "GEÄNDERT",
    lead: (name, summary) => `Der Inhalt von ${name} hat sich geändert. ${summary}`,
    differs: "Der Text unterscheidet sich von der vorigen Fassung",
    added: "Neu",
    removed: "Entfernt",
    moreLines: (rest) => `und ${plural(rest, "weitere Zeile", "weitere Zeilen")}`
  },
  dns: {
    word: "DNS GEÄNDERT",
    lead: (name, types) =>
      `DNS-Einträge von ${name} haben sich geändert (${types}). Wenn Sie das nicht waren, hat vielleicht jemand anders Zugriff auf die Domain.`
  },
  stopped: {
    word: "CHECKS ANGEHALTEN",
    missingSince: "Eintrag fehlt seit",
    lead: (name, method, record) =>
      `${name} wird nicht mehr mit ${method} geprüft: Der TXT-Eintrag von ${record}, der belegt, dass der Host Ihnen gehört, fehlt. Veröffentlichen Sie ihn wieder, oder wählen Sie eine andere Methode.`,
    service: (name, record) =>
      `${name} wird nicht mehr geprüft: Der TXT-Eintrag von ${record}, der belegt, dass der Host Ihnen gehört, fehlt. Veröffentlichen Sie ihn wieder. Seinen Text sehen Sie, wenn Sie die Adresse des Dienstes noch einmal speichern.`,
    notAllowed: (name) =>
      `${name} wird nicht mehr geprüft: Der Betreiber erlaubt Prüfungen dieser Art, dieser Adresse oder dieses Ports nicht. Die Seite des Dienstes nennt den Grund.`
  },
  error: {
    word: "FEHLER",
    lead: (name, reason) => `${name} konnte nicht geprüft werden. ${reason}`,
    afterMaintenance: (name, reason, window, since) =>
      `Das Wartungsfenster „${window}“ ist zu Ende, aber ${name} kann seit ${since} nicht geprüft werden. ${reason}`
  },
  certificate: {
    word: "ZERTIFIKAT",
    expiringSubject: (isPast, when, name) => `Zertifikat ${expires(isPast, when)}: ${name}`,
    expiring: (isPast, when, name) =>
      `Das Zertifikat von ${name} ${expires(isPast, when)}. Erneuern Sie es${isPast ? "" : " vorher"}, und prüfen Sie die automatische Erneuerung.`,
    invalidSubject: (name) => `Zertifikat ungültig: ${name}`,
    invalid: (name) => `Das Zertifikat von ${name} ist ungültig.`,
    otherProblem: (problem) => `Das Problem: ${problem || "unbekannt"}.`,
    problems: {
      expired: "Das Zertifikat ist abgelaufen. Browser öffnen die Seite erst wieder nach einer Erneuerung.",
      not_yet_valid: "Das Zertifikat ist noch nicht gültig.",
      wrong_host: "Das Zertifikat wurde für andere Namen ausgestellt.",
      no_alternative_names: "Das Zertifikat nennt keine alternativen Namen. Browser akzeptieren keine anderen.",
      self_signed: "Das Zertifikat ist selbst signiert. Kein Browser vertraut ihm.",
      untrusted_root: "Browser vertrauen dem Aussteller des Zertifikats nicht.",
      incomplete_chain: "Der Server sendet das Zwischenzertifikat nicht. Manche Browser öffnen die Seite nicht.",
      unknown_issuer: "Der Server sendet nur sein eigenes Zertifikat, und Browser kennen den Aussteller nicht.",
      chain_expired: "Ein anderes Zertifikat der Kette ist abgelaufen oder noch nicht gültig.",
      weak_key: "Der Schlüssel des Zertifikats ist zu kurz.",
      weak_signature: "Das Zertifikat ist mit SHA-1 oder MD5 signiert. Browser lehnen es ab.",
      old_protocol: "Der Server unterstützt nur TLS 1.0 oder 1.1. Browser lehnen das ab.",
      invalid_chain: "Die Zertifikatskette endet nicht bei einem Aussteller, dem Browser vertrauen."
    }
  },
  registration: {
    word: "DOMAIN",
    subject: (isPast, when, name) => `Domain ${expires(isPast, when)}: ${name}`,
    lead: (isPast, when, name) =>
      `Die Registrierung von ${name} ${expires(isPast, when)}. ${isPast ? "Verlängern Sie sie jetzt, bevor jemand anders den Namen registriert." : "Verlängern Sie sie beim Registrar, oder prüfen Sie die automatische Verlängerung."}`
  },
  emailHealth: {
    word: "E-MAIL",
    grade: (grade, score) => `${grade} (${score} von 100)`,
    badSubject: (grade, name) => `E-Mail-Zustand ${grade}: ${name}`,
    listedSubject: (name) => `Auf einer Sperrliste: ${name}`,
    bad: (name, grade, previous) =>
      `Der E-Mail-Zustand von ${name} ist jetzt ${grade}.${previous === null ? "" : ` Die Note war vorher ${previous}.`} E-Mails von ${name} können abgewiesen oder als Spam markiert werden.`,
    listed: (name, value, lists) =>
      `${name} steht neu auf ${value === 1 ? "einer Sperrliste" : `${number(value)} Sperrlisten`}: ${lists}.`,
    todo: "Was zu tun ist",
    moreFindings: (rest) => `und ${plural(rest, "weiterer Befund", "weitere Befunde")}`,
    severities: { critical: "Kritisch", high: "Hoch", medium: "Mittel", low: "Gering", info: "Hinweis" },
    set: (type, host, value) => ` Setzen Sie ${type} ${host} auf: ${value}`,
    recoveredSubject: (name) => `E-Mail-Zustand wieder gut: ${name}`,
    recovered: (name, grade) =>
      `Der E-Mail-Zustand von ${name} ist wieder gut. Die Note ist jetzt ${grade}, und die Domain steht auf keiner neuen Sperrliste.`
  },
  unreadable: {
    word: "HINWEIS",
    subject: (type) => `Benachrichtigung ${type}`,
    lead: "Die Einzelheiten dieser Benachrichtigung lassen sich nicht anzeigen, weil eine andere Version des Dienstes sie geschrieben hat."
  },
  week: {
    word: "WOCHE",
    subject: (what) => `Wochenbericht: ${what}`,
    allWell: "alles in Ordnung",
    nothingMeasured: "nichts gemessen",
    unmeasured: (value) => `${domains(value)} nicht gemessen`,
    unreadable: (value) => `${plural(value, "URL", "URLs")} nicht lesbar`,
    incidents,
    todoCount: (value) => `${value} zu erledigen`,
    period: (from, to) => `${from} bis ${to}`,
    quiet: {
      all: "Keine Domain ist ausgefallen",
      some: "Keine gemessene Domain ist ausgefallen",
      none: "Keine Domain wurde gemessen"
    },
    lead: (count, actions, quiet) =>
      `${count === 0 ? quiet : `Es gab ${incidents(count)}`}, und ${actions === 0 ? "in den nächsten 30 Tagen ist nichts fällig" : `${actions === 1 ? "1 Punkt braucht" : `${actions} Punkte brauchen`} Ihre Aufmerksamkeit`}.`,
    todo: "Zu erledigen",
    domains: "Domains",
    moreDomains: (rest) => `und ${plural(rest, "weitere Domain", "weitere Domains")}`,
    urls: "URLs",
    moreUrls: (rest) => `und ${plural(rest, "weitere URL", "weitere URLs")}`,
    total: "Insgesamt",
    monitors: (count, urls) => `${domains(count)}, ${plural(urls, "URL", "URLs")}`,
    checks: (run, missed) => `${run} ausgeführt, ${missed ?? "keine"} vom Dienst versäumt`,
    notMeasured: "nicht gemessen",
    uptime: (percent, before) => `${percent} verfügbar${before === null ? "" : ` (in der Woche davor ${before})`}`,
    noIncidents: (before) => `keine Störung (in der Woche davor ${before})`,
    downtime: (count, before, down) =>
      `${incidents(count)}${before === null ? "" : ` (in der Woche davor ${before})`}, ${down} Ausfall`,
    on: (time) => ` am ${time}`,
    longest: (duration, time) => `, der längste ${duration} am ${time}`,
    cause: (title) => ` (wahrscheinliche Ursache: ${title})`,
    maintenance: (duration) => `${duration} Wartung nicht mitgezählt`,
    response: (ms, before) => `Antwortzeit (p95) ${ms} ms${before === null ? "" : ` (vorher ${before} ms)`}`,
    grade: (grade, before) => `E-Mail-Note ${grade}${before === null ? "" : ` (vorher ${before})`}`,
    certificate: (isPast, when) => `Zertifikat ${expires(isPast, when)}`,
    registration: (isPast, when) => `Registrierung ${expires(isPast, when)}`,
    paused: "pausiert",
    flapping: "instabil",
    noChanges: "keine Änderungen",
    changes: (value) => plural(value, "Änderung", "Änderungen"),
    cannotCheck: "kann gerade nicht geprüft werden",
    isDown: "ist gerade nicht erreichbar",
    certificateInvalid: "Zertifikat ist ungültig",
    badGrade: (grade) => `E-Mail-Zustand ist ${grade}`
  }
}
