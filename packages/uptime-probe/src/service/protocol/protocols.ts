import type { Surroundings, Talk } from "../dialogue/Talk.ts"
import type { PostgresFound, PostgresRequest } from "../postgres/talkPostgres.ts"
import type { RedisFound, RedisRequest } from "../redis/talkRedis.ts"
import type { TlsUse } from "./Protocol.ts"

/** The request of a check that speaks the service's own protocol. */
export type ProtocolRequest = PostgresRequest | RedisRequest

/** The name of a protocol. */
export type ProtocolType = ProtocolRequest["type"]

/** What a check finds out about a service, for each protocol. */
export interface ProtocolFound {
  readonly postgres: PostgresFound
  readonly redis: RedisFound
}

interface ProtocolEntry<Type extends ProtocolType> {
  /** The default port. */
  readonly port: number
  /** The default port of connections that begin with TLS. */
  readonly tlsPort?: number
  /** The uses of TLS that the protocol has. The first one is the default. */
  readonly tls: readonly [TlsUse, ...ReadonlyArray<TlsUse>]
  /** Loads the dialogue of the protocol. Most programs check only a few protocols. */
  readonly load: () => Promise<
    (request: Extract<ProtocolRequest, { readonly type: Type }>, around: Surroundings) => Talk<ProtocolFound[Type]>
  >
}

/** The list of all protocols. The ports are those of IANA's registry. */
export const protocols: { readonly [Type in ProtocolType]: ProtocolEntry<Type> } = {
  postgres: {
    port: 5_432,
    tls: ["ifOffered", "never", "required"],
    load: () => import("../postgres/talkPostgres.ts").then(({ talkPostgres }) => talkPostgres)
  },
  redis: {
    port: 6_379,
    tls: ["never", "fromStart"],
    load: () => import("../redis/talkRedis.ts").then(({ talkRedis }) => talkRedis)
  }
}

/** Returns how the check uses TLS. */
export const tlsUseOf = ({ tls, type }: Pick<ProtocolRequest, "tls" | "type">): TlsUse => tls ?? protocols[type].tls[0]

/** Returns the default port of a request. */
export const portOf = (request: Pick<ProtocolRequest, "tls" | "type">): number => {
  const { port, tlsPort = port }: { readonly port: number; readonly tlsPort?: number } = protocols[request.type]
  return tlsUseOf(request) === "fromStart" ? tlsPort : port
}
