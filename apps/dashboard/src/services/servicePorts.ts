import type { ServiceType } from "@mon/model"

interface Ports {
  /** The port without TLS, or with TLS that begins later. */
  readonly plain: number
  /** The port of connections that begin with TLS, if it is another one. */
  readonly fromStart?: number
}

/** The default ports of the types of services that have one. */
const servicePorts = {
  tls: { plain: 443 },
  smtp: { plain: 25, fromStart: 465 },
  imap: { plain: 143, fromStart: 993 },
  pop3: { plain: 110, fromStart: 995 },
  postgres: { plain: 5_432 },
  mysql: { plain: 3_306 },
  sqlServer: { plain: 1_433 },
  mongodb: { plain: 27_017 },
  redis: { plain: 6_379 },
  mqtt: { plain: 1_883, fromStart: 8_883 },
  amqp: { plain: 5_672, fromStart: 5_671 },
  ldap: { plain: 389, fromStart: 636 },
  radius: { plain: 1_812 },
  dns: { plain: 53 },
  ntp: { plain: 123 },
  ssh: { plain: 22 },
  ftp: { plain: 21, fromStart: 990 },
  snmp: { plain: 161 },
  sip: { plain: 5_060 },
  stun: { plain: 3_478 },
  quic: { plain: 443 }
} as const satisfies { readonly [Type in ServiceType]?: Ports }

/** The types with a default port, and their ports. */
export const portsByType: ReadonlyArray<readonly [type: ServiceType, ports: Ports]> = Object.entries(
  servicePorts
) as unknown as ReadonlyArray<readonly [ServiceType, Ports]>

/** The types whose check starts TLS if the server offers it, unless another use is set. All others do not start TLS. */
export const startsTls: ReadonlySet<ServiceType> = new Set(["smtp", "imap", "pop3", "postgres", "mysql", "sqlServer"])

/** The types whose `tls` can be set. */
export const tlsTypes: ReadonlyArray<ServiceType> = [
  ...startsTls,
  "mongodb",
  "redis",
  "mqtt",
  "amqp",
  "ldap",
  "ftp",
  "grpc"
]

/** The groups in which people see the types of services, and the types of each group. */
export const typesByGroup = {
  hosts: ["tcp", "tls", "icmp", "udp", "webSocket", "grpc", "httpSteps"],
  mail: ["smtp", "imap", "pop3", "mailRoundTrip"],
  databases: ["postgres", "mysql", "sqlServer", "mongodb", "redis"],
  messages: ["mqtt", "amqp", "ldap", "radius"],
  names: ["dns", "ntp"],
  others: ["ssh", "ftp", "snmp", "sip", "stun", "quic"]
} as const satisfies Readonly<Record<string, ReadonlyArray<ServiceType>>>

/** The parts of a mail round trip that are servers. */
const SERVERS = ["send", "receive"] as const

/** Returns the words of the parts that a check and the servers of a mail round trip have, for these servers. */
export const wordsOfServers = (words: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    SERVERS.flatMap((server) =>
      Object.entries(words).map(([path, text]) => [path.replace(/^check\b/u, `check.${server}`), text])
    )
  )

/** The names of the groups. */
export type TypeGroup = keyof typeof typesByGroup

/** Returns the labels of the groups with their types, as a list of alternatives shows them. */
export const groupsOfTypes = (labels: Readonly<Record<TypeGroup, string>>) =>
  (Object.keys(typesByGroup) as ReadonlyArray<TypeGroup>).map((group) => [labels[group], typesByGroup[group]] as const)
