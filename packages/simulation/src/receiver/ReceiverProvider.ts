/** The kind of service behind a mail host. */
export type ReceiverKind = "mailbox" | "gateway" | "forwarding" | "alias" | "application" | "disposable" | "parking"

/** The class of a gateway: how much cold email it is known to block. */
export type GatewayClass = "light" | "medium" | "strict"

/** A provider and the names of its mail hosts. */
export interface ReceiverProvider {
  /** The id of the provider, which does not change between versions. */
  readonly id: string
  readonly name: string
  readonly kind: ReceiverKind
  /** The class of a gateway; null for other kinds. */
  readonly gatewayClass: GatewayClass | null
  /**
   * The names of the provider's hosts, which are compared by whole labels ("*" stands for one label), with the codes of
   * their sources in `RECEIVER_SOURCES`.
   */
  readonly hosts: Readonly<Record<string, string>>
}
