import { randomUUID } from "node:crypto"

/** What an incoming id may look like, so that it is safe in logs and headers. */
const SANE = /^[\w.:-]{1,128}$/u

/** The caller's own request id when it is usable, else a new one. */
export const requestIdOf = (header: string | ReadonlyArray<string> | undefined): string =>
  typeof header === "string" && SANE.test(header) ? header : randomUUID()
