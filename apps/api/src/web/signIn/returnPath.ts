import { dashboardPaths } from "../page/dashboardPaths.ts"

/**
 * The pages that signing in can lead back to. A `:name` stands for one segment. Everything else becomes the start page.
 * Nothing is parsed as a URL: parsers normalize dots, slashes and backslashes, each in its own way.
 */
const pages: ReadonlyArray<string> = [
  "/",
  ...dashboardPaths,
  "/accounts",
  "/docs",
  "/operator",
  "/outbox",
  "/outbox/:id",
  "/outbox/:id/html",
  "/settings/account",
  "/settings/second-factor",
  "/settings/sign-in"
]

const SEGMENT = "[A-Za-z0-9_-]{1,64}"
const QUERY = "(?:\\?[A-Za-z0-9_.~=&%+-]{0,500})?"

const patterns = pages.map((path) => new RegExp(`^${path.replaceAll(/:\w+/gu, SEGMENT)}${QUERY}$`, "u"))

/** The path to continue to after sign-in. */
export const returnPath = (text: string | null): string =>
  text !== null && patterns.some((pattern) => pattern.test(text)) ? text : "/"
