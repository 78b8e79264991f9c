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
import type { NtpFound, NtpRequest } from "../ntp/talkNtp.ts"
import type { QuicFound, QuicRequest } from "../quic/talkQuic.ts"
import type { RadiusFound, RadiusRequest } from "../radius/talkRadius.ts"
import type { SipFound, SipRequest } from "../sip/talkSip.ts"
import type { SnmpFound, SnmpRequest } from "../snmp/talkSnmp.ts"
import type { StunFound, StunRequest } from "../stun/talkStun.ts"
import type { UdpFound, UdpRequest } from "../udp/talkUdp.ts"
import type { GrpcFound, GrpcRequest } from "../grpc/talkGrpc.ts"
import type { Protocols } from "../../tls/Handshake.ts"
import type { TlsUse } from "./Protocol.ts"

/** The request of a check that speaks the service's own protocol. */
export type ProtocolRequest =
  | AmqpRequest
  | FtpRequest
  | GrpcRequest
  | ImapRequest
  | LdapRequest
  | MongodbRequest
  | MqttRequest
  | MysqlRequest
  | NtpRequest
  | Pop3Request
  | PostgresRequest
  | QuicRequest
  | RadiusRequest
  | RedisRequest
  | SipRequest
  | SmtpRequest
  | SnmpRequest
  | SqlServerRequest
  | SshRequest
  | StunRequest
  | UdpRequest

/** The name of a protocol. */
export type ProtocolType = ProtocolRequest["type"]

/** What a check finds out about a service, for each protocol. */
export interface ProtocolFound {
  readonly amqp: AmqpFound
  readonly ftp: FtpFound
  readonly grpc: GrpcFound
  readonly imap: MailFound
  readonly ldap: LdapFound
  readonly mongodb: MongodbFound
  readonly mqtt: MqttFound
  readonly mysql: MysqlFound
  readonly ntp: NtpFound
  readonly pop3: MailFound
  readonly postgres: PostgresFound
  readonly quic: QuicFound
  readonly radius: RadiusFound
  readonly redis: RedisFound
  readonly sip: SipFound
  readonly smtp: MailFound
  readonly snmp: SnmpFound
  readonly sqlServer: SqlServerFound
  readonly ssh: SshFound
  readonly stun: StunFound
  readonly udp: UdpFound
}

interface ProtocolEntry<Type extends ProtocolType> {
  /** Default: "tcp". */
  readonly transport?: "udp"
  /** The default port. Null if there is none. */
  readonly port: number | null
  /** The default port of connections that begin with TLS. */
  readonly tlsPort?: number
  /** The uses of TLS that the protocol has. The first one is the default. */
  readonly tls: readonly [TlsUse, ...ReadonlyArray<TlsUse>]
  /** The protocols that a TLS handshake at the start offers (RFC 7301). Default: none. */
  readonly alpn?: Protocols
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
  grpc: {
    port: null,
    tls: ["never", "fromStart"],
    alpn: ["h2"],
    load: () => import("../grpc/talkGrpc.ts").then(({ talkGrpc }) => talkGrpc)
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
  ntp: {
    transport: "udp",
    port: 123,
    tls: ["never"],
    load: () => import("../ntp/talkNtp.ts").then(({ talkNtp }) => talkNtp)
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
  quic: {
    transport: "udp",
    port: 443,
    tls: ["never"],
    load: () => import("../quic/talkQuic.ts").then(({ talkQuic }) => talkQuic)
  },
  radius: {
    transport: "udp",
    port: 1_812,
    tls: ["never"],
    load: () => import("../radius/talkRadius.ts").then(({ talkRadius }) => talkRadius)
  },
  redis: {
    port: 6_379,
    tls: ["never", "fromStart"],
    load: () => import("../redis/talkRedis.ts").then(({ talkRedis }) => talkRedis)
  },
  sip: {
    transport: "udp",
    port: 5_060,
    tls: ["never"],
    load: () => import("../sip/talkSip.ts").then(({ talkSip }) => talkSip)
  },
  smtp: {
    port: 25,
    tlsPort: 465,
    tls: ["ifOffered", "required", "fromStart", "never"],
    load: () => import("../mail/talkMail.ts").then(({ talkMail }) => talkMail)
  },
  snmp: {
    transport: "udp",
    port: 161,
    tls: ["never"],
    load: () => import("../snmp/talkSnmp.ts").then(({ talkSnmp }) => talkSnmp)
  },
  sqlServer: {
    port: 1_433,
    tls: ["ifOffered", "never", "required"],
    load: () => import("../sqlServer/talkSqlServer.ts").then(({ talkSqlServer }) => talkSqlServer)
  },
  ssh: {
    port: 22,
    tls: ["never"],
    load: () => import("../ssh/talkSsh.ts").then(({ talkSsh }) => talkSsh)
  },
  stun: {
    transport: "udp",
    port: 3_478,
    tls: ["never"],
    load: () => import("../stun/talkStun.ts").then(({ talkStun }) => talkStun)
  },
  udp: {
    transport: "udp",
    port: null,
    tls: ["never"],
    load: () => import("../udp/talkUdp.ts").then(({ talkUdp }) => talkUdp)
  }
}

/** A protocol, and how a check uses TLS. */
export interface ProtocolUse {
  readonly type: ProtocolType
  readonly tls?: TlsUse
}

export const isProtocolType = (name: string): name is ProtocolType => Object.hasOwn(protocols, name)

export const alpnOf = (type: ProtocolType): Protocols => (protocols[type] as { readonly alpn?: Protocols }).alpn ?? []

export const isOverUdp = (type: ProtocolType): boolean =>
  (protocols[type] as { readonly transport?: "udp" }).transport === "udp"

/** Returns how the check uses TLS. */
export const tlsUseOf = ({ tls, type }: ProtocolUse): TlsUse => tls ?? protocols[type].tls[0]

/** Returns the default port of a request. Null if there is none. */
export const portOf = (request: ProtocolUse): number | null => {
  const { port, tlsPort = port }: { readonly port: number | null; readonly tlsPort?: number | null } =
    protocols[request.type]
  return tlsUseOf(request) === "fromStart" ? tlsPort : port
}
