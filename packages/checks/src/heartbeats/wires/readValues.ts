import type { Ping } from "../Heartbeat.ts"
import { type PathSegments, pingLimits } from "./PingCall.ts"

/** Whether a path has no further segments. A slash at its end is ignored. */
export const isPathEnd = (segments: PathSegments): boolean =>
  segments.length === 0 || (segments.length === 1 && segments[0] === "")

/** The pattern of tokens and keys. It allows the characters of UUIDs, base64url and hexadecimal numbers. */
const SECRET = new RegExp(`^[\\w-]{1,${pingLimits.secret}}$`, "u")

/** Returns the text if it can be a token or a key, and otherwise null. */
export const readSecret = (text: string | undefined): string | null =>
  text !== undefined && SECRET.test(text) ? text : null

const SLUG = new RegExp(`^[a-z0-9_-]{1,${pingLimits.slug}}$`, "u")

/** Returns the text if it is a valid slug of Healthchecks, and otherwise null. */
export const readSlug = (text: string | undefined): string | null =>
  text !== undefined && SLUG.test(text) ? text : null

/**
 * Converts a name of another service to a slug. Slugs have no upper-case letters, spaces or dots. Null if the result is
 * not a valid slug.
 */
export const slugOfName = (name: string | undefined): string | null =>
  readSlug(name?.toLowerCase().replaceAll(/[ .]/gu, "-"))

/** The pattern of a run's id. It excludes invisible characters such as NUL, which PostgreSQL cannot store. */
const RUN = new RegExp(`^[^\\p{C}]{1,${pingLimits.secret}}$`, "u")

/** Returns the id of a run, or null if the text is not a valid id, for example because it is too long. */
export const readRun = (text: string | null): string | null => (text !== null && RUN.test(text) ? text : null)

/** Returns a run time in whole milliseconds, or null if the number is out of range. */
export const readRunTime = (milliseconds: number): number | null =>
  milliseconds >= 0 && milliseconds <= pingLimits.statedMs ? Math.round(milliseconds) : null

/**
 * Reads a run time that is stated in seconds, and returns it in milliseconds. Null if the text is not a valid run time.
 */
export const readSeconds = (text: string | null): number | null =>
  text === null || text.trim() === "" ? null : readRunTime(Number(text) * 1_000)

/** The largest exit code of POSIX. */
export const LARGEST_EXIT_CODE = 255

/**
 * Returns the kind of ping that an exit code means, or null if the text is not a number. Windows has codes above 255,
 * which are stored as failures without a code.
 */
export const readExitCode = (text: string): Pick<Ping, "kind" | "exitCode"> | null => {
  if (!/^-?\d+$/u.test(text)) return null
  const code = Number(text)
  return { kind: code === 0 ? "success" : "fail", exitCode: code >= 0 && code <= LARGEST_EXIT_CODE ? code : null }
}
