/** The kind of service behind a mail host. */
export type ReceiverKind = "mailbox" | "gateway" | "forwarding" | "alias" | "application" | "disposable" | "parking"

/** The class of a gateway by how much cold mail it is known to hold back. */
export type GatewayClass = "light" | "medium" | "strict"

/** The provider that runs the hosts below some names. */
export interface ReceiverProvider {
  /** Stays the same between versions. */
  readonly id: string
  readonly name: string
  readonly kind: ReceiverKind
  /** Null unless the kind is "gateway". */
  readonly gatewayClass: GatewayClass | null
  /** Names of whole labels ("*" is one label) with the codes of their sources; see `RECEIVER_SOURCES`. */
  readonly hosts: Readonly<Record<string, string>>
}
