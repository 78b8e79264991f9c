import { part } from "./Part.ts"

/** Limits of the checks of services. */
export const serviceLimits = {
  targetLength: 300,
  nameLength: 1_000,
  queryLength: 10_000,
  patternLength: 500,
  steps: 20,
  /** The shortest time between two checks of a service that people request, in seconds. */
  checkNowSeconds: 30,
  /** The shortest interval between two checks of a service, in seconds. */
  intervalSeconds: 10,
  /** The shortest interval of services that do work for each connection, such as databases, in seconds. */
  databaseIntervalSeconds: 30,
  /** The shortest interval of servers that limit the connections of a client, such as mail servers, in seconds. */
  mailIntervalSeconds: 60,
  /** The shortest interval of checks that send an email, in seconds. */
  roundTripIntervalSeconds: 300,
  /** The shortest interval of checks with several HTTP requests, in seconds. */
  stepsIntervalSeconds: 60,
  /** The longest time limit of a check, in seconds. Most types have a shorter one. */
  timeoutSeconds: 300,
  /**
   * The number of services that an account can have on one host, if the operator requires proofs of hosts. Services
   * that need no proof because of their type do not count.
   */
  perHost: 5,
  /** The number of ports that a TXT record that proves a host can name. */
  namedPorts: 20
} as const

/** A host name or an address, and a port. IPv6 addresses have brackets. The engine checks the rest. */
const TARGET = /^(?:\[[\da-f:.]+\]|[^\s:/?#@\\[\]%]+)(?::\d{1,5})?$/iu
const WITH_PORT = /:\d{1,5}$/u

export const host = part.text({
  about: "The host: a name or an IP address.",
  example: "router.example.com",
  maximum: serviceLimits.targetLength,
  rule: (value) =>
    (TARGET.test(value) && !WITH_PORT.test(value)) || /^[\da-f:]+$/iu.test(value) || "must be a host without a port."
})

/** The host and the port of a service. A `port` of null means that there is no default port. */
export const target = (port: number | null, tlsPort?: number) =>
  part.text({
    about:
      port === null
        ? "The host and the port."
        : `The host, or the host and the port. Default port: ${port}${tlsPort === undefined ? "" : `, or ${tlsPort} if \`tls\` is \`fromStart\``}.`,
    example: port === null ? "db.example.com:4000" : "db.example.com",
    maximum: serviceLimits.targetLength,
    rule: (value) =>
      (TARGET.test(value) && (port !== null || WITH_PORT.test(value))) ||
      (port === null
        ? "must be a host and a port such as db.example.com:4000."
        : "must be a host, or a host and a port.")
  })

export const name = (about: string, example: string) => part.text({ about, example, maximum: serviceLimits.nameLength })

export const secret = (about: string) =>
  part.text({
    about: `${about} It is sealed: shown as \`***\`, and kept if you send \`***\` back.`,
    example: "not-a-real-one",
    maximum: serviceLimits.nameLength,
    isSealed: true
  })

export const pattern = (about: string, example: string) =>
  part.text({
    about: `${about} It uses JavaScript syntax, without back references, lookaheads or lookbehinds.`,
    example,
    maximum: serviceLimits.patternLength
  })

const loginAs = (schema: string, minimum: number, maximum: number) =>
  part.optional(
    part.object(
      {
        username: part.text({ about: "User name.", example: "mon", minimum, maximum }),
        password: secret("Password.")
      },
      { name: schema, about: "The login that the check uses. Absent: the check does not log in." }
    )
  )

export const login = loginAs("ServiceLogin", 0, serviceLimits.nameLength)

/** The longest value of an attribute of RADIUS (RFC 2865 section 5). */
const RADIUS_LENGTH = 253

export const radiusLogin = loginAs("RadiusLogin", 1, RADIUS_LENGTH)

/** What a RADIUS server may want to know about the connection of the user. */
export const radiusStation = (about: string, example: string) =>
  part.optional(part.text({ about: `${about} Only with a login.`, example, maximum: RADIUS_LENGTH }))

export const family = part.optional(
  part.word([4, 6], { about: "The only IP version over which to connect. Default: both." })
)

export const serverName = part.optional(
  part.text({
    about: "The name for SNI and for the certificate. Default: the host of the target.",
    example: "db.example.com",
    maximum: 253
  })
)

type Tls = "never" | "ifOffered" | "required" | "fromStart"

const TLS: Readonly<Record<Tls, string>> = {
  never: "`never`: the connection is not encrypted.",
  ifOffered: "`ifOffered`: the check starts TLS if the server offers it.",
  required: "`required`: the check starts TLS, and the service is down if the server does not offer it.",
  fromStart: "`fromStart`: the connection begins with TLS."
}

export const tls = <const Uses extends readonly [Tls, ...ReadonlyArray<Tls>]>(uses: Uses) => ({
  tls: part.optional(
    part.word(uses, {
      about: `How the check uses TLS. ${uses.map((use) => TLS[use]).join(" ")} Default: \`${uses[0]}\`.`
    })
  ),
  serverName
})
