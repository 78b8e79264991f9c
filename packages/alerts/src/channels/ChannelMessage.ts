import type { Row, Section } from "../message/Notice.ts"

/**
 * The part of an incident that a message is about. `notice` is a message that belongs to no incident, or that nothing
 * resolves later.
 */
export type ChannelPhase = "opened" | "reminder" | "acknowledged" | "resolved" | "notice"

/** The severity of a message: one of the four severities of PagerDuty, which every channel translates. */
export type ChannelSeverity = "critical" | "error" | "warning" | "info"

/** A link with the words that people see. */
export interface ChannelLink {
  readonly label: string
  readonly url: string
}

/** A message before a channel gives it a form. All texts are untrusted plain text: nothing is escaped. */
export interface ChannelMessage {
  /** The same for every attempt at this delivery. Where the vendor can, it delivers one id only once. */
  readonly deliveryId: string
  /**
   * The identity of the alarm that the message is about, such as the public id of the incident. The same from opening
   * to recovery.
   */
  readonly key: string
  readonly phase: ChannelPhase
  readonly severity: ChannelSeverity
  /** The time at which it happened, ISO 8601 UTC; null when unknown. */
  readonly at: string | null
  /** The affected system: a URL or a name. */
  readonly source: string
  readonly title: string
  readonly text: string
  readonly rows: ReadonlyArray<Row>
  readonly sections: ReadonlyArray<Section>
  /** The page about it. */
  readonly link: ChannelLink | null
  /** The signed page that acknowledges the incident. */
  readonly acknowledge: ChannelLink | null
}

/** The content of a message of your own. */
export interface PlainMessage {
  /** The same for every attempt at this delivery. */
  readonly deliveryId: string
  readonly title: string
  readonly text: string
  /** An http or https URL. Default: none. */
  readonly link?: string | null
  /** Default: info. */
  readonly severity?: ChannelSeverity
  /** Default: notice. */
  readonly phase?: ChannelPhase
  /** The same from opening to recovery. Default: the id of the delivery. */
  readonly key?: string
  /** The time at which it happened, ISO 8601 UTC. Default: unknown. */
  readonly at?: string | null
  /** The affected system. Default: Mon. */
  readonly source?: string
  /** The words of the link. Default: Open. */
  readonly linkLabel?: string
}
