import {
  aBoolean,
  aNumber,
  aString,
  aUint8Array,
  either,
  type FieldsOf,
  type Kind,
  listOf,
  milliseconds,
  oneOf,
  optional,
  optionsOf,
  secretly,
  textLike,
  variants,
  whole
} from "@mon/bundled/arguments"
import { headers, pattern } from "../../argumentKinds.ts"
import { clientName, expectations, hostName, serviceOptions, target } from "../serviceKinds.ts"
import type { Login, ProtocolOptions, SecureOptions } from "./Protocol.ts"
import { ATTRIBUTE_BYTES, PASSWORD_BYTES } from "../radius/limits.ts"
import type { SnmpUser } from "../snmp/talkVersion3.ts"
import { portOf, type ProtocolRequest, protocols, type ProtocolType } from "./protocols.ts"
import type { MailRoundTripCheck, MailRoundTripRequest, MailServer } from "../mailRoundTrip/MailRoundTrip.ts"
import type { MailAuthentication } from "../mailRoundTrip/messageHeader.ts"
import type { ValueRule } from "./ValueRule.ts"

type OwnFields<Type extends ProtocolType> = Omit<
  FieldsOf<Extract<ProtocolRequest, { readonly type: Type }>>,
  keyof SecureOptions | "type"
>

/** The longest name or password, in characters. */
const WORDS_LENGTH = 1_000

/** In some protocols, a line break or a zero byte would end a name or a password, and begin another command. */
const LINE_END = /[\0\r\n]/u

const words = (takes: string): Kind =>
  textLike(
    `${takes} of at most ${WORDS_LENGTH} characters without line breaks`,
    (value) => value.length <= WORDS_LENGTH && !LINE_END.test(value)
  )

const login = (): Kind =>
  optionsOf<Login>(
    { username: words("a user name"), password: secretly(words("a password")) },
    "{ username, password }"
  )

/** A text of so many bytes, such as an attribute of RADIUS. */
const attribute = (takes: string, least = 1, most = ATTRIBUTE_BYTES): Kind =>
  textLike(`${takes} of ${least === 0 ? "at most" : `${least} to`} ${most} bytes without line breaks`, (value) => {
    const length = Buffer.byteLength(value)
    return length >= least && length <= most && !LINE_END.test(value)
  })

const radiusLogin = (): Kind =>
  optionsOf<Login>(
    { username: attribute("a user name"), password: secretly(attribute("a password", 0, PASSWORD_BYTES)) },
    "{ username, password }"
  )

/** The longest name of a user of SNMP 3, in bytes (RFC 3414 section 5). */
const SNMP_NAME = 32

const snmpPassword = (): Kind => secretly(attribute("a password", 1, WORDS_LENGTH))

const snmpUser = (): Kind =>
  optionsOf<SnmpUser>(
    {
      name: attribute("a user name", 1, SNMP_NAME),
      password: optional(snmpPassword()),
      hash: optional(oneOf("md5", "sha1", "sha256", "sha512")),
      privacyPassword: optional(snmpPassword())
    },
    "an object with a name"
  )

const valueRule = (): Kind =>
  optionsOf<ValueRule>(
    {
      equals: optional(aString),
      matches: optional(pattern()),
      atLeast: optional(aNumber("a number")),
      atMost: optional(aNumber("a number"))
    },
    "an object with equals, matches, atLeast or atMost"
  )

/** The longest query, in characters. */
const QUERY_LENGTH = 10_000

const query = (): Kind =>
  textLike(
    `a query of at most ${QUERY_LENGTH} characters`,
    (value) => value.length <= QUERY_LENGTH && value.trim() !== ""
  )

/** The most parts of an object identifier (RFC 2578 section 3.5). */
const OBJECT_ID = /^[0-2]\.\d{1,2}(?:\.\d{1,10}){1,126}$/u

const identifier = (): Kind =>
  textLike(
    'an object identifier such as "1.3.6.1.2.1.1.3.0"',
    (value) => OBJECT_ID.test(value) && value.split(".").every((part) => Number(part) < 2 ** 32)
  )

/** The name of a service. Its length must fit into one byte. */
const serviceName = (): Kind => textLike("the name of a service", (value) => /^[\w.-]{0,127}$/u.test(value))

const role = (): Kind => oneOf("primary", "replica")

