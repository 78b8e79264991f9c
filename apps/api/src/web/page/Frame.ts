import type { Session } from "../../auth/currentSession.ts"
import type { Frame } from "./Page.ts"
import type { PageRequest } from "./PageRoute.ts"

/** The frame of a page for who is signed in, or for nobody. */
export const frameOf = ({ exchange, service }: PageRequest, session: Session | null): Frame => ({
  service,
  here: exchange.path,
  person: session === null ? null : { email: session.email, account: session.accounts > 1 ? session.ownerEmail : null }
})
