import type { ServiceType } from "@mon/model"
import type { serviceFieldsEn } from "./serviceFields.en.ts"
import { groupsOfTypes, portsByType, startsTls, tlsTypes, wordsOfServers } from "./servicePorts.ts"

/** The German names of the types of services. */
export const serviceTypesDe: Readonly<Record<ServiceType, string>> = {
  tcp: "TCP-Port",
  tls: "TLS-Port",
  icmp: "Host (Ping)",
  udp: "UDP-Dienst",
  webSocket: "WebSocket",
  grpc: "gRPC",
  smtp: "SMTP (Postausgang)",
  imap: "IMAP (Postfach)",
  pop3: "POP3 (Postfach)",
  mailRoundTrip: "E-Mail hin und zurück",
  postgres: "PostgreSQL",
  mysql: "MySQL oder MariaDB",
  sqlServer: "Microsoft SQL Server",
  mongodb: "MongoDB",
  redis: "Redis oder Valkey",
  mqtt: "MQTT-Broker",
  amqp: "AMQP-Broker, etwa RabbitMQ",
  ldap: "LDAP-Verzeichnis",
  radius: "RADIUS",
  dns: "DNS-Server",
  ntp: "NTP (Zeitserver)",
  ssh: "SSH",
  ftp: "FTP",
  snmp: "SNMP",
  sip: "SIP",
  stun: "STUN oder TURN",
  quic: "QUIC, etwa HTTP/3"
}

/** The hints that depend on the type. */
const hintsByType = Object.fromEntries([
  ...portsByType.map(([type, { fromStart, plain }]) => [
    `check.${type}.${type === "dns" ? "server" : "target"}`,
    `Der Host, oder Host und Port. Standard-Port: ${plain}${fromStart === undefined ? "" : `, oder ${fromStart}, wenn die Verbindung mit TLS beginnt`}.`
  ]),
  ...tlsTypes.map((type) => [
    `check.${type}.tls`,
    startsTls.has(type) ? "Standard: TLS, wenn der Server es anbietet." : "Standard: kein TLS."
  ])
])

/** The German words of the parts that a check and the servers of a mail round trip have. */
const serverLabels = {
  "check.target": "Adresse",
  "check.tls": "TLS",
  "check.tls.never": "Nie",
  "check.tls.ifOffered": "Wenn der Server es anbietet",
  "check.tls.required": "Verlangt",
  "check.tls.fromStart": "Ab Beginn der Verbindung",
  "check.serverName": "Name im Zertifikat",
  "check.login": "Anmeldung",
  "check.login.none": "Keine Anmeldung",
  "check.login.present": "Benutzername und Passwort",
  "check.login.username": "Benutzername",
  "check.login.password": "Passwort",
  "check.clientName": "Name des Clients"
}
const serverHints = {
  "check.tls": "Ob und ab wann die Verbindung verschlüsselt ist.",
  "check.serverName": "Für SNI und die Prüfung des Zertifikats. Standard: der Host der Adresse.",
  "check.login":
    "Ohne Anmeldung prüft Mon nur, ob der Server antwortet. Verwenden Sie ein Konto mit möglichst wenigen Rechten.",
  "check.login.username": "Der Benutzername auf dem Server.",
  "check.login.password": "Wird verschlüsselt gespeichert und nie angezeigt.",
  "check.clientName": "Der Name, den Mon im Befehl EHLO nennt. Standard: die Adresse der Verbindung."
}