const ownFields: { readonly [Type in ProtocolType]: () => OwnFields<Type> } = {
  amqp: () => ({ login: optional(login()), virtualHost: optional(words("the name of a virtual host")) }),
  ftp: () => ({ login: optional(login()) }),
  grpc: () => ({
    service: optional(serviceName()),
    metadata: optional(headers()),
    acceptUnimplemented: optional(aBoolean)
  }),
  imap: () => ({ login: optional(login()) }),
  ldap: () => ({ login: optional(login()) }),
  mongodb: () => ({
    login: optional(login()),
    authenticationDatabase: optional(words("the name of a database")),
    database: optional(words("the name of a database")),
    collection: optional(words("the name of a collection")),
    answer: optional(valueRule()),
    role: optional(oneOf("primary", "secondary")),
    replicaSet: optional(words("the name of a replica set"))
  }),
  mqtt: () => ({ login: optional(login()) }),
  mysql: () => ({
    login: optional(login()),
    database: optional(words("the name of a database")),
    query: optional(query()),
    answer: optional(valueRule())
  }),
  pop3: () => ({ login: optional(login()) }),
  postgres: () => ({
    login: optional(login()),
    database: optional(words("the name of a database")),
    query: optional(query()),
    answer: optional(valueRule()),
    role: optional(role())
  }),
  redis: () => ({ login: optional(login()), role: optional(role()) }),
  smtp: () => ({ login: optional(login()), clientName: optional(clientName()) }),
  sqlServer: () => ({
    login: optional(login()),
    database: optional(words("the name of a database")),
    query: optional(query()),
    answer: optional(valueRule())
  }),
  ssh: () => ({}),
  ntp: () => ({
    maxStratum: optional(whole(1, 15)),
    maxOffsetMs: optional(milliseconds()),
    maxDispersionMs: optional(milliseconds())
  }),
  quic: () => ({}),
  radius: () => ({
    secret: secretly(words("a secret")),
    login: optional(radiusLogin()),
    calledStationId: optional(attribute("an identifier")),
    callingStationId: optional(attribute("an identifier"))
  }),
  sip: () => ({}),
  snmp: () => ({
    version: optional(oneOf("1", "2c", "3")),
    community: optional(secretly(words("a community"))),
    user: optional(snmpUser()),
    oid: optional(identifier()),
    answer: optional(valueRule())
  }),
  stun: () => ({}),
  udp: () => ({ send: either([aString, aUint8Array]), receive: optional(pattern()) })
}

const tlsFields = (type: ProtocolType) => ({
  tls: optional(oneOf(...protocols[type].tls)),
  serverName: optional(hostName())
})

const requestOf = (type: ProtocolType): Kind => {
  const takes = "an object with a type and a target"
  const kinds = new Map(
    protocols[type].tls.map((tls) => [
      tls,
      optionsOf<ProtocolOptions & { readonly type: ProtocolType }>(
        {
          type: oneOf(type),
          ...serviceOptions(),
          target: target(portOf({ type, tls })),
          ...(protocols[type].tls.length === 1 ? {} : tlsFields(type)),
          expect: optional(expectations()),
          ...ownFields[type]()
        },
        takes
      )
    ])
  )
  return {
    takes,
    fault: (value) => {
      const { tls } = value as SecureOptions
      const kind = (tls === undefined ? undefined : kinds.get(tls)) ?? kinds.get(protocols[type].tls[0])
      return kind?.fault(value) ?? null
    }
  }
}

/** An address as it is written between angle brackets (RFC 5321 section 4.1.2), in ASCII. */
const MAIL_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d-]{1,63}\.)+[a-z\d-]{1,63}$/iu

const mailAddress = (): Kind => textLike("an email address in ASCII", (value) => MAIL_ADDRESS.test(value))

const mailServer = (type: "imap" | "smtp"): FieldsOf<MailServer> => ({
  target: target(portOf({ type })),
  tls: optional(oneOf(...protocols[type].tls)),
  serverName: optional(hostName()),
  login: optional(login())
})

const folders = (): Kind => listOf(words("the name of a folder"), "an array of names of folders")

const LEAST_WITHIN_MS = 5_000
const MOST_WITHIN_MS = 900_000
const result = (): Kind => textLike('a result such as "pass"', (value) => /^[a-z]{1,20}$/u.test(value))

const authentication = (): Kind =>
  optionsOf<MailAuthentication>({ spf: optional(result()), dkim: optional(result()), dmarc: optional(result()) })

const mailFields = () => ({
  ...serviceOptions(),
  send: optionsOf<MailRoundTripRequest["send"]>({ ...mailServer("smtp"), clientName: optional(clientName()) }),
  from: mailAddress(),
  to: mailAddress(),
  receive: optionsOf<MailRoundTripRequest["receive"]>({
    ...mailServer("imap"),
    folders: optional(folders()),
    junkFolders: optional(folders())
  })
})

const MAIL_TAKES = "an object with send, from, to and receive"

export const mailRoundTripRequest = (): Kind =>
  optionsOf<MailRoundTripRequest>(
    {
      ...mailFields(),
      withinMs: optional(whole(LEAST_WITHIN_MS, MOST_WITHIN_MS, " of milliseconds")),
      expect: optional(authentication())
    },
    MAIL_TAKES
  )

export const mailRoundTripCheck = (): Kind =>
  optionsOf<MailRoundTripCheck>(
    {
      type: oneOf("mailRoundTrip"),
      ...mailFields(),
      authentication: optional(authentication()),
      expect: optional(expectations())
    },
    MAIL_TAKES
  )

export const isProtocolRequest = (value: unknown): value is ProtocolRequest => protocolRequest().fault(value) === null

/** The kinds of requests by type. */
export const protocolRequests = (): Readonly<Record<string, Kind>> => {
  const types = Object.keys(protocols) as ReadonlyArray<ProtocolType>
  return Object.fromEntries(types.map((type) => [type, requestOf(type)]))
}

export const protocolRequest = (): Kind => variants("type", protocolRequests(), "an object with a type and a target")
