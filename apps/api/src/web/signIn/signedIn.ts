import type { Reply } from "../../http/RequestContext.ts"
import { seeOther } from "../page/Page.ts"
import type { PageRequest } from "../page/PageRoute.ts"

/** Somebody has to sign in first; a page that was asked for comes after it. */
export const toSignIn = ({ exchange: { method, path } }: PageRequest): Reply =>
  seeOther(method === "GET" && path !== "/" ? `/signin?next=${encodeURIComponent(path)}` : "/signin")
