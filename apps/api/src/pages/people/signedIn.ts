import type { Reply } from "../../http/Exchange.ts"
import { seeOther } from "../Page.ts"
import type { PageRequest } from "../PageRoute.ts"

/** Somebody has to sign in first; a page that was asked for comes after it. */
export const toSignIn = ({ exchange: { method, path } }: PageRequest): Reply =>
  seeOther(method === "GET" && path !== "/" ? `/signin?next=${encodeURIComponent(path)}` : "/signin")
