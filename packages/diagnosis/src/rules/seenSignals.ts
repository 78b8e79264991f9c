import type { SignatureKind } from "../signatures/matchSignatures.ts"
import { term } from "../words/Text.ts"
import type { EvidenceId } from "../words/Words.ts"
import { signal, when } from "./Rule.ts"

const seen = (id: EvidenceId, kind: SignatureKind, points: number) =>
  signal(id, "page", points, (view) => when(view.seen[kind] !== null, { service: term(view.seen[kind] ?? "") }))

export const wallSeen = seen("bot_wall", "wall", 80)
export const cdnSeen = seen("cdn_error", "cdn", 75)
export const platformSeen = seen("platform_error", "platform", 75)
export const unclaimedSeen = seen("unclaimed", "unclaimed", 40)
export const parkedSeen = seen("parked", "parked", 75)
export const suspendedSeen = seen("suspended", "suspended", 85)
export const programSeen = seen("program_error", "program", 65)
export const startSeen = seen("start_page", "start", 45)
export const maintenanceSeen = seen("maintenance_page", "maintenance", 20)
