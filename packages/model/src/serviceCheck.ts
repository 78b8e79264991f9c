import type * as Schema from "effect/Schema"
import { haveOwnNames, httpStepsParts } from "./httpSteps.ts"
import { mailRoundTripParts } from "./mailRoundTrip.ts"
import { part, type Part } from "./Part.ts"
import { nameOfChoice } from "./PartForm.ts"
import {
  family,
  host,
  login,
  name,
  pattern,
  radiusLogin,
  radiusStation,
  secret,
  serverName,
  serviceLimits,
  target,
  tls
} from "./serviceParts.ts"

/** The name of a user has at most 32 bytes (RFC 3414 section 5). */
const SNMP_NAME = 32

const snmpUser = part.optional(
  part.object(
    {
      name: part.text({ about: "Name of the user.", example: "mon", minimum: 1, maximum: SNMP_NAME }),
      password: part.optional(secret("The password with which messages are signed. Absent: they are not signed.")),
      hash: part.optional(
        part.word(["md5", "sha1", "sha256", "sha512"], { about: "The hash of the signature. Default: sha1." })
      ),
      privacyPassword: part.optional(
        secret("The password with which messages are encrypted (AES-128), only with `password`. Absent: they are not.")
      )
    },
    { name: "SnmpUser", about: "The user of SNMP 3." }
  )
)

const bound = (about: string) => part.optional(part.comparable({ about, maximum: serviceLimits.patternLength }))

const answer = part.optional(
  part.object(
    {
      equals: part.optional(name("The value must be equal to this text.", "ok")),
      matches: part.optional(pattern("The value must match this pattern.", "^ok$")),
      atLeast: bound("The value must be at least this number."),
      atMost: bound("The value must be at most this number.")
    },
    { name: "ServiceAnswer", about: "The condition that the value must meet." }
  )
)

const query = part.optional(
  part.text({
    about:
      "One statement that runs in a read-only transaction after the login. The first column of its first row is the value.",
    example: "select count(*) from orders where state = 'stuck'",
    maximum: serviceLimits.queryLength,
    isLong: true
  })
)

const role = part.optional(part.word(["primary", "replica"], { about: "The role that the server must have." }))
const database = part.optional(name("Name of the database.", "shop"))

const ofType = <const Type extends string, const Parts extends Readonly<Record<string, Part>>>(
  type: Type,
  about: string,
  parts: Parts
) => part.object({ type: part.word([type], { about: "Type of the service." }), ...parts, family }, { about })

const step = part.choice(
  [
    part.object(
      {
        send: part.text({
          about: "Text to send. In most protocols, a line ends with a carriage return and a line feed.",
          example: "PING\r\n",
          maximum: 4_096,
          isLong: true
        })
      },
      { about: "Sends a text." }
    ),
    part.object(
      {
        receive: pattern("A pattern. The check reads lines until one matches it.", "^PONG"),
        ignoreCase: part.optional(
          part.flag({ about: "Whether to ignore the difference between upper and lower case." })
        )
      },
      { about: "Waits for a line." }
    )
  ],
  { name: "ServiceStep", about: "One step of a dialogue." }
)

const steps = part.optional(
  part.list(step, {
    about: "The dialogue after the connection. Absent: the port only has to accept the connection.",
    maximum: serviceLimits.steps
  })
)

const recordTypes = [
  "A",
  "AAAA",
  "CAA",
  "CNAME",
  "DNSKEY",
  "DS",
  "MX",
  "NS",
  "PTR",
  "SOA",
  "SRV",
  "TLSA",
  "TXT"
] as const

const dnsName = part.text({ about: "The name to ask for, in ASCII.", example: "example.com", maximum: 254 })

const headers = (about: string) =>
  part.optional(
    part.map(
      part.text({
        about: "Value of the field. It is sealed: shown as `***`, and kept if you send `***` back.",
        example: "not-a-real-one",
        maximum: 4_096,
        isSealed: true
      }),
      { about, maximum: 20 }
    )
  )

const number = (about: string, example: number, minimum: number, maximum: number) =>
  part.optional(part.number({ about, example, minimum, maximum }))

