import type { Ping } from "../Heartbeat.ts"

/** The limits on pings, in the forms of all services. */
export const pingLimits = {
  /** The most bytes of a ping's body that are stored, as on hc-ping.com. */
  bodyBytes: 100_000,
  /** The most characters of a slug, as in Healthchecks (hc/api/views.py, `Spec.slug`). */
  slug: 100,
  /** The most characters of a token, of an account's key, and of the id of a run. */
  secret: 128,
  /**
   * The longest duration of a run that a ping can state, in milliseconds, as in Uptime Kuma
   * (server/routers/api-router.js).
   */
  statedMs: 100_000_000_000
} as const

/** A request as it was received, before its body is read. */
export interface PingRequest {
  readonly method: string
  /** The path without the query, not decoded. */
  readonly path: string
  readonly query: URLSearchParams
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined
}

/** The response to a ping. A response to HEAD is sent without its body. */
export interface PingAnswer {
  readonly _tag: "Answer"
  readonly status: number
  readonly body: string
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
}

/** The heartbeat that a request names: by its secret token, or by a slug after a secret key of the account. */
export type PingTarget =
  | { readonly _tag: "Token"; readonly token: string }
  | {
      readonly _tag: "Slug"
      readonly key: string
      readonly slug: string
      /** Whether the ping creates the heartbeat if the key is known and the slug is unknown. */
      readonly creates: boolean
    }

/**
 * The outcome of a ping. `ambiguous`: the slug belongs to several heartbeats. `tooMany` and `unavailable`: the ping was
 * not recorded, and the client should try again.
 */
export type PingOutcome = "recorded" | "created" | "unknown" | "ambiguous" | "tooMany" | "unavailable"

/** A ping that must be recorded. */
export interface PingCall {
  readonly _tag: "Call"
  readonly target: PingTarget
  readonly ping: Pick<Ping, "kind" | "run" | "exitCode">
  /** Whether the filters of the heartbeat apply. Default: false. */
  readonly isFiltered?: boolean
  /**
   * A text that the request carries outside of its body, of any length and with any characters. Null if the body of the
   * request is the text.
   */
  readonly text: string | null
  /** The duration of the run that the request states, in whole milliseconds. Null if it states none. */
  readonly statedMs: number | null
  readonly answer: (outcome: PingOutcome) => PingAnswer
}

/** The decoded segments of a path. A slash at the end of the path yields an empty last segment. */
export type PathSegments = ReadonlyArray<string>

/** Reads the pings of clients of one service. Returns null if the path does not belong to this service. */
export type Wire = (request: PingRequest, segments: PathSegments) => PingCall | PingAnswer | null
