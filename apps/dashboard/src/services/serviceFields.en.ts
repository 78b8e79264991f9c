import type { ServiceType } from "@mon/model"
import type { WordTable } from "../words/WordTable.ts"
import { groupsOfTypes, portsByType, startsTls, tlsTypes, wordsOfServers } from "./servicePorts.ts"

/** The English names of the types of services. */
export const serviceTypesEn: Readonly<Record<ServiceType, string>> = {
  tcp: "TCP port",
  tls: "TLS port",
  icmp: "Host (ping)",
  udp: "UDP service",
  webSocket: "WebSocket",
  grpc: "gRPC",
  smtp: "SMTP (outgoing mail)",
  imap: "IMAP (mailbox)",
  pop3: "POP3 (mailbox)",
  mailRoundTrip: "Mail round trip",
  postgres: "PostgreSQL",
  mysql: "MySQL or MariaDB",
  sqlServer: "Microsoft SQL Server",
  mongodb: "MongoDB",
  redis: "Redis or Valkey",
  mqtt: "MQTT broker",
  amqp: "AMQP broker, such as RabbitMQ",
  ldap: "LDAP directory",
  radius: "RADIUS",
  dns: "DNS server",
  ntp: "NTP (time server)",
  ssh: "SSH",
  ftp: "FTP",
  snmp: "SNMP",
  sip: "SIP",
  stun: "STUN or TURN",
  quic: "QUIC, such as HTTP/3"
}

/** The hints that depend on the type. */
const hintsByType = Object.fromEntries([
  ...portsByType.map(([type, { fromStart, plain }]) => [
    `check.${type}.${type === "dns" ? "server" : "target"}`,
    `The host, or the host and the port. Default port: ${plain}${fromStart === undefined ? "" : `, or ${fromStart} if the connection begins with TLS`}.`
  ]),
  ...tlsTypes.map((type) => [
    `check.${type}.tls`,
    startsTls.has(type) ? "Default: TLS, if the server offers it." : "Default: no TLS."
  ])
])

/** The English words of the parts that a check and the servers of a mail round trip have. */
const serverLabels = {
  "check.target": "Address",
  "check.tls": "TLS",
  "check.tls.never": "Never",
  "check.tls.ifOffered": "If the server offers it",
  "check.tls.required": "Required",
  "check.tls.fromStart": "From the start of the connection",
  "check.serverName": "Name on the certificate",
  "check.login": "Login",
  "check.login.none": "No login",
  "check.login.present": "User name and password",
  "check.login.username": "User name",
  "check.login.password": "Password",
  "check.clientName": "Name of the client"
}
const serverHints = {
  "check.tls": "Whether and when the connection is encrypted.",
  "check.serverName": "Used for SNI and for the check of the certificate. Default: the host of the address.",
  "check.login": "Without a login, Mon checks only that the server answers. Use an account with few rights.",
  "check.login.username": "The user name on the server.",
  "check.login.password": "Stored encrypted and never shown.",
  "check.clientName": "The name that Mon gives in the EHLO command. Default: the address of the connection."
}