/** The German labels and hints of the fields of services. */
export const serviceFieldsDe: typeof serviceFieldsEn = {
  groups: {
    __proto__: null as never,
    check: groupsOfTypes({
      hosts: "Ports und Hosts",
      mail: "E-Mail",
      databases: "Datenbanken",
      messages: "Nachrichten und Verzeichnisse",
      names: "Namen und Zeit",
      others: "Dateien, Shells und anderes"
    })
  },
  labels: {
    __proto__: null as never,
    ...Object.fromEntries(Object.entries(serviceTypesDe).map(([type, name]) => [`check.type.${type}`, name])),
    ...serverLabels,
    ...wordsOfServers(serverLabels),
    "check.mailRoundTrip.send": "Server für den Postausgang",
    "check.mailRoundTrip.receive": "Postfach",
    "check.from": "Absender",
    "check.to": "Empfänger",
    "check.receive.folders": "Ordner",
    "check.receive.junkFolders": "Ordner für Spam",
    "check.authentication": "Ergebnisse des empfangenden Servers",
    "check.authentication.spf": "SPF",
    "check.authentication.dkim": "DKIM",
    "check.authentication.dmarc": "DMARC",
    "check.send.more": "Weitere Optionen",
    "check.receive.more": "Weitere Optionen",
    check: "Dienst",
    "check.type": "Art des Dienstes",
    "check.none": "Art wählen …",
    "check.more": "Weitere Optionen",
    "check.server": "Adresse des DNS-Servers",
    "check.family": "IP-Version",
    "check.family.none": "Beide",
    "check.family.4": "Nur IPv4",
    "check.family.6": "Nur IPv6",
    "check.steps": "Dialog",
    "check.steps.send": "Text senden",
    "check.steps.receive": "Auf eine Zeile warten",
    "check.steps.ignoreCase": "Groß- und Kleinschreibung ignorieren",
    "check.name": "Gefragter Name",
    "check.recordType": "Art der Einträge",
    "check.transport": "Transport",
    "check.transport.udp": "UDP",
    "check.transport.tcp": "TCP",
    "check.transport.tls": "TLS (DNS over TLS)",
    "check.recursion": "Der Server darf andere Server fragen",
    "check.rcode": "Antwortcode",
    "check.answers": "Einträge, die es geben muss",
    "check.minimumAnswers": "Kleinste Anzahl von Einträgen",
    "check.authenticated": "DNSSEC verlangen",
    "check.packets": "Pakete",
    "check.packetBytes": "Größe eines Pakets",
    "check.maxLossPercent": "Größter Verlust an Paketen",
    "check.maxMeanMs": "Längste mittlere Zeit",
    "check.url": "URL",
    "check.headers": "Header",
    "check.subprotocols": "Unterprotokolle",
    "check.ping": "Antwort auf einen Ping verlangen",
    "check.send": "Nachricht",
    "check.receive": "Muster der Antwort",
    "check.database": "Datenbank",
    "check.query": "Abfrage",
    "check.answer": "Bedingung für den Wert",
    "check.answer.equals": "Gleich",
    "check.answer.matches": "Muster",
    "check.answer.atLeast": "Mindestens",
    "check.answer.atMost": "Höchstens",
    "check.role": "Rolle des Servers",
    "check.role.none": "Beliebig",
    "check.role.primary": "Primär",
    "check.role.replica": "Replikat",
    "check.role.secondary": "Sekundär",
    "check.replicaSet": "Replica Set",
    "check.virtualHost": "Virtueller Host",
    "check.service": "Gefragter Dienst",
    "check.metadata": "Header des Aufrufs",
    "check.acceptUnimplemented": "Server ohne Health-Dienst annehmen",
    "check.maxStratum": "Höchstes Stratum",
    "check.maxOffsetMs": "Größte Abweichung der Zeit",
    "check.maxDispersionMs": "Größter Fehler der Zeit",
    "check.version": "Version von SNMP",
    "check.community": "Community",
    "check.oid": "Objektkennung (OID)",
    "check.secret": "Gemeinsames Geheimnis",
    inverted: "Der Port muss geschlossen sein"
  },
  hints: {
    __proto__: null as never,
    ...hintsByType,
    ...serverHints,
    ...wordsOfServers(serverHints),
    "check.mailRoundTrip.send": "Über diesen Server sendet Mon die Nachricht (SMTP).",
    "check.mailRoundTrip.receive": "In diesem Postfach sucht Mon die Nachricht (IMAP) und löscht sie.",
    "check.send.target":
      "Der Host, oder Host und Port. Standard-Port: 25, oder 465, wenn die Verbindung mit TLS beginnt.",
    "check.receive.target":
      "Der Host, oder Host und Port. Standard-Port: 143, oder 993, wenn die Verbindung mit TLS beginnt.",
    "check.from": "Von dieser Adresse kommt die Nachricht. Ist sie unzustellbar, geht eine Meldung an diese Adresse.",
    "check.to": "Die Adresse, zu der das Postfach gehört.",
    "check.receive.folders": "In einem dieser Ordner muss die Nachricht ankommen. Standard: der Posteingang.",
    "check.receive.junkFolders":
      "Auch hier sucht Mon. Liegt die Nachricht in einem dieser Ordner, gilt der Dienst als ausgefallen. Standard: Junk.",
    "check.authentication": "Was der Server des Postfachs über den Absender melden muss.",
    "check.authentication.spf": "Ob der Server für die Domain des Absenders senden darf.",
    "check.authentication.dkim": "Ob die Signatur der Nachricht gültig ist.",
    "check.authentication.dmarc": "Ob die Nachricht die Richtlinie der Domain des Absenders erfüllt.",
    name: "Steht in Listen, Alarmen und Berichten. Ein neuer Dienst ohne Namen heißt wie seine Adresse.",
    check: "Was Mon prüft, und wie.",
    "check.target": "Host und Port, etwa db.example.com:4000.",
    "check.server": "Der Host des DNS-Servers, oder Host und Port.",
    "check.icmp.target": "Der Host: ein Name oder eine IP-Adresse.",
    "check.family": "Die IP-Version, über die sich Mon verbindet.",
    "check.steps":
      "Was Mon nach dem Verbinden sendet und worauf es wartet. Ohne Schritte muss der Port nur die Verbindung annehmen.",
    "check.steps.send": "Ein Zeilenumbruch wird als CRLF gesendet.",
    "check.steps.receive": "Regulärer Ausdruck ohne Lookaround. Mon liest Zeilen, bis eine passt.",
    "check.steps.ignoreCase": "Große und kleine Buchstaben gelten als gleich.",
    "check.name": "Der Name, dessen Einträge der Server liefern muss, etwa example.com.",
    "check.recordType": "Mon fragt den Server nach Einträgen dieser Art.",
    "check.transport": "Standard: UDP.",
    "check.recursion": "Ausschalten für einen Server, der nur für seine eigenen Zonen antwortet.",
    "check.rcode": "Standard: NOERROR.",
    "check.answers": "Jeweils wie in einer Zonendatei, etwa 192.0.2.1 oder 10 mx.example.com.",
    "check.minimumAnswers": "Bei weniger Einträgen gilt der Dienst als ausgefallen.",
    "check.authenticated": "Der Resolver muss bestätigen, dass die Antwort richtig signiert ist.",
    "check.packets": "Standard: 3.",
    "check.packetBytes": "In Byte, ohne Header. Standard: 56.",
    "check.maxLossPercent": "In Prozent. Standard: Mindestens ein Paket muss beantwortet werden.",
    "check.maxMeanMs": "In Millisekunden. Standard: keine Grenze.",
    "check.url": "Eine URL, die mit ws:// oder wss:// beginnt.",
    "check.headers": "Werden beim Handshake gesendet, verschlüsselt gespeichert und nie angezeigt.",
    "check.subprotocols": "Die Protokolle, die Mon anbietet, das bevorzugte zuerst.",
    "check.ping": "Beantwortet der Server einen Ping-Frame nicht, gilt der Dienst als ausgefallen.",
    "check.send": "Der Text, den Mon sendet.",
    "check.webSocket.send":
      "Der Text, den Mon nach dem Handshake sendet. Wird verschlüsselt gespeichert und nie angezeigt.",
    "check.receive": "Regulärer Ausdruck ohne Lookaround. Leer: Jede Antwort gilt.",
    "check.webSocket.receive":
      "Regulärer Ausdruck ohne Lookaround. Mon wartet auf eine Nachricht, die dazu passt. Leer: Mon wartet auf keine.",
    "check.database": "Die Datenbank, die Mon nach der Anmeldung öffnet.",
    "check.query":
      "Eine Anweisung. Sie läuft in einer Transaktion, die nur liest, und braucht eine Anmeldung. Für ihren ersten Wert kann eine Bedingung gelten.",
    "check.answer": "Erfüllt der Wert die Bedingung nicht, gilt der Dienst als ausgefallen.",
    "check.answer.equals": "Der Wert muss so lauten.",
    "check.answer.matches": "Regulärer Ausdruck ohne Lookaround.",
    "check.answer.atLeast": "Der Wert muss mindestens so groß sein.",
    "check.answer.atMost": "Der Wert darf höchstens so groß sein.",
    "check.role": "Hat der Server eine andere Rolle, gilt der Dienst als ausgefallen.",
    "check.replicaSet": "Gehört der Server zu einem anderen Replica Set, gilt der Dienst als ausgefallen.",
    "check.virtualHost": "Mon öffnet ihn nach der Anmeldung. Standard: /.",
    "check.service": "Der Name im Health-Dienst. Leer: der ganze Server.",
    "check.metadata": "Werden mit dem Aufruf gesendet, verschlüsselt gespeichert und nie angezeigt.",
    "check.acceptUnimplemented": "Der Dienst gilt dann auch ohne Health-Dienst als erreichbar.",
    "check.maxStratum": "Die Entfernung von einer Referenzuhr. Standard: 15.",
    "check.maxOffsetMs": "In Millisekunden, verglichen mit der Uhr von Mon. Standard: keine Grenze.",
    "check.maxDispersionMs": "In Millisekunden, nach Angabe des Servers. Standard: keine Grenze.",
    "check.version": "Standard: 2c.",
    "check.community": "Standard: public. Wird verschlüsselt gespeichert und nie angezeigt.",
    "check.oid": "Der Wert, den Mon liest. Standard: die Zeit seit dem Start des Agenten.",
    "check.secret": "Das Geheimnis, das der Server mit Mon teilt. Wird verschlüsselt gespeichert und nie angezeigt.",
    checkInterval: "Zeit zwischen zwei Prüfungen. Datenbanken und Mailserver haben ein längeres Minimum.",
    timeoutSeconds:
      "Eine Prüfung, die länger dauert, schlägt fehl. Nur „E-Mail hin und zurück“ darf länger als 30 Sekunden dauern. Der Standard dafür ist 2 Minuten.",
    inverted:
      "Der Dienst gilt als erreichbar, solange auf diesem TCP-Port nichts eine Verbindung annimmt. Nur für TCP-Ports.",
    expect: "Was die Prüfung finden muss. Trifft eine Erwartung nicht zu, gilt die Prüfung als fehlgeschlagen.",
    dependsOn:
      "Zum Beispiel der Router vor dem Server. Solange eines davon ausgefallen ist, wird niemand über einen Ausfall hier benachrichtigt."
  }
}
