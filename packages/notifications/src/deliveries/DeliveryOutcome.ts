/** The outcome of a delivery attempt. */
export interface DeliveryOutcome {
  readonly status: "sent" | "failed" | "suppressed"
  /** A stable code, from the receiver or from Mon. */
  readonly code: string | null
  readonly error: string | null
  /** Whether a later attempt may succeed. */
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null
}

export const sent = (code: string | null): DeliveryOutcome => ({
  status: "sent",
  code,
  error: null,
  retryable: false,
  retryAfterSeconds: null
})

/** The outcome if there is nothing to send: the subject of the notification is gone, or the target is switched off. */
export const skipped = (code: string): DeliveryOutcome => ({
  status: "suppressed",
  code,
  error: null,
  retryable: false,
  retryAfterSeconds: null
})

export const failed = (
  code: string,
  error: string,
  retryable: boolean,
  retryAfterSeconds: number | null = null
): DeliveryOutcome => ({
  status: "failed",
  code,
  error,
  retryable,
  retryAfterSeconds
})