/** The English labels and hints of the fields of services. */
export const serviceFieldsEn: {
  readonly labels: WordTable
  readonly hints: WordTable
  readonly groups: WordTable<ReadonlyArray<readonly [label: string, names: ReadonlyArray<string>]>>
} = {
  groups: {
    __proto__: null as never,
    check: groupsOfTypes({
      hosts: "Ports and hosts",
      mail: "Mail",
      databases: "Databases",
      messages: "Messages and directories",
      names: "Names and time",
      others: "Files, shells and others"
    })
  },
  labels: {
    __proto__: null as never,
    ...Object.fromEntries(Object.entries(serviceTypesEn).map(([type, name]) => [`check.type.${type}`, name])),
    ...serverLabels,
    ...wordsOfServers(serverLabels),
    "check.mailRoundTrip.send": "Server for outgoing mail",
    "check.mailRoundTrip.receive": "Mailbox",
    "check.from": "Sender",
    "check.to": "Recipient",
    "check.receive.folders": "Folders",
    "check.receive.junkFolders": "Folders for spam",
    "check.authentication": "Results of the receiving server",
    "check.authentication.spf": "SPF",
    "check.authentication.dkim": "DKIM",
    "check.authentication.dmarc": "DMARC",
    "check.send.more": "More options",
    "check.receive.more": "More options",
    check: "Service",
    "check.type": "Type of the service",
    "check.none": "Choose a type…",
    "check.more": "More options",
    "check.server": "Address of the DNS server",
    "check.family": "IP version",
    "check.family.none": "Both",
    "check.family.4": "Only IPv4",
    "check.family.6": "Only IPv6",
    "check.steps": "Dialogue",
    "check.steps.send": "Send a text",
    "check.steps.receive": "Wait for a line",
    "check.steps.ignoreCase": "Ignore case",
    "check.name": "Name to ask for",
    "check.recordType": "Type of the records",
    "check.transport": "Transport",
    "check.transport.udp": "UDP",
    "check.transport.tcp": "TCP",
    "check.transport.tls": "TLS (DNS over TLS)",
    "check.recursion": "Let the server ask other servers",
    "check.rcode": "Response code",
    "check.answers": "Records that must exist",
    "check.minimumAnswers": "Smallest number of records",
    "check.authenticated": "Require DNSSEC",
    "check.packets": "Packets",
    "check.packetBytes": "Size of a packet",
    "check.maxLossPercent": "Largest loss of packets",
    "check.maxMeanMs": "Longest mean time",
    "check.url": "URL",
    "check.headers": "Headers",
    "check.subprotocols": "Subprotocols",
    "check.ping": "Require an answer to a ping",
    "check.send": "Message",
    "check.receive": "Pattern of the answer",
    "check.database": "Database",
    "check.query": "Query",
    "check.answer": "Condition for the value",
    "check.answer.equals": "Equals",
    "check.answer.matches": "Pattern",
    "check.answer.atLeast": "At least",
    "check.answer.atMost": "At most",
    "check.role": "Role of the server",
    "check.role.none": "Any",
    "check.role.primary": "Primary",
    "check.role.replica": "Replica",
    "check.role.secondary": "Secondary",
    "check.replicaSet": "Replica set",
    "check.virtualHost": "Virtual host",
    "check.service": "Service to ask for",
    "check.metadata": "Headers of the call",
    "check.acceptUnimplemented": "Accept a server without a health service",
    "check.maxStratum": "Highest stratum",
    "check.maxOffsetMs": "Largest time difference",
    "check.maxDispersionMs": "Largest error of the time",
    "check.version": "Version of SNMP",
    "check.community": "Community",
    "check.oid": "Object identifier",
    "check.secret": "Shared secret",
    inverted: "The port must be closed"
  },
  hints: {
    __proto__: null as never,
    ...hintsByType,
    ...serverHints,
    ...wordsOfServers(serverHints),
    "check.mailRoundTrip.send": "Mon sends the message through this server (SMTP).",
    "check.mailRoundTrip.receive": "Mon searches for the message in this mailbox (IMAP), and deletes it.",
    "check.send.target":
      "The host, or the host and the port. Default port: 25, or 465 if the connection begins with TLS.",
    "check.receive.target":
      "The host, or the host and the port. Default port: 143, or 993 if the connection begins with TLS.",
    "check.from": "The address from which the message comes. It gets a notice if the message cannot be delivered.",
    "check.to": "The address to which the mailbox belongs.",
    "check.receive.folders": "The message must arrive in one of these folders. Default: the inbox.",
    "check.receive.junkFolders":
      "Mon searches here, too. If the message is in one of these folders, the service is down. Default: Junk.",
    "check.authentication": "What the server of the mailbox must report about the sender.",
    "check.authentication.spf": "Whether the server may send mail for the domain of the sender.",
    "check.authentication.dkim": "Whether the signature of the message is valid.",
    "check.authentication.dmarc": "Whether the message meets the policy of the domain of the sender.",
    name: "Shown in lists, alerts and reports. A new service without a name is named after its address.",
    check: "What Mon checks, and how.",
    "check.target": "The host and the port, such as db.example.com:4000.",
    "check.server": "The host of the DNS server, or its host and port.",
    "check.icmp.target": "The host: a name or an IP address.",
    "check.family": "The IP version over which Mon connects.",
    "check.steps":
      "What Mon sends and waits for after it has connected. Without steps, the port only has to accept the connection.",
    "check.steps.send": "A line break is sent as CRLF.",
    "check.steps.receive": "A regular expression without lookarounds. Mon reads lines until one matches.",
    "check.steps.ignoreCase": "Treat upper and lower case as the same.",
    "check.name": "The name whose records the server must return, such as example.com.",
    "check.recordType": "Mon asks the server for records of this type.",
    "check.transport": "Default: UDP.",
    "check.recursion": "Switch this off for a server that only answers for its own zones.",
    "check.rcode": "Default: NOERROR.",
    "check.answers": "Each as in a zone file, such as 192.0.2.1 or 10 mx.example.com.",
    "check.minimumAnswers": "The service is down if there are fewer records.",
    "check.authenticated": "The resolver must confirm that the answer is signed correctly.",
    "check.packets": "Default: 3.",
    "check.packetBytes": "In bytes, without headers. Default: 56.",
    "check.maxLossPercent": "In percent. Default: at least one packet must be answered.",
    "check.maxMeanMs": "In milliseconds. Default: no limit.",
    "check.url": "A URL that begins with ws:// or wss://.",
    "check.headers": "Sent with the handshake. Stored encrypted and never shown.",
    "check.subprotocols": "The protocols that Mon offers, the preferred one first.",
    "check.ping": "The service is down if the server does not answer a ping frame.",
    "check.send": "The text that Mon sends.",
    "check.webSocket.send": "The text that Mon sends after the handshake. Stored encrypted and never shown.",
    "check.receive": "A regular expression without lookarounds. Leave it empty to accept any answer.",
    "check.webSocket.receive":
      "A regular expression without lookarounds. Mon waits for a message that matches it. Leave it empty to wait for none.",
    "check.database": "The database that Mon opens after the login.",
    "check.query":
      "One statement. It runs in a read-only transaction and needs a login. Its first value can have a condition.",
    "check.answer": "If the value does not meet the condition, the service is down.",
    "check.answer.equals": "The value must be this text.",
    "check.answer.matches": "A regular expression without lookarounds.",
    "check.answer.atLeast": "The value must be at least this number.",
    "check.answer.atMost": "The value must be at most this number.",
    "check.role": "The service is down if the server has another role.",
    "check.replicaSet": "The service is down if the server belongs to another replica set.",
    "check.virtualHost": "Mon opens it after the login. Default: /.",
    "check.service": "The name in the health service. Leave it empty for the whole server.",
    "check.metadata": "Sent with the call. Stored encrypted and never shown.",
    "check.acceptUnimplemented": "The service is then up even if the server has no health service.",
    "check.maxStratum": "The distance from a reference clock. Default: 15.",
    "check.maxOffsetMs": "In milliseconds, compared with Mon's clock. Default: no limit.",
    "check.maxDispersionMs": "In milliseconds, as the server states it. Default: no limit.",
    "check.version": "Default: 2c.",
    "check.community": "Default: public. Stored encrypted and never shown.",
    "check.oid": "The value that Mon reads. Default: the time since the agent started.",
    "check.secret": "The secret that the server shares with Mon. Stored encrypted and never shown.",
    checkInterval: "Time between two checks. Databases and mail servers have a longer minimum.",
    timeoutSeconds:
      "A check that takes longer fails. Only a mail round trip can take more than 30 seconds. Its default is 2 minutes.",
    inverted: "The service is up while nothing accepts a connection on this TCP port. Only for TCP ports.",
    expect: "What the check must find. If it does not meet an expectation, the check fails.",
    dependsOn:
      "For example, the router in front of the server. While one of these monitors is down, Mon sends no alert when the service goes down."
  }
}
