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
import { expectations, hostName, serviceOptions, target } from "../serviceKinds.ts"
import type { Login, ProtocolOptions } from "./Protocol.ts"
import { portOf, type ProtocolRequest, protocols, type ProtocolType } from "./protocols.ts"
import type { ValueRule } from "./ValueRule.ts"

type OwnFields<Type extends ProtocolType> = Omit<
  FieldsOf<Extract<ProtocolRequest, { readonly type: Type }>>,
  keyof ProtocolOptions | "type"
>

/** A name or a password that becomes a part of a message that ends with a zero byte. */
const words = (takes: string): Kind => textLike(takes, (value) => value.length <= 1_000 && !value.includes("\0"))

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
  postgres: () => ({
    login: optional(login()),
    database: optional(words("the name of a database")),
    query: optional(query()),
    answer: optional(valueRule()),
    role: optional(role())
  }),
  redis: () => ({ login: optional(login()), role: optional(role()) })
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
