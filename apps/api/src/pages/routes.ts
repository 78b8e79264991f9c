import { type BillingPageServices, billingRoutes } from "../billing/pages.ts"
import type { PageRoute } from "./PageRoute.ts"
import { styleRoute } from "./style.ts"

/** What pages work with. */
export type PageServices = BillingPageServices

/** Every page and form of the service outside `/api/v1`. */
export const pageRoutes: ReadonlyArray<PageRoute<PageServices>> = [styleRoute, ...billingRoutes]