const choices = part.choice(
  [
    ofType("tcp", "A port that accepts connections over TCP.", { target: target(null), steps }),
    ofType("tls", "A port whose connections begin with TLS.", { target: target(443), serverName, steps }),
    ofType("dns", "A DNS server.", {
      server: target(53),
      name: dnsName,
      recordType: part.word(recordTypes, { about: "Type of the records." }),
      transport: part.optional(
        part.word(["udp", "tcp", "tls"], { about: "The transport. `tls` is DNS over TLS. Default: `udp`." })
      ),
      recursion: part.optional(
        part.flag({
          about: "Whether the server should ask other servers for the answer. Absent: it should.",
          isOnByDefault: true
        })
      ),
      rcode: part.optional(
        part.word(["NOERROR", "NXDOMAIN", "REFUSED", "SERVFAIL"], {
          about: "The response code that the answer must have. Default: NOERROR."
        })
      ),
      answers: part.optional(
        part.list(name("A record in the form of a zone file.", "192.0.2.1"), {
          about: "Records that the answer must contain, each in the form of a zone file.",
          maximum: 20
        })
      ),
      minimumAnswers: number("The smallest number of records that the answer must have.", 1, 1, 100),
      authenticated: part.optional(
        part.flag({ about: "Whether the answer must have the flag for authenticated data (DNSSEC)." })
      )
    }),
    ofType("icmp", "A host that answers ICMP echo packets (ping).", {
      target: host,
      packets: number("Number of packets. Default: 3.", 3, 1, 10),
      packetBytes: number("Size of a packet without its headers, in bytes. Default: 56.", 56, 16, 1_400),
      maxLossPercent: number("The largest share of lost packets, in percent. Default: any but all.", 50, 0, 99),
      maxMeanMs: number("The longest mean time until an answer, in milliseconds. Default: none.", 100, 1, 30_000)
    }),
    ofType("webSocket", "A WebSocket server.", {
      url: part.text({
        about: "A ws or wss URL.",
        example: "wss://chat.example.com/live",
        maximum: 2_048,
        rule: (value) => /^wss?:\/\/[^\s/?#@]+/iu.test(value) || "must be a ws or wss URL without a user name."
      }),
      headers: headers("Further header fields of the handshake."),
      subprotocols: part.optional(
        part.list(part.text({ about: "A subprotocol.", example: "chat", maximum: 100 }), {
          about: "The subprotocols to offer, the preferred one first.",
          maximum: 10
        })
      ),
      ping: part.optional(part.flag({ about: "Whether the server must answer a ping." })),
      send: part.optional(secret("Text of a message that the check sends.")),
      receive: part.optional(pattern("A pattern. The check waits for a text message that matches it.", "pong"))
    }),
    part.object(
      { type: part.word(["httpSteps"], { about: "Type of the service." }), ...httpStepsParts, family },
      { about: "HTTP requests in order, such as a sign-in and what follows it.", rule: haveOwnNames }
    ),
    ofType("smtp", "A server for outgoing mail, or for mail between servers. The check sends no email.", {
      target: target(25, 465),
      ...tls(["ifOffered", "required", "fromStart", "never"]),
      login,
      clientName: part.optional(
        part.text({
          about: "Name of the client in the EHLO command. Default: the address of the connection.",
          example: "mon.example.com",
          maximum: 253
        })
      )
    }),
    ofType("imap", "A mailbox. After a login, the check counts the messages in the inbox.", {
      target: target(143, 993),
      ...tls(["ifOffered", "required", "fromStart", "never"]),
      login
    }),
    ofType("pop3", "A mailbox. After a login, the check counts the messages.", {
      target: target(110, 995),
      ...tls(["ifOffered", "required", "fromStart", "never"]),
      login
    }),
    ofType(
      "mailRoundTrip",
      "A message that the check sends by SMTP, and that must arrive in a mailbox. The check deletes the message.",
      mailRoundTripParts
    ),
    ofType("postgres", "A PostgreSQL server.", {
      target: target(5_432),
      ...tls(["ifOffered", "never", "required"]),
      login,
      database,
      query,
      answer,
      role
    }),
    ofType("mysql", "A MySQL or MariaDB server.", {
      target: target(3_306),
      ...tls(["ifOffered", "never", "required"]),
      login,
      database,
      query,
      answer
    }),
    ofType("sqlServer", "A Microsoft SQL Server.", {
      target: target(1_433),
      ...tls(["ifOffered", "never", "required"]),
      login,
      database,
      query: part.optional(
        part.text({
          about:
            "One statement that runs after the login, in a transaction that is rolled back. The first column of its first row is the value.",
          example: "select count(*) from orders where state = 'stuck'",
          maximum: serviceLimits.queryLength,
          isLong: true
        })
      ),
      answer
    }),
    ofType("mongodb", "A MongoDB server.", {
      target: target(27_017),
      ...tls(["never", "fromStart"]),
      login,
      authenticationDatabase: part.optional(name("The database that contains the user. Default: admin.", "admin")),
      database: part.optional(name("The database that contains the collection. Default: test.", "shop")),
      collection: part.optional(
        name("The collection whose documents the check counts. Their number is the value.", "orders")
      ),
      answer,
      role: part.optional(part.word(["primary", "secondary"], { about: "The role that the server must have." })),
      replicaSet: part.optional(name("Name of the replica set that the server must belong to.", "rs0"))
    }),
    ofType("redis", "A Redis or Valkey server.", {
      target: target(6_379),
      ...tls(["never", "fromStart"]),
      login,
      role
    }),
    ofType("mqtt", "An MQTT broker.", { target: target(1_883, 8_883), ...tls(["never", "fromStart"]), login }),
    ofType("amqp", "An AMQP 0-9-1 broker such as RabbitMQ.", {
      target: target(5_672, 5_671),
      ...tls(["never", "fromStart"]),
      login,
      virtualHost: part.optional(name("The virtual host that the check opens after the login. Default: /.", "/"))
    }),
    ofType("ldap", "A directory server.", {
      target: target(389, 636),
      ...tls(["never", "required", "fromStart"]),
      login
    }),
    ofType("ssh", "An SSH server. The check does not log in.", { target: target(22) }),
    ofType("ftp", "An FTP server. The check transfers no file.", {
      target: target(21, 990),
      ...tls(["never", "required", "fromStart"]),
      login
    }),
    ofType("grpc", "A gRPC server with the standard health service.", {
      target: target(null),
      ...tls(["never", "fromStart"]),
      service: part.optional(name("Name of the service whose health is asked for. Default: the whole server.", "shop")),
      metadata: headers("Further header fields of the call."),
      acceptUnimplemented: part.optional(part.flag({ about: "Whether a server without a health service is up." }))
    }),
    ofType("ntp", "A time server over UDP.", {
      target: target(123),
      maxStratum: number("The largest distance from a reference clock. Default: 15.", 4, 1, 15),
      maxOffsetMs: number(
        "The largest difference from Mon's clock, in milliseconds. Default: none.",
        1_000,
        1,
        86_400_000
      ),
      maxDispersionMs: number(
        "The largest error of the server's own time, in milliseconds. Default: none.",
        500,
        1,
        86_400_000
      )
    }),
    ofType("snmp", "One value of an SNMP agent over UDP.", {
      target: target(161),
      version: part.optional(
        part.word(["1", "2c", "3"], { about: "Version of SNMP. Default: 3 with a user, and otherwise 2c." })
      ),
      community: part.optional(secret("The community of the versions 1 and 2c. Default: public.")),
      user: snmpUser,
      oid: part.optional(
        part.text({
          about: "Identifier of the value. Default: the time since the agent started.",
          example: "1.3.6.1.2.1.1.3.0",
          maximum: 500,
          rule: (value) =>
            /^[0-2]\.\d{1,2}(?:\.\d{1,10}){1,126}$/u.test(value) ||
            "must be an object identifier such as 1.3.6.1.2.1.1.3.0."
        })
      ),
      answer
    }),
    ofType("sip", "A SIP server over UDP.", { target: target(5_060) }),
    ofType("stun", "A STUN or TURN server over UDP.", { target: target(3_478) }),
    ofType("radius", "A RADIUS server over UDP that answers a status request, or a login with PAP.", {
      target: target(1_812),
      secret: secret("The secret that the server shares with this client."),
      login: radiusLogin,
      calledStationId: radiusStation("What the user connects to.", "00-00-5E-00-53-01:Office"),
      callingStationId: radiusStation("The address from which the user connects.", "00-00-5E-00-53-02")
    }),
    ofType("quic", "A QUIC server over UDP, such as one for HTTP/3.", { target: target(443) }),
    ofType("udp", "A service over UDP that answers a message of your own.", {
      target: target(null),
      send: part.text({ about: "Text of the message.", example: "ping", maximum: 1_000, isLong: true }),
      receive: part.optional(pattern("A pattern that the answer must match. Absent: any answer.", "pong"))
    })
  ],
  { name: "ServiceCheck", about: "What Mon checks: the type of the service, and the options of that type." }
)

/** The check of a service in a request. */
export type ServiceCheck = (typeof choices)["output"]["Type"]

/** The schema of a check. It has a name, because the declarations of the API would otherwise repeat all types. */
export interface ServiceCheckSchema extends Schema.Codec<ServiceCheck, (typeof choices)["output"]["Encoded"]> {}

/**
 * The check of a service: a union by `type`. Each type has the fields of the engine's request with the same name
 * (`@mon/uptime-probe`). In a check of a DNS server, `recordType` is the type of the records.
 */
export const serviceCheck: Part<ServiceCheckSchema> & Pick<typeof choices, "form"> = choices

/** The type of a service. */
export type ServiceType = ServiceCheck["type"]

/** The types of services, in the order in which people see them. */
export const serviceTypes = serviceCheck.form.choices.map(nameOfChoice) as ReadonlyArray<ServiceType>

const databases: ReadonlySet<ServiceType> = new Set([
  "amqp",
  "ldap",
  "mongodb",
  "mqtt",
  "mysql",
  "postgres",
  "radius",
  "redis",
  "snmp",
  "sqlServer"
])
const mailLike: ReadonlySet<ServiceType> = new Set(["ftp", "imap", "ntp", "pop3", "sip", "smtp", "ssh"])

/**
 * Returns the shortest interval at which a type of service may be checked, in seconds. The plan may have a longer one.
 *
 * @example
 * ```ts
 * shortestServiceInterval("tcp") // => 10
 * shortestServiceInterval("smtp") // => 60
 * ```
 */
export const shortestServiceInterval = (type: ServiceType): number => {
  if (type === "mailRoundTrip") return serviceLimits.roundTripIntervalSeconds
  if (type === "httpSteps") return serviceLimits.stepsIntervalSeconds
  if (mailLike.has(type)) return serviceLimits.mailIntervalSeconds
  return databases.has(type) ? serviceLimits.databaseIntervalSeconds : serviceLimits.intervalSeconds
}

/** The time limit of the checks of a type of service, in seconds. */
export interface ServiceTimeout {
  readonly minimum: number
  readonly maximum: number
  readonly default: number
}

const usualTimeout: ServiceTimeout = { minimum: 2, maximum: 30, default: 10 }

/** The types whose checks have several connections, or wait for something. */
const longTimeouts: ReadonlyMap<ServiceType, ServiceTimeout> = new Map([
  ["httpSteps", { minimum: 2, maximum: serviceLimits.timeoutSeconds, default: 60 }],
  ["mailRoundTrip", { minimum: 20, maximum: serviceLimits.timeoutSeconds, default: 120 }]
])

/**
 * Returns the limits of `timeoutSeconds` for a type of service.
 *
 * @example
 * ```ts
 * serviceTimeout("tcp").maximum // => 30
 * serviceTimeout("mailRoundTrip").maximum // => 300
 * ```
 */
export const serviceTimeout = (type: ServiceType): ServiceTimeout => longTimeouts.get(type) ?? usualTimeout

/**
 * Returns the reason why a time limit in seconds does not fit a type of service, as a sentence. Null if it fits.
 *
 * @example
 * ```ts
 * serviceTimeoutFault("tcp", 60) // => "timeoutSeconds must be between 2 and 30 for services of the type tcp."
 * ```
 */
export const serviceTimeoutFault = (type: ServiceType, seconds: number): string | null => {
  const { maximum, minimum } = serviceTimeout(type)
  return seconds >= minimum && seconds <= maximum
    ? null
    : `timeoutSeconds must be between ${minimum} and ${maximum} for services of the type ${type}.`
}

/**
 * Returns the `timeoutSeconds` of a new service without one, for its `checkInterval`. Both are in seconds.
 *
 * @example
 * ```ts
 * defaultServiceTimeout("mailRoundTrip", 300) // => 120
 * ```
 */
export const defaultServiceTimeout = (type: ServiceType, interval: number): number => {
  const { default: usual, minimum } = serviceTimeout(type)
  return usual < interval ? usual : Math.max(minimum, Math.floor(interval / 2))
}
