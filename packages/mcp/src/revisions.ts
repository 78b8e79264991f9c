/** Revisions without a handshake: each request states its revision. */
export const modernRevisions: ReadonlyArray<string> = ["2026-07-28"]

/** Revisions that begin with `initialize`, the newest first. */
const legacyRevisions: ReadonlyArray<string> = ["2025-11-25", "2025-06-18"]

/** Before 2025-06-18 there was no header, and this revision is assumed without one (2025-11-25, transports). */
const WITHOUT_HEADER = "2025-03-26"

export const supportedRevisions: ReadonlyArray<string> = [...modernRevisions, ...legacyRevisions]

/** The revision that `initialize` answers with: that of the client if it is supported, otherwise the newest. */
export const negotiatedRevision = (asked: unknown): string =>
  legacyRevisions.find((revision) => revision === asked) ?? legacyRevisions[0] ?? ""

/** Whether a header names a revision with a handshake. Messages without the header come from old clients. */
export const isLegacyHeader = (header: string | null): boolean =>
  header === null || header === WITHOUT_HEADER || legacyRevisions.includes(header)
