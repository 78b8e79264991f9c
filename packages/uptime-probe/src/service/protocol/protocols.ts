import type { Surroundings, Talk } from "../dialogue/Talk.ts"
import type { AmqpFound, AmqpRequest } from "../amqp/talkAmqp.ts"
import type { FtpFound, FtpRequest } from "../ftp/talkFtp.ts"
import type { LdapFound, LdapRequest } from "../ldap/talkLdap.ts"
import type { ImapRequest, MailFound, Pop3Request, SmtpRequest } from "../mail/talkMail.ts"
import type { MongodbFound, MongodbRequest } from "../mongodb/talkMongodb.ts"
import type { MqttFound, MqttRequest } from "../mqtt/talkMqtt.ts"
import type { MysqlFound, MysqlRequest } from "../mysql/talkMysql.ts"
import type { PostgresFound, PostgresRequest } from "../postgres/talkPostgres.ts"
import type { RedisFound, RedisRequest } from "../redis/talkRedis.ts"
import type { SqlServerFound, SqlServerRequest } from "../sqlServer/talkSqlServer.ts"
import type { SshFound, SshRequest } from "../ssh/talkSsh.ts"
import type { TlsUse } from "./Protocol.ts"

/** The request of a check that speaks the service's own protocol. */
export type ProtocolRequest =
  | AmqpRequest
  | FtpRequest
  | ImapRequest
  | LdapRequest
  | MongodbRequest
  | MqttRequest
  | MysqlRequest
  | Pop3Request
  | PostgresRequest
  | RedisRequest
  | SmtpRequest
  | SqlServerRequest
  | SshRequest

/** The name of a protocol. */
export type ProtocolType = ProtocolRequest["type"]

/** What a check finds out about a service, for each protocol. */
export interface ProtocolFound {
  readonly amqp: AmqpFound
  readonly ftp: FtpFound
  readonly imap: MailFound
  readonly ldap: LdapFound
  readonly mongodb: MongodbFound
  readonly mqtt: MqttFound
  readonly mysql: MysqlFound
  readonly pop3: MailFound
  readonly postgres: PostgresFound
  readonly redis: RedisFound
  readonly smtp: MailFound
  readonly sqlServer: SqlServerFound
  readonly ssh: SshFound
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
  amqp: {
    port: 5_672,
    tlsPort: 5_671,
    tls: ["never", "fromStart"],
    load: () => import("../amqp/talkAmqp.ts").then(({ talkAmqp }) => talkAmqp)
  },
  ftp: {
    port: 21,
    tlsPort: 990,
    tls: ["never", "required", "fromStart"],
    load: () => import("../ftp/talkFtp.ts").then(({ talkFtp }) => talkFtp)
  },
  imap: {
    port: 143,
    tlsPort: 993,
    tls: ["ifOffered", "required", "fromStart", "never"],
    load: () => import("../mail/talkMail.ts").then(({ talkMail }) => talkMail)
  },
  ldap: {
    port: 389,
    tlsPort: 636,
    tls: ["never", "required", "fromStart"],
    load: () => import("../ldap/talkLdap.ts").then(({ talkLdap }) => talkLdap)
  },
  mongodb: {
    port: 27_017,
    tls: ["never", "fromStart"],
    load: () => import("../mongodb/talkMongodb.ts").then(({ talkMongodb }) => talkMongodb)
  },
  mqtt: {
    port: 1_883,
    tlsPort: 8_883,
    tls: ["never", "fromStart"],
    load: () => import("../mqtt/talkMqtt.ts").then(({ talkMqtt }) => talkMqtt)
  },
  mysql: {
    port: 3_306,
    tls: ["ifOffered", "never", "required"],
    load: () => import("../mysql/talkMysql.ts").then(({ talkMysql }) => talkMysql)
  },
  pop3: {
    port: 110,
    tlsPort: 995,
    tls: ["ifOffered", "required", "fromStart", "never"],
    load: () => import("../mail/talkMail.ts").then(({ talkMail }) => talkMail)
  },
  postgres: {
    port: 5_432,
    tls: ["ifOffered", "never", "required"],
    load: () => import("../postgres/talkPostgres.ts").then(({ talkPostgres }) => talkPostgres)
  },
  redis: {
    port: 6_379,
    tls: ["never", "fromStart"],
    load: () => import("../redis/talkRedis.ts").then(({ talkRedis }) => talkRedis)
  },
  smtp: {
    port: 25,
    tlsPort: 465,
    tls: ["ifOffered", "required", "fromStart", "never"],
    load: () => import("../mail/talkMail.ts").then(({ talkMail }) => talkMail)
  },
  sqlServer: {
    port: 1_433,
    tls: ["never"],
    load: () => import("../sqlServer/talkSqlServer.ts").then(({ talkSqlServer }) => talkSqlServer)
  },
  ssh: {
    port: 22,
    tls: ["never"],
    load: () => import("../ssh/talkSsh.ts").then(({ talkSsh }) => talkSsh)
  }
}

export const isProtocolType = (name: string): name is ProtocolType => Object.hasOwn(protocols, name)

/** Returns how the check uses TLS. */
export const tlsUseOf = ({ tls, type }: { readonly tls?: TlsUse; readonly type: ProtocolType }): TlsUse =>
  tls ?? protocols[type].tls[0]

/** Returns the default port of a request. */
export const portOf = (request: { readonly tls?: TlsUse; readonly type: ProtocolType }): number => {
  const { port, tlsPort = port }: { readonly port: number; readonly tlsPort?: number } = protocols[request.type]
  return tlsUseOf(request) === "fromStart" ? tlsPort : port
}
