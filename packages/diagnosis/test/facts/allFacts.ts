import type { CauseClass } from "../../src/index.ts"
import type { BuildFacts } from "./base.ts"
import { mailFacts } from "./mail.ts"
import { nameFacts } from "./names.ts"
import { networkFacts } from "./network.ts"
import { serviceFacts } from "./services.ts"
import { siteFacts } from "./site.ts"
import { tlsFacts } from "./tls.ts"

/** The facts that the laboratory would observe for a fault of each class. */
export const factsOf: Readonly<Record<CauseClass, BuildFacts>> = {
  ...nameFacts,
  ...networkFacts,
  ...tlsFacts,
  ...siteFacts,
  ...serviceFacts,
  ...mailFacts
}
