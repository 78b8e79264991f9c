import type { Ping } from "../Heartbeat.ts"
import { type PathSegments, pingLimits } from "./PingCall.ts"

/** Whether a path ends before these segments. A slash at its end is no difference. */
export const isPathEnd = (segments: PathSegments): boolean =>
  segments.length === 0 || (segments.length === 1 && segments[0] === "")

/** Characters of tokens and keys: those of UUIDs, base64url and hexadecimal numbers. */
const SECRET = new RegExp(`^[\\w-]{1,${pingLimits.secret}}$`, "u")

/** Returns a token or a key, or null if it cannot be one. */
export const readSecret = (text: string | undefined): string | null =>
  text !== undefined && SECRET.test(text) ? text : null

const SLUG = new RegExp(`^[a-z0-9_-]{1,${pingLimits.slug}}$`, "u")

/** Returns a slug as Healthchecks has them, or null. */
export const readSlug = (text: string | undefined): string | null =>
  text !== undefined && SLUG.test(text) ? text : null

/** Returns the slug for a name of another service, or null. Slugs have no upper-case letters, spaces and dots. */
export const slugOfName = (name: string | undefined): string | null =>
  readSlug(name?.toLowerCase().replaceAll(/[ .]/gu, "-"))

/** Characters that cannot be seen, such as NUL, which PostgreSQL cannot store. */
const RUN = new RegExp(`^[^\\p{C}]{1,${pingLimits.secret}}$`, "u")

/** Returns the id of a run, or null. An id that is too long counts as none. */
export const readRun = (text: string | null): string | null => (text !== null && RUN.test(text) ? text : null)

/** Returns a run time in whole milliseconds, or null if it cannot be one. */
export const readRunTime = (milliseconds: number): number | null =>
  milliseconds >= 0 && milliseconds <= pingLimits.statedMs ? Math.round(milliseconds) : null

/** Returns a run time that is stated in seconds. */
export const readSeconds = (text: string | null): number | null =>
  text === null || text.trim() === "" ? null : readRunTime(Number(text) * 1_000)

/** The largest exit code of POSIX. */
export const LARGEST_EXIT_CODE = 255

/**
 * Returns what an exit code says, or null if the text is not a number. Windows has larger codes: they are failures
 * without a code.
 */
export const readExitCode = (text: string): Pick<Ping, "kind" | "exitCode"> | null => {
  if (!/^-?\d+$/u.test(text)) return null
  const code = Number(text)
  return { kind: code === 0 ? "success" : "fail", exitCode: code >= 0 && code <= LARGEST_EXIT_CODE ? code : null }
}
