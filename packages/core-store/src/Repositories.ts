import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { Accounts } from "./repositories/Accounts.ts"
import { ApiKeys } from "./repositories/ApiKeys.ts"
import { Credentials } from "./repositories/Credentials.ts"
import { Domains } from "./repositories/Domains.ts"
import { Incidents } from "./repositories/Incidents.ts"
import { Ledger } from "./repositories/Ledger.ts"
import { MailOutbox } from "./repositories/MailOutbox.ts"
import { Overview } from "./repositories/Overview.ts"
import { Schedule } from "./repositories/Schedule.ts"

/** Every repository of the store. */
export type Repositories = Accounts | ApiKeys | Credentials | Domains | Incidents | Ledger | MailOutbox | Overview | Schedule

/** All repositories over one SqlClient. */
export const layerRepositories: Layer.Layer<Repositories, never, SqlClient.SqlClient> = Layer.mergeAll(
  Accounts.layer,
  ApiKeys.layer,
  Credentials.layer,
  Domains.layer,
  Incidents.layer,
  Ledger.layer,
  MailOutbox.layer,
  Overview.layer,
  Schedule.layer
)
