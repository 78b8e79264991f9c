import { switchOf } from "../reading/switchOf.ts"

/** Words of tools and of people for monitors that check nothing. */
const PAUSED: ReadonlySet<string> = new Set(
  "paused|pause|disabled|inactive|not active|deactivated|stopped|suspended|on hold|archived|muted|pausiert|deaktiviert|inaktiv|angehalten|gestoppt|aus|nein|en pausa|pausado|pausada|desactivado|desactivada|inactivo|inactiva|en pause|désactivé|inactif|non|in pausa|sospeso|disattivato|inattivo|desativado|inativo|não|gepauzeerd|uitgeschakeld|inactief|nee|uit|wstrzymany|wyłączony|nieaktywny|nie".split(
    "|"
  )
)

/** Words for the others, and the states that these have; the numbers are those of UptimeRobot's version 2. */
const ACTIVE: ReadonlySet<string> = new Set(
  "active|enabled|started|running|live|monitoring|up|down|ok|online|offline|healthy|unhealthy|degraded|success|successful|failed|failing|error|warning|critical|pending|checking|not checked yet|not checked|seems down|new|2|8|9|aktiv|aktiviert|ein|an|ja|activo|activado|sí|actif|activé|oui|attivo|attivato|ativo|ativado|sim|actief|ingeschakeld|aan|aktywny|włączony|tak".split(
    "|"
  )
)

/** Whether a value says that a monitor is active; undefined if it is not understood. */
export const isActiveBy = (value: unknown): boolean | undefined => {
  const word = String(value)
    .trim()
    .toLowerCase()
    .replaceAll(/[_\-\s]+/gu, " ")
  return PAUSED.has(word) ? false : ACTIVE.has(word) ? true : switchOf(value)
}
