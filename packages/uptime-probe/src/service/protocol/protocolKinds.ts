import {
  aNumber,
  aString,
  type FieldsOf,
  type Kind,
  oneOf,
  optional,
  optionsOf,
  secretly,
  textLike,
  variants
} from "@mon/bundled/arguments"
import { pattern } from "../../argumentKinds.ts"
import { clientName, expectations, hostName, serviceOptions, target } from "../serviceKinds.ts"
import type { Login, ProtocolOptions } from "./Protocol.ts"
import { portOf, type ProtocolRequest, protocols, type ProtocolType } from "./protocols.ts"
import type { ValueRule } from "./ValueRule.ts"

type OwnFields<Type extends ProtocolType> = Omit<
  FieldsOf<Extract<ProtocolRequest, { readonly type: Type }>>,
  keyof ProtocolOptions | "type"
>

/** The longest name or password, in characters. */
const WORDS_LENGTH = 1_000

/** A name or a password. In some protocols, a line break or a zero byte would end it, and begin another command. */
const words = (takes: string): Kind =>
  textLike(
    `${takes} of at most ${WORDS_LENGTH} characters without line breaks`,
    (value) => value.length <= WORDS_LENGTH && !/[\0\r\n]/u.test(value)
  )

const login = (): Kind =>
  optionsOf<Login>(
    { username: words("a user name"), password: secretly(words("a password")) },
    "{ username, password }"
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

const role = (): Kind => oneOf("primary", "replica")

const ownFields: { readonly [Type in ProtocolType]: () => OwnFields<Type> } = {
  amqp: () => ({ login: optional(login()), virtualHost: optional(words("the name of a virtual host")) }),
  ftp: () => ({ login: optional(login()) }),
  imap: () => ({ login: optional(login()) }),
  ldap: () => ({ login: optional(login()) }),
  mongodb: () => ({
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
  sqlServer: () => ({}),
  ssh: () => ({})
}

const requestOf = (type: ProtocolType): Kind => {
  const takes = "an object with a type and a target"
  const kinds = new Map(
    protocols[type].tls.map((tls) => [
      tls,
      optionsOf<ProtocolOptions & { readonly type: ProtocolType }>(
        {
          type: oneOf(type),
          ...serviceOptions(),
          target: target(portOf({ type, tls } as ProtocolRequest)),
          tls: optional(oneOf(...protocols[type].tls)),
          serverName: optional(hostName()),
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
      const { tls } = value as ProtocolOptions
      const kind = (tls === undefined ? undefined : kinds.get(tls)) ?? kinds.get(protocols[type].tls[0])
      return kind?.fault(value) ?? null
    }
  }
}

export const protocolRequest = (): Kind => {
  const types = Object.keys(protocols) as ReadonlyArray<ProtocolType>
  return variants(
    "type",
    Object.fromEntries(types.map((type) => [type, requestOf(type)])),
    "an object with a type and a target"
  )
}
