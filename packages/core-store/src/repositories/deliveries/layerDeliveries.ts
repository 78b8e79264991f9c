import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Deliveries } from "./Deliveries.ts"
import { burst, isJoining } from "./bursts.ts"
import { claimDelivery } from "./claimDelivery.ts"
import { dispatch, gather } from "./dispatch.ts"
import { countTransition, monitorOf, note, transitions } from "./floods.ts"
import { backlog, endedWindows, giveBack, purge, take } from "./dueDeliveries.ts"
import { releaseSuppressed, suppressForParent } from "./parentSuppressions.ts"
import { showAcknowledgement } from "./showAcknowledgement.ts"
import { moveQuietEnd, waitingForQuiet } from "./quietWaits.ts"
import { recordAttempt } from "./recordAttempt.ts"
import { sharedCause } from "./sharedCauses.ts"
import { hasUndispatched, pulse, suppress, takeUndispatched } from "./takeUndispatched.ts"
import { targets } from "./targets.ts"

/** {@link Deliveries} over PostgreSQL. */
export const layerDeliveries: Layer.Layer<Deliveries, never, SqlClient.SqlClient> = Layer.effect(
  Deliveries,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Deliveries.of({
      pulse: pulse(sql),
      hasUndispatched: hasUndispatched(sql),
      takeUndispatched: takeUndispatched(sql),
      suppress: suppress(sql),
      suppressForParent: suppressForParent(sql),
      releaseSuppressed: releaseSuppressed(sql),
      targets: targets(sql),
      countTransition: countTransition(sql),
      sharedCause: sharedCause(sql),
      burst: burst(sql),
      isJoining: isJoining(sql),
      transitions: transitions(sql),
      monitorOf: monitorOf(sql),
      note: note(sql),
      dispatch: dispatch(sql),
      showAcknowledgement: showAcknowledgement(sql),
      waitingForQuiet: waitingForQuiet(sql),
      moveQuietEnd: moveQuietEnd(sql),
      gather: gather(sql),
      claim: claimDelivery(sql),
      record: recordAttempt(sql),
      take: take(sql),
      giveBack: giveBack(sql),
      endedWindows: endedWindows(sql),
      backlog: backlog(sql),
      purge: purge(sql)
    })
  )
)
