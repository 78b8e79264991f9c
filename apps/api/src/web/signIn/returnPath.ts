import { dashboardPaths } from "../page/dashboardPaths.ts"

/**
 * The pages to which a sign-in can return. A `:name` stands for one segment. Any other text leads to the start page.
 * The text is not parsed as a URL, because parsers normalize dots, slashes and backslashes in different ways.
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

export const returnPath = (text: string | null): string =>
  text !== null && patterns.some((pattern) => pattern.test(text)) ? text : "/"
