import { anything, optional, shape, argumentsOf, aString } from "@mon/bundled/arguments"
import { decodeFact, type Fact, type FactOf, type NotificationType } from "@mon/model/facts"

const acceptReadFact = /* @__PURE__ */ argumentsOf("readFact", () => ({
  row: shape<{
    readonly type: NotificationType
    readonly kind: string
    readonly key: string
    readonly data: unknown
  }>("a row with type, kind, key and data", { type: aString, kind: aString, key: aString, data: optional(anything) })
}))

/** An external cause that the domains of a digest share. */
export interface DigestCause {
  /** The id, which is the same in all messages about the cause: letters, digits and dashes. */
  readonly id: string
  readonly kind: "address" | "network" | "name_servers"
  /** The address, the network, or the list of name servers. */
  readonly value: string
  /** Whether an earlier message has already listed the first domains with this cause. */
  readonly isRest: boolean
  /** The number of additional monitors whose checks fail but that are not confirmed to be down. */
  readonly failing: number
  /** Whether all incidents with this cause have ended. */
  readonly isOver: boolean
}

/**
 * A digest of many domains that went down or recovered at about the same time. A digest is sent as one email, made at
 * the time of sending, and not stored.
 */
export interface Digest {
  readonly kind: "digest"
  readonly transitions: ReadonlyArray<FactOf<"down"> | FactOf<"up">>
  /** The shared cause. Default: none. */
  readonly cause?: DigestCause | null
}

/**
 * Facts about several monitors, combined in one message. The summary is made at the time of sending, and not stored.
 */
export interface Summary {
  readonly kind: "summary"
  /** The facts, oldest first. */
  readonly facts: ReadonlyArray<Fact>
  /**
   * The reason why the facts are combined. `quiet_hours` means that they happened in the quiet hours of a channel.
   * `same_time` means that they are of one kind and happened at about the same time. Default: `quiet_hours`.
   */
  readonly occasion?: "quiet_hours" | "same_time"
}

/** A stored fact whose kind or form this release does not support. */
export interface UnreadableFact {
  readonly kind: "unreadable"
  readonly type: NotificationType
  readonly key: string
}

/** A fact, or a combination of facts, that can be rendered as a message. */
export type RenderableFact = Fact | Digest | Summary | UnreadableFact

export type RenderableOf<Kind extends RenderableFact["kind"]> = Extract<RenderableFact, { readonly kind: Kind }>

/**
 * Reads a fact from the columns of a notification. Never fails, so that one row cannot break a list or a delivery.
 *
 * @example
 * readFact({ type: "status_change", kind: "a_later_kind", key: "a_later_kind:7", data: {} }) // => { kind: "unreadable", type: "status_change", key: "a_later_kind:7" }
 */
export const readFact = (row: {
  readonly type: NotificationType
  readonly kind: string
  readonly key: string
  readonly data: unknown
}): Fact | UnreadableFact => {
  acceptReadFact(row)
  const { data, key, kind, type } = row
  return decodeFact(kind, data) ?? { kind: "unreadable", type, key }
}
