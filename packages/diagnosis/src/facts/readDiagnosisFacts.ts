import type { DiagnosisFacts } from "./DiagnosisFacts.ts"
import { diagnosisFacts } from "./factKinds.ts"

const kind = /* @__PURE__ */ diagnosisFacts()

const areFacts = (value: unknown): value is DiagnosisFacts => kind.fault(value) === null

/**
 * Reads facts from stored JSON. Returns null if {@link diagnose} does not accept them, for example because a later
 * release wrote them.
 *
 * @example
 * ```ts
 * readDiagnosisFacts(JSON.parse('{"check":{"outcome":"connect_refused"}}'))?.check?.outcome // => "connect_refused"
 * readDiagnosisFacts({ check: "refused" }) // => null
 * ```
 */
export const readDiagnosisFacts = (value: unknown): DiagnosisFacts | null => (areFacts(value) ? value : null)
