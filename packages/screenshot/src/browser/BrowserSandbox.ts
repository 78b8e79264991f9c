import process from "node:process"
import type { BrowserUser } from "./BrowserUser.ts"

/** The sandbox and the user of a running browser. */
export interface BrowserSandbox {
  /** Whether Chromium's sandbox is on. */
  readonly enabled: boolean
  /** The user id that the browser runs as; null on Windows. */
  readonly uid: number | null
  /**
   * The reason why the sandbox is off: the system does not allow it, or the option `sandbox` is false. Null: the
   * sandbox is on.
   */
  readonly reason: "not_allowed" | "turned_off" | null
}

/**
 * A pattern for the messages of a Chromium whose sandbox cannot start. Playwright replaces some of these messages with
 * its own.
 */
const REFUSED =
  /No usable sandbox|sandboxing failed|SUID sandbox|namespace sandbox|Failed to move to new namespace|credentials\.cc/iu

/** Returns whether a browser did not start because the system does not allow its sandbox. */
export const isSandboxRefusal = (error: unknown): boolean =>
  REFUSED.test(error instanceof Error ? error.message : String(error))

export const sandboxOf = (enabled: boolean, user: BrowserUser, required: boolean | undefined): BrowserSandbox => ({
  enabled,
  uid: user?.uid ?? process.getuid?.() ?? null,
  reason: enabled ? null : required === false ? "turned_off" : "not_allowed"
})
