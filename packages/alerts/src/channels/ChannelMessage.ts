import type { Row, Section } from "../message/Notice.ts"

/**
 * The phase of an incident that a message reports. `notice` means that the message belongs to no incident, or that
 * nothing resolves it later.
 */
export type ChannelPhase = "opened" | "reminder" | "acknowledged" | "resolved" | "notice"

/** The severity of a message: one of PagerDuty's four severities. Every channel maps it to the vendor's own terms. */
export type ChannelSeverity = "critical" | "error" | "warning" | "info"

/** A link with its label. */
export interface ChannelLink {
  readonly label: string
  readonly url: string
}

/** A message before a channel formats it. All texts are untrusted plain text, and nothing is escaped. */
export interface ChannelMessage {
  /**
   * The id of the delivery, which is the same for every attempt. Vendors that recognize repeated ids deliver the
   * message only once.
   */
  readonly deliveryId: string
  /**
   * The key of the alarm that the message is about, such as the public id of the incident. The key is the same from the
   * opening to the recovery.
   */
  readonly key: string
  readonly phase: ChannelPhase
  readonly severity: ChannelSeverity
  /** The time of the event, as ISO 8601 in UTC. Null if unknown. */
  readonly at: string | null
  /** The affected system: a URL or a name. */
  readonly source: string
  readonly title: string
  readonly text: string
  readonly rows: ReadonlyArray<Row>
  readonly sections: ReadonlyArray<Section>
  /** The page about the event. */
  readonly link: ChannelLink | null
  /** The signed page that acknowledges the incident. */
  readonly acknowledge: ChannelLink | null
}

/** The content of a message that a program composes itself. */
export interface PlainMessage {
  /** The id of the delivery, which is the same for every attempt. */
  readonly deliveryId: string
  readonly title: string
  readonly text: string
  /** An http or https URL. Default: none. */
  readonly link?: string | null
  /** The severity. Default: info. */
  readonly severity?: ChannelSeverity
  /** The phase. Default: notice. */
  readonly phase?: ChannelPhase
  /** The key, which is the same from the opening to the recovery. Default: the id of the delivery. */
  readonly key?: string
  /** The time of the event, as ISO 8601 in UTC. Default: unknown. */
  readonly at?: string | null
  /** The affected system. Default: Mon. */
  readonly source?: string
  /** The label of the link. Default: Open. */
  readonly linkLabel?: string
}
